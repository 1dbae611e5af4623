#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A failed system call, as the number the system gave for it.
struct SystemError: Error {
  let code: Int32

  /// The error of the system call that has just failed.
  static var last: SystemError { SystemError(code: errno) }

  static let noSuchFile = SystemError(code: ENOENT)
  static let tooManyLinks = SystemError(code: ELOOP)
  static let outOfMemory = SystemError(code: ENOMEM)

  /// Whether the reader of a pipe has closed it.
  var isBrokenPipe: Bool { code == EPIPE }

  /// Whether there is no such file: `.git`, where others have a directory, can be a file itself.
  var isMissingFile: Bool { code == ENOENT || code == ENOTDIR }

  /// The system's own words, such as `No such file or directory`.
  var reason: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
