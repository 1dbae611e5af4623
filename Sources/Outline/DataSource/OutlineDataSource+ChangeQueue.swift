//  Changes are told one after another, whoever makes them.

extension OutlineDataSource {
  /// A change that the observers are to be told.
  struct Change {
    /// Where it leads, with marks.
    var snapshot: Snapshot<Section, Item>
    var presentation: Update.Presentation
    /// The adapter whose view has made the change itself.
    var author: AttachedAdapter?
    /// What is to happen once the observers know.
    var completion: (() -> Void)?
    /// The group whose steps it holds, while it may get more of them.
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

    /// Whether there may be anything to tell but content.
    func changesAnything(since current: Snapshot<Section, Item>) -> Bool {
      presentation == .reload || author != nil || snapshot.hasMarks
        || !snapshot.isTriviallyIdentical(to: current)
    }
  }

  /// Makes calls to handlers, during which changes wait; they are told afterwards.
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

  /// Has a change told once its turn comes, which is at once unless a call is under way.
  func enqueue(_ change: Change) {
    removeRecords(ofItemsIn: latest, missingFrom: change.snapshot)
    latest = change.snapshot
    latest.removeAllMarks()
    pendingChanges.append(change)
    deliverPendingChanges()
  }

  /// Tells the changes that wait, unless a call is under way.
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
      // A sequence that an adapter begins has the update behind it.
      buffers.removeAll { $0.buffer == nil }
      for buffer in buffers {
        buffer.buffer?.add(update)
      }
    }
    for attached in adapters {
      // An adapter before it may have detached it.
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

  /// Tells an adapter of the change that its view has made itself, as far as it does not know.
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

// MARK: - Operations of several steps

extension OutlineDataSource {
  /// What a user has asked for: its steps are one update, unless a handler makes a change between.
  struct EditGroup: Equatable {
    let number: Int
    let isAnimated: Bool
  }

  /// Begins a group, to be carried out while changes are held.
  func makeEditGroup(isAnimated: Bool) -> EditGroup {
    lastNumber += 1
    return EditGroup(number: lastNumber, isAnimated: isAnimated)
  }

  /// Makes a step of a group.
  ///
  /// Handlers that are asked afterwards are asked on top of it.
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
  /// The new rows whose items were visible before and look different.
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
