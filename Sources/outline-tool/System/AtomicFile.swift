#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that replaces another one when it is complete.
struct AtomicFile {
  let descriptor: Int32
  private let path: Bytes
  private let temporaryPath: Bytes?

  /// Creates a temporary file beside the target; opens a pipe or a device directly.
  init(_ path: Bytes) throws(SystemError) {
    guard !path.contains(0) else { throw .noSuchFile }
    let target = try AtomicFile.target(of: path)
    var status = stat()
    let exists = unsafe stat(target.cString, &status) == 0
    if exists && status.st_mode & S_IFMT != S_IFREG {
      self.path = target
      temporaryPath = nil
      descriptor = try openFile(target, in: AT_FDCWD, flags: O_WRONLY | O_CLOEXEC)
      return
    }
    self.path = target

    let file = try SignalHandling.holdingSignals { () throws(SystemError) in
      let file = try AtomicFile.makeTemporary(beside: target)
      SignalHandling.remove(file.path)
      return file
    }
    (descriptor, temporaryPath) = file

    // Temporary files are private; use the permissions of the target.
    let mask = umask(0)
    _ = umask(mask)
    _ = fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~mask)
  }

  /// Returns the path that links lead to, even if no file exists there.
  private static func target(of path: Bytes) throws(SystemError) -> Bytes {
    if let target = Process.absolutePath(of: path) { return target }
    // A link to a pipe may have no valid path as its target.
    if Process.fileExists(path) { return path }
    let mostLinks = 40
    var path = path
    for _ in 0..<mostLinks {
      guard let target = Process.linkTarget(of: path) else { return path }
      path = target.relative(toDirectoryOf: path)
    }
    throw .tooManyLinks
  }

  private static func makeTemporary(
    beside path: Bytes
  ) throws(SystemError) -> (descriptor: Int32, path: Bytes) {
    var name = (path + ".XXXXXX".utf8).cString
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw .last }
    return (descriptor, Bytes(name.dropLast().lazy.map { UInt8(bitPattern: $0) }))
  }

  func finish(keeping isKept: Bool) throws(SystemError) {
    guard let temporaryPath else { return }
    defer { SignalHandling.remove(nil) }
    let isDone = isKept ? unsafe rename(temporaryPath.cString, path.cString) == 0 : false
    if isDone { return }
    let error = SystemError.last
    _ = unsafe unlink(temporaryPath.cString)
    if isKept { throw error }
  }
}
