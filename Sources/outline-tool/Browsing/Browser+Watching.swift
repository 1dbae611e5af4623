import Outline

extension Browser {
  /// Calls a closure with `true` whenever the input has changed and rests, and with `false` when it
  /// has been gone or empty for a second.
  func beginWatching(
    _ known: FileStatus, _ report: @escaping @Sendable (_ isThere: Bool) -> Void
  ) -> Task<Void, Never>? {
    guard let path = input.path else { return nil }
    let (changes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watcher = FileWatcher { continuation.yield() }
    self.watcher = watcher
    if case .directory = document.source {
      watch(nil, at: path, known)
      for node in outline.items where outline.hasChildren(node) {
        watch(node, at: self.path(of: node), nil)
      }
      return Task {
        for await _ in changes {
          // Programs change several entries at once.
          try? await Task.sleep(for: .milliseconds(100))
          report(true)
        }
      }
    }
    return Task { await watchFile(path, known, by: watcher, changes, report) }
  }

  /// Watches a file.
  ///
  /// A file that another program is writing, or that is gone or empty for a moment, is not
  /// reported.
  private func watchFile(
    _ path: Bytes, _ known: FileStatus, by watcher: FileWatcher, _ changes: AsyncStream<Void>,
    _ report: @Sendable (_ isThere: Bool) -> Void
  ) async {
    var known = known
    var isGone = false
    watcher.watch(path.parentDirectory, isDirectory: true)
    watcher.watch(path, isDirectory: false)
    for await _ in changes {
      watcher.watch(path, isDirectory: false)
      var last: FileStatus?
      var misses = 0
      while misses < 5, (try? await Task.sleep(for: .milliseconds(200))) != nil {
        // Programs empty a file before they write it.
        let status = try? FileStatus(followingLinks: path)
        let current = status?.size == 0 ? nil : status
        misses = current == nil ? misses + 1 : 0
        if let current, current == last {
          if current != known || isGone { report(true) }
          known = current
          isGone = false
          break
        }
        last = current
      }
      if misses == 5 && !isGone {
        isGone = true
        report(false)
      }
    }
  }
}

extension Bytes {
  /// The path without its last component.
  fileprivate var parentDirectory: Bytes {
    guard let slash = lastIndex(of: UInt8(ascii: "/")) else { return Bytes(".".utf8) }
    return slash == 0 ? Bytes("/".utf8) : Bytes(self[..<slash])
  }
}

// MARK: - Directories

extension Browser {
  /// Watches the entries of a directory, which were read when it had some status.
  func watch(_ directory: Node?, at path: Bytes, _ status: FileStatus?) {
    guard let watcher else { return }
    watcher.watch(path, isDirectory: true)
    watchedDirectories[directory] = WatchedDirectory(
      path: path, status: status ?? (try? FileStatus(followingLinks: path)))
  }

  /// Reads the expanded directories again whose entries have changed.
  func readChangedDirectories() {
    let all = source.snapshot()
    for (directory, known) in watchedDirectories {
      if let directory, !all.isExpanded(directory) {
        if !all.contains(directory) {
          watchedDirectories[directory] = nil
          watcher?.unwatch(known.path)
        }
        continue
      }
      let status = try? FileStatus(followingLinks: known.path)
      // The entry of another directory that is gone goes with those of its parent.
      if status == nil && directory == nil { message = noVersionMessage }
      guard let status, status != known.status else { continue }
      source.beginReloadingChildren(of: directory.map { .item($0) } ?? .section(0))
    }
  }
}
