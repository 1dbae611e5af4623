#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written beside the one that it replaces, which stays as it is until all is done.
struct AtomicFile {
  /// Where to write.
  let descriptor: Int32
  private let path: Bytes
  private let temporaryPath: Bytes?

  /// Begins a file; what is no ordinary file, such as a pipe or a device, is written itself.
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
    // Such a file is for its owner alone, unlike others.
    let mask = umask(0)
    _ = umask(mask)
    _ = fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~mask)
  }

  /// Returns the path of the file that a path leads to, which need not be there.
  private static func target(of path: Bytes) throws(SystemError) -> Bytes {
    if let target = Process.absolutePath(of: path) { return target }
    // A pipe can be reached by a link whose text is no path.
    if Process.fileExists(path) { return path }
    let mostLinks = 40
    var path = path
    for _ in 0..<mostLinks {
      guard let target = Process.linkTarget(of: path) else { return path }
      let folder = path[..<((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)]
      path = target.first == UInt8(ascii: "/") ? target : folder + target
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

  /// Puts what was written in the place of the old file, or throws it away.
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
