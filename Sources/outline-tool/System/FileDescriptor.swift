#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file; an owned one is closed with its last reference.
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

  /// The standard input of the process, which stays open.
  static var standardInput: FileDescriptor { FileDescriptor(STDIN_FILENO, isOwned: false) }

  /// Stands for the working directory in calls that take a directory.
  static var workingDirectory: Int32 { AT_FDCWD }

  /// Opens a file or a directory for reading, following links.
  static func open(_ path: Bytes) throws(SystemError) -> FileDescriptor {
    let number = try openFile(path, in: AT_FDCWD, flags: O_RDONLY | O_CLOEXEC)
    return FileDescriptor(number, isOwned: true)
  }

  /// Opens a terminal for reading and writing; reading does not block.
  static func open(terminal name: Bytes) throws(SystemError) -> FileDescriptor {
    let number = try openFile(name, in: AT_FDCWD, flags: O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    return FileDescriptor(number, isOwned: true)
  }

  func identity() throws(SystemError) -> FileIdentity {
    FileIdentity(try status(of: number))
  }

  /// Opens a file for reading, unless it is a directory, a pipe or a device.
  ///
  /// Opening a pipe does not block.
  convenience init(
    regularFile name: Bytes, in directory: Int32 = AT_FDCWD, followingLinks: Bool = true
  ) throws(SystemError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
    let number = try openFile(name, in: directory, flags: flags)
    self.init(number, isOwned: true)
    guard try status(of: number).st_mode & S_IFMT == S_IFREG else { throw .noSuchFile }
  }

  /// Returns the descriptor, which the caller must close; a borrowed one is duplicated.
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

  /// Opens a directory in this one.
  func subdirectory(
    _ name: Bytes, followingLinks: Bool
  ) throws(SystemError) -> FileDescriptor {
    let flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY | (followingLinks ? 0 : O_NOFOLLOW)
    return FileDescriptor(try openFile(name, in: number, flags: flags), isOwned: true)
  }

  /// Returns the status of an entry of this directory, without following a link.
  func entryStatus(of name: Bytes) throws(SystemError) -> FileStatus {
    try FileStatus(of: name, in: number, followingLinks: false)
  }
}

extension FileDescriptor {
  /// Reads up to `limit` bytes, or returns `nil` if the file is longer.
  ///
  /// Calls `progress` repeatedly with the number of bytes read so far.
  func readAll(
    limit: Int, progress: (Int) -> Void = { _ in }
  ) throws(SystemError) -> Bytes? {
    let expected = Int(clamping: try status(of: number).st_size)
    if expected > limit { return nil }

    var contents = Bytes()
    var isAtEnd = false
    var failure: SystemError?

    // The size is a hint: files grow, devices have none, and sparse files contain less. The extra
    // room is for texts that readers append; unused room takes no memory.
    var room = min(max(expected + expected / 2, 1 << 17), 1 << 28)
    while !isAtEnd {
      try checkRoom(for: room)
      var start = contents
      contents = []
      contents = unsafe Bytes(unsafeUninitializedCapacity: room) { buffer, count in
        unsafe UnsafeMutableRawBufferPointer(buffer).adviseLargePages()
        count = unsafe buffer.initialize(fromContentsOf: start)
        // Released before the rest of the file is read.
        start = []
        do throws(SystemError) {
          isAtEnd = unsafe try fill(buffer, from: &count, limit: limit, progress: progress)
        } catch {
          failure = error
        }
      }

      if let failure { throw failure }
      if contents.count > limit { return nil }
      // One more byte than the limit shows that the file is longer.
      room += min(room, limit + 1 - room)
    }
    return contents
  }

  /// Reads the next bytes, fewer than the limit only at the end of the file.
  func readNext(_ limit: Int) throws(SystemError) -> Bytes {
    var failure: SystemError?
    let bytes = unsafe Bytes(unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(SystemError) {
        _ = unsafe try fill(buffer, from: &count, limit: limit) { _ in }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads until the buffer is full or `limit` is exceeded; returns whether the file ended.
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

/// Writes all bytes to a descriptor.
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

/// Returns when an interrupted or blocked call can be repeated, or rethrows the error.
private func recover(
  from error: SystemError, on descriptor: Int32, events: Int32
) throws(SystemError) {
  switch error.code {
  case EINTR:
    return
  case EAGAIN:
    // Another process may have made the stream nonblocking.
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  default:
    throw error
  }
}

/// Opens a file relative to a directory and repeats interrupted calls.
func openFile(_ name: Bytes, in directory: Int32, flags: Int32) throws(SystemError) -> Int32 {
  // C functions would truncate the name at the zero byte.
  guard !name.contains(0) else { throw .noSuchFile }
  let name = name.cString
  while true {
    let descriptor = unsafe openat(directory, name, flags)
    if descriptor >= 0 { return descriptor }
    if errno != EINTR { throw .last }
  }
}

/// Creates a directory for this user alone, and those above it, unless they exist.
func makeDirectories(_ path: Bytes) {
  for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
    _ = unsafe mkdir(Bytes(path[..<end]).cString, 0o700)
  }
  _ = unsafe mkdir(path.cString, 0o700)
}

/// Closes a descriptor; throws if that or an earlier write failed.
func closeFile(_ descriptor: Int32) throws(SystemError) {
  // An interrupted call has closed the descriptor.
  guard close(descriptor) == 0 || errno == EINTR else { throw .last }
}

func status(of descriptor: Int32) throws(SystemError) -> stat {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
  return status
}

/// A failed system call, by its error number.
struct SystemError: Error {
  let code: Int32

  /// The error of the last system call.
  static var last: SystemError { SystemError(code: errno) }

  static let noSuchFile = SystemError(code: ENOENT)
  static let tooManyLinks = SystemError(code: ELOOP)
  static let outOfMemory = SystemError(code: ENOMEM)

  /// A Boolean value that indicates whether the reader of a pipe closed it.
  var isBrokenPipe: Bool { code == EPIPE }

  /// A Boolean value that indicates whether the file does not exist; `.git` may be a file in place
  /// of a directory.
  var isMissingFile: Bool { code == ENOENT || code == ENOTDIR }

  /// The system's description, such as `No such file or directory`.
  var reason: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Asks the system for large pages, which are faster to allocate.
  func adviseLargePages() {
    #if os(Linux)
      guard count >= 1 << 21, let start = baseAddress else { return }
      let page = unsafe start - Int(bitPattern: start) % Int(getpagesize())
      _ = unsafe madvise(page, count, MADV_HUGEPAGE)
    #endif
  }
}

extension Array {
  /// Reserves memory, in large pages if the system has them.
  mutating func reserveLargePages(_ count: Int) {
    reserveCapacity(count)
    let room = capacity * MemoryLayout<Element>.stride
    unsafe withUnsafeMutableBytes {
      unsafe UnsafeMutableRawBufferPointer(start: $0.baseAddress, count: room).adviseLargePages()
    }
  }
}

/// Throws if this many bytes cannot be allocated.
///
/// An array would end the process.
func checkRoom(for count: Int) throws(SystemError) {
  var probe: UnsafeMutableRawPointer?
  // An array and the allocator need a little more.
  guard unsafe posix_memalign(&probe, 16, count + 4096) == 0 else { throw .outOfMemory }
  unsafe free(probe)
}
