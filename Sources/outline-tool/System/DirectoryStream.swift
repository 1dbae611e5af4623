#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The kinds of directory entries.
enum EntryKind {
  case directory
  case link
  case other
}

/// An open directory, which is closed with its last reference.
@safe final class DirectoryStream {
  #if canImport(Darwin)
    private let stream: UnsafeMutablePointer<DIR>
  #else
    private let stream: OpaquePointer
  #endif
  let number: Int32

  /// Takes over the descriptor of a directory.
  convenience init(_ file: FileDescriptor) throws(SystemError) {
    try self.init(takingOver: file.surrender())
  }

  /// Opens a subdirectory or, if links are followed, the target of a link.
  convenience init(
    _ name: Bytes, in parent: DirectoryStream, followingLinks: Bool = false
  ) throws(SystemError) {
    let flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY | (followingLinks ? 0 : O_NOFOLLOW)
    try self.init(takingOver: openFile(name, in: parent.number, flags: flags))
  }

  func leadsToDirectory(_ name: Bytes) -> Bool {
    kindByStatus(of: name, followingLinks: true) == .directory
  }

  /// Returns the status of an entry or, if links are followed, of its target.
  func entryStatus(
    of name: Bytes, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    try FileStatus(of: name, in: number, followingLinks: followingLinks)
  }

  private init(takingOver descriptor: Int32) throws(SystemError) {
    guard let stream = unsafe fdopendir(descriptor) else {
      let error = SystemError.last
      _ = close(descriptor)
      throw error
    }
    unsafe self.stream = unsafe stream
    number = descriptor
  }

  deinit {
    unsafe closedir(stream)
  }

  func identity() throws(SystemError) -> FileIdentity {
    FileIdentity(try status(of: number))
  }

  /// Calls a closure with the name and kind of each entry except `.` and `..`, in the system's
  /// order.
  ///
  /// An error may follow some entries, which stay valid. A stream allows one walk.
  func forEachEntry(_ body: (Span<UInt8>, EntryKind) -> Void) throws(SystemError) {
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw .last }
        return
      }
      unsafe visit(entry, body)
    }
  }

  private func visit(
    _ entry: UnsafeMutablePointer<dirent>, _ body: (Span<UInt8>, EntryKind) -> Void
  ) {
    let type = unsafe Int32(entry.pointee.d_type)
    // Names may exceed the declared size of the field on some file systems, so use the address of
    // the entry.
    let start = unsafe UnsafeRawPointer(entry) + DirectoryStream.nameOffset
    let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
    let name = unsafe bytes.bindMemory(to: UInt8.self).span
    if !name.isSelfOrParent { body(name, kind(of: name, type: type)) }
  }

  private static let nameOffset: Int = {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      preconditionFailure("Fields of C structures have offsets")
    }
    return offset
  }()

  private func kind(of name: Span<UInt8>, type: Int32) -> EntryKind {
    switch type {
    case Int32(DT_DIR): .directory
    case Int32(DT_LNK): .link
    case Int32(DT_UNKNOWN): kindByStatus(of: Bytes(copying: name), followingLinks: false)
    default: .other
    }
  }

  /// Returns the kind of an entry, also on file systems that do not store it in directories.
  private func kindByStatus(of name: Bytes, followingLinks: Bool) -> EntryKind {
    switch try? entryStatus(of: name, followingLinks: followingLinks).kind {
    case .directory: .directory
    case .other(UInt32(S_IFLNK), _): .link
    default: .other
    }
  }
}

struct FileStatus: Equatable {
  let identity: FileIdentity
  let kind: FileKind
  let size: Int64
  /// The number of names of the file.
  let linkCount: Int
  /// The seconds from 1970 to the last modification, and the nanoseconds of that second.
  let modification: Int64
  let nanoseconds: Int64

  init(_ status: stat) {
    identity = FileIdentity(status)
    kind = FileKind(status)
    size = Int64(status.st_size)
    linkCount = Int(clamping: status.st_nlink)
    #if canImport(Darwin)
      modification = Int64(status.st_mtimespec.tv_sec)
      nanoseconds = Int64(status.st_mtimespec.tv_nsec)
    #else
      modification = Int64(status.st_mtim.tv_sec)
      nanoseconds = Int64(status.st_mtim.tv_nsec)
    #endif
  }
}

extension FileStatus {
  /// Reads the status of a file.
  init(followingLinks path: Bytes) throws(SystemError) {
    try self.init(of: path, in: AT_FDCWD, followingLinks: true)
  }

  /// Reads the status of a directory entry or, if links are followed, of its target.
  init(of name: Bytes, in directory: Int32, followingLinks: Bool) throws(SystemError) {
    var status = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    guard unsafe fstatat(directory, name.cString, &status, flags) == 0 else { throw .last }
    self.init(status)
  }
}

enum FileKind: Equatable {
  case file
  case directory
  /// A pipe, a socket or a device, by its type and its number.
  case other(UInt32, UInt64)

  fileprivate init(_ status: stat) {
    let type = status.st_mode & S_IFMT
    switch type {
    case S_IFREG: self = .file
    case S_IFDIR: self = .directory
    default: self = .other(UInt32(type), UInt64(truncatingIfNeeded: status.st_rdev))
    }
  }
}

struct FileIdentity: Hashable {
  let device: UInt64
  let file: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    file = UInt64(status.st_ino)
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether this is `.` or `..`.
  fileprivate var isSelfOrParent: Bool {
    (count == 1 || count == 2 && self[1] == UInt8(ascii: ".")) && self[0] == UInt8(ascii: ".")
  }
}
