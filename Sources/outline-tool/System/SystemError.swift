#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A failed system call, by its error number.
struct SystemError: Error {
  let code: Int32

  /// The error of the last system call.
  static var last: SystemError { SystemError(code: errno) }

  static let noSuchFile = SystemError(code: ENOENT)
  static let tooManyLinks = SystemError(code: ELOOP)
  static let outOfMemory = SystemError(code: ENOMEM)

  /// Whether the reader of a pipe closed it.
  var isBrokenPipe: Bool { code == EPIPE }

  /// Whether the file does not exist; `.git` may be a file in place of a directory.
  var isMissingFile: Bool { code == ENOENT || code == ENOTDIR }

  /// The system's description, such as `No such file or directory`.
  var reason: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
