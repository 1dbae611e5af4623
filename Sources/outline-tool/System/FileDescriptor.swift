#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file; one that is owned is closed when the last reference to it goes.
final class FileDescriptor {
  let number: Int32
  private var isOwned: Bool

  private init(_ number: Int32, isOwned: Bool) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit {
    if isOwned { try? closeFile(number) }
  }

  /// The standard input, borrowed from the process: it stays open.
  static var standardInput: FileDescriptor { FileDescriptor(STDIN_FILENO, isOwned: false) }

  /// Opens a file or a directory for reading, following links, as one names it on a command line.
  static func open(_ path: Bytes) throws(SystemError) -> FileDescriptor {
    let number = try openFile(path, in: AT_FDCWD, flags: O_RDONLY | O_CLOEXEC)
    return FileDescriptor(number, isOwned: true)
  }

  /// Opens a file that is no directory, pipe or device.
  static func openRegularFile(_ path: Bytes) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(path, in: AT_FDCWD)
  }

  /// What tells this file from every other one on the system.
  func identity() throws(SystemError) -> FileIdentity {
    FileIdentity(try status(of: number))
  }

  /// Opens the entry `name` of a directory for reading, unless it is a pipe or a device.
  ///
  /// Opening a pipe does not wait for somebody to write to it.
  convenience init(_ name: Bytes, in directory: Int32) throws(SystemError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let number = try openFile(name, in: directory, flags: flags)
    self.init(number, isOwned: true)
    guard try status(of: number).st_mode & S_IFMT == S_IFREG else { throw .noSuchFile }
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
  /// Reads up to `limit` bytes; returns `nil` for a longer file.
  ///
  /// Now and then, `progress` is told how many bytes were read.
  func readAll(
    limit: Int, progress: (Int) -> Void = { _ in }
  ) throws(SystemError) -> Bytes? {
    let expected = Int(try status(of: number).st_size)
    if expected > limit { return nil }
    var contents = Bytes()
    var isAtEnd = false
    var failure: SystemError?
    // A hint only: files grow, devices report no size, and a sparse file promises what it lacks.
    // Readers add some texts behind the file's own; room that nobody uses takes no memory.
    var room = min(max(expected + expected / 2, 1 << 17), 1 << 28)
    while !isAtEnd {
      try checkRoom(for: room)
      let start = contents
      contents = unsafe Bytes(unsafeUninitializedCapacity: room) { buffer, count in
        unsafe UnsafeMutableRawBufferPointer(buffer).adviseLargePages()
        count = unsafe buffer.initialize(fromContentsOf: start)
        do throws(SystemError) {
          isAtEnd = unsafe try fill(buffer, from: &count, limit: limit, progress: progress)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if contents.count > limit { return nil }
      room *= 2
    }
    return contents
  }

  /// Reads until a buffer is full, or `limit` is passed; returns whether the file's end came first.
  private func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, from count: inout Int, limit: Int,
    progress: (Int) -> Void
  ) throws(SystemError) -> Bool {
    while count < buffer.count && count <= limit {
      let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...].prefix(1 << 17))
      let length = unsafe read(number, rest.baseAddress, rest.count)
      if length == 0 { return true }
      if length < 0 {
        try recover(from: .last, on: number, events: POLLIN)
      } else {
        count += length
        progress(count)
      }
    }
    return false
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

/// Closes a descriptor and tells what that failed in, which can be the writing before it.
func closeFile(_ descriptor: Int32) throws(SystemError) {
  // When a signal interrupts the call, the descriptor is gone all the same.
  guard close(descriptor) == 0 || errno == EINTR else { throw .last }
}

func status(of descriptor: Int32) throws(SystemError) -> stat {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
  return status
}
