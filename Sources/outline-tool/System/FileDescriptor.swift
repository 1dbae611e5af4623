#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file, closed when the last reference to it goes.
final class FileDescriptor {
  let number: Int32
  private var isOwned: Bool

  /// Takes over an open descriptor; a standard stream is only borrowed, and stays open.
  init(_ number: Int32) {
    self.number = number
    isOwned = number > STDERR_FILENO
  }

  deinit {
    if isOwned { _ = close(number) }
  }

  static var standardInput: FileDescriptor { FileDescriptor(STDIN_FILENO) }

  /// Opens a file or a directory for reading, following links, as one names it on a command line.
  static func open(_ path: Bytes) throws(SystemError) -> FileDescriptor {
    FileDescriptor(try openFile(path, in: AT_FDCWD, flags: O_RDONLY | O_CLOEXEC))
  }

  /// Hands the descriptor to whoever will close it; a borrowed one is copied for that.
  func surrender() throws(SystemError) -> Int32 {
    guard isOwned else {
      let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { throw .last }
      return copy
    }
    isOwned = false
    return number
  }

  func isDirectory() throws(SystemError) -> Bool {
    try status(of: number).st_mode & S_IFMT == S_IFDIR
  }
}

extension FileDescriptor {
  /// Reads up to `limit` bytes; a longer file is an error, `EFBIG`.
  func readAll(limit: Int) throws(SystemError) -> Bytes {
    let chunkSize = 1 << 17
    var contents = Bytes()
    // A hint only: files grow, and devices report no size.
    let expected = Int(try status(of: number).st_size)
    guard expected <= limit else { throw SystemError(code: EFBIG) }
    contents.reserveCapacity(max(expected, 0))
    var chunk = Bytes(repeating: 0, count: chunkSize)
    while true {
      let count = try read(into: &chunk)
      if count == 0 { return contents }
      guard contents.count + count <= limit else { throw SystemError(code: EFBIG) }
      contents.append(contentsOf: chunk[..<count])
    }
  }

  private func read(into chunk: inout Bytes) throws(SystemError) -> Int {
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        #if canImport(Darwin)
          unsafe Darwin.read(number, $0.baseAddress, $0.count)
        #elseif canImport(Glibc)
          unsafe Glibc.read(number, $0.baseAddress, $0.count)
        #elseif canImport(Musl)
          unsafe Musl.read(number, $0.baseAddress, $0.count)
        #endif
      }
      if count >= 0 { return count }
      try recover(from: .last, on: number, events: POLLIN)
    }
  }
}

/// Writes every byte to a descriptor, or throws.
func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let rest = bytes.extracting(written...)
    let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      written += count
    } else {
      try recover(from: .last, on: descriptor, events: POLLOUT)
    }
  }
}

/// Returns when an interrupted call can be tried again; throws what cannot be cured by waiting.
private func recover(
  from error: SystemError, on descriptor: Int32, events: Int32
) throws(SystemError) {
  switch error.code {
  case EINTR:
    return
  case EAGAIN:
    // Somebody made the stream non-blocking, as terminals shared between programs are at times.
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  default:
    throw error
  }
}

/// Opens the file that a name stands for in a directory, however often a signal interrupts that.
func openFile(_ name: Bytes, in directory: Int32, flags: Int32) throws(SystemError) -> Int32 {
  // A name with a zero byte would be cut short there and open another file.
  guard !name.contains(0) else { throw .noSuchFile }
  let name = name.cString
  while true {
    let descriptor = unsafe openat(directory, name, flags)
    if descriptor >= 0 { return descriptor }
    if errno != EINTR { throw .last }
  }
}

func status(of descriptor: Int32) throws(SystemError) -> stat {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
  return status
}
