import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Reports that watched files and directories may have changed.
///
/// Linux reports changes through inotify, and Darwin through kqueue. A report every two seconds
/// covers those that they do not see, such as the changes of another computer in a network file
/// system.
@MainActor
final class FileWatcher {
  private let report: @Sendable () -> Void
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  #if canImport(Darwin)
    /// A process can often open only 256 files.
    private static let limit = 100
    private var sources: [Bytes: any DispatchSourceFileSystemObject] = [:]
  #elseif canImport(Glibc)
    private let queue = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    private var source: (any DispatchSourceRead)?
    private var watches: [Bytes: Int32] = [:]
  #endif

  init(_ report: @escaping @Sendable () -> Void) {
    self.report = report
    timer.setEventHandler { report() }
    timer.schedule(deadline: .now() + .seconds(2), repeating: .seconds(2))
    timer.activate()
    #if canImport(Darwin)
    #elseif canImport(Glibc)
      guard queue >= 0 else { return }
      let source = DispatchSource.makeReadSource(fileDescriptor: queue, queue: .main)
      source.setEventHandler { [queue] in
        _ = Terminal.readAvailable(from: queue, limit: 1 << 16)
        report()
      }
      source.activate()
      self.source = source
    #endif
  }

  /// Begins to watch the contents of a file, or the names of the entries of a directory.
  ///
  /// A path that now leads to another file must be watched again.
  func watch(_ path: Bytes, isDirectory: Bool) {
    #if canImport(Darwin)
      unwatch(path)
      guard sources.count < Self.limit,
        let file = try? openFile(path, in: AT_FDCWD, flags: O_EVTONLY | O_CLOEXEC)
      else { return }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: file, eventMask: .all, queue: .main)
      source.setEventHandler { [report] in report() }
      source.setCancelHandler { try? closeFile(file) }
      source.activate()
      sources[path] = source
    #elseif canImport(Glibc)
      let events =
        isDirectory
        ? IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
        : IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
      let watch = unsafe inotify_add_watch(queue, path.cString, UInt32(events))
      // The file that the path led to before can have another name.
      if watches[path] != watch { unwatch(path) }
      watches[path] = watch >= 0 ? watch : nil
    #endif
  }

  /// Ends watching a path.
  func unwatch(_ path: Bytes) {
    #if canImport(Darwin)
      sources.removeValue(forKey: path)?.cancel()
    #elseif canImport(Glibc)
      if let watch = watches.removeValue(forKey: path) { _ = inotify_rm_watch(queue, watch) }
    #endif
  }
}
