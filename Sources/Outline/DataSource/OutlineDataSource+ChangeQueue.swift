//  All changes pass through one queue. A change that is made while observers or handlers run stays
//  in the queue until they return.

extension OutlineDataSource {
  /// A change in the queue.
  struct Change {
    /// The snapshot after the change, with marks.
    var snapshot: Snapshot<Section, Item>
    var presentation: Update.Presentation
    /// The adapter whose view has already made the change.
    var author: AttachedAdapter?
    /// Called after the change has been delivered.
    var completion: (() -> Void)?
    /// The group whose edits the change consists of, while it can still grow.
    var group: EditGroup?

    init(
      snapshot: Snapshot<Section, Item>, presentation: Update.Presentation,
      author: AttachedAdapter? = nil, completion: (() -> Void)? = nil
    ) {
      self.snapshot = snapshot
      self.presentation = presentation
      self.author = author
      self.completion = completion
    }

    /// A Boolean value that indicates whether the change can affect more than displayed content.
    func changesAnything(since current: Snapshot<Section, Item>) -> Bool {
      presentation == .reload || author != nil || snapshot.hasMarks
        || !snapshot.isTriviallyIdentical(to: current)
    }
  }

  /// Runs observers or handlers, and delivers the changes that they make when they have returned.
  func deferringDelivery<Result, Failure: Error>(
    _ calls: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    callDepth += 1
    defer {
      callDepth -= 1
      deliverPendingChanges()
    }
    return try calls()
  }

  /// Appends a change to the queue, and delivers it unless observers or handlers are running.
  func enqueue(_ change: Change) {
    removeRecords(ofItemsIn: latest, missingFrom: change.snapshot)
    latest = change.snapshot
    latest.removeAllMarks()
    pendingChanges.append(change)
    deliverPendingChanges()
  }

  /// Appends a change to a snapshot to the queue.
  func enqueue(_ snapshot: Snapshot<Section, Item>, isAnimated: Bool) {
    enqueue(Change(snapshot: snapshot, presentation: isAnimated ? .animated : .immediate))
  }

  private func deliverPendingChanges() {
    guard callDepth == 0 else { return }
    callDepth += 1
    while !pendingChanges.isEmpty {
      deliver(pendingChanges.removeFirst())
    }
    callDepth -= 1
  }

  private func deliver(_ change: Change) {
    adapters.removeAll { $0.adapter == nil }
    let changed = updateDisplayedContent(for: change)
    if changed.isEmpty && !change.changesAnything(since: current) {
      change.completion?()
      return
    }
    var snapshot = change.snapshot
    snapshot.mark(changed, as: contentUpdate)
    let update = Update(
      from: current, to: snapshot, presentation: change.presentation,
      reloadThreshold: reloadThreshold, by: differencing)
    current = update.finalSnapshot
    let hasChanges = update.changesAnything
    if hasChanges {
      // Buffers go first: a sequence that an adapter creates must not contain this update.
      buffers.removeAll { $0.buffer == nil }
      for buffer in buffers {
        buffer.buffer?.add(update)
      }
    }
    for attached in adapters {
      // An earlier adapter may have detached this one.
      guard let adapter = attached.adapter, adapters.contains(where: { $0 === attached }) else {
        continue
      }
      if attached === change.author {
        notifyAuthor(attached, of: update)
      } else if hasChanges && attached.undeliveredMoves == 0 {
        adapter.show(update)
      }
    }
    callReconfigureHandler(for: update)
    change.completion?()
  }

  /// Reports the remaining changes of an update to the adapter whose view made the update's move.
  private func notifyAuthor(_ author: AttachedAdapter, of update: Update) {
    author.undeliveredMoves -= 1
    guard author.undeliveredMoves == 0 else { return }
    if author.needsReload {
      author.needsReload = false
      author.adapter?.reload(update.finalSnapshot)
    } else {
      author.adapter?.reconfigure(update.difference.updatedRows, in: update.finalSnapshot)
    }
  }
}

// MARK: - Edit groups

extension OutlineDataSource {
  /// The edits of one user action, delivered as one update unless a handler makes a change between
  /// them.
  struct EditGroup: Equatable {
    let number: Int
    let isAnimated: Bool
  }

  /// Creates a group for edits inside of ``deferringDelivery(_:)``.
  func makeEditGroup(isAnimated: Bool) -> EditGroup {
    lastNumber += 1
    return EditGroup(number: lastNumber, isAnimated: isAnimated)
  }

  /// Adds an edit to the change of a group if that is the last in the queue, else to a new change.
  ///
  /// The caller removes the load records of items that the edit deletes.
  func enqueue(in group: EditGroup, _ edit: (inout Snapshot<Section, Item>) -> Void) {
    if pendingChanges.last?.group != group {
      var change = Change(
        snapshot: latest, presentation: group.isAnimated ? .animated : .immediate)
      change.group = group
      pendingChanges.append(change)
    }
    edit(&pendingChanges[pendingChanges.count - 1].snapshot)
    latest = pendingChanges[pendingChanges.count - 1].snapshot
    latest.removeAllMarks()
  }
}

extension SnapshotDifference {
  /// The new rows of items that were visible before and are reloaded or reconfigured.
  fileprivate var updatedRows: [RowRange] {
    changes.flatMap { change in
      change.newSection.map { section in
        change.difference.reloads.union(change.difference.reconfigures).map {
          RowRange(section: section, rows: $0)
        }
      } ?? []
    }
  }
}
