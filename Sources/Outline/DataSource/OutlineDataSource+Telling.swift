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
    /// The operation whose steps it holds, while it may get more of them.
    var operation: Operation?

    init(
      snapshot: Snapshot<Section, Item>, presentation: Update.Presentation,
      author: AttachedAdapter? = nil, completion: (() -> Void)? = nil
    ) {
      self.snapshot = snapshot
      self.presentation = presentation
      self.author = author
      self.completion = completion
    }
  }

  /// Makes calls to handlers, during which changes wait; they are told afterwards.
  func holdingChanges<Result, Failure: Error>(
    _ calls: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    callDepth += 1
    defer {
      callDepth -= 1
      tellPending()
    }
    return try calls()
  }

  /// Has a change told once its turn comes, which is at once unless a call is under way.
  func enqueue(_ change: Change) {
    forgetRecords(ofItemsIn: latest, goneFrom: change.snapshot)
    latest = change.snapshot
    latest.removeAllMarks()
    pending.append(change)
    tellPending()
  }

  /// Tells the changes that wait, unless a call is under way.
  private func tellPending() {
    guard callDepth == 0 else { return }
    callDepth += 1
    while !pending.isEmpty {
      tell(pending.removeFirst())
    }
    callDepth -= 1
  }

  private func tell(_ change: Change) {
    adapters.removeAll { $0.adapter == nil }
    let changed = noteContent(of: change)
    var snapshot = change.snapshot
    snapshot.mark(changed, as: contentUpdate)
    let update = Update(
      from: current, to: snapshot, presentation: change.presentation,
      reloadThreshold: reloadThreshold)
    current = update.finalSnapshot
    let isNews = update.changesAnything
    if isNews {
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
        bring(attached, upTo: update)
      } else if isNews && attached.movesAhead == 0 {
        adapter.show(update)
      }
    }
    tellReconfigures(of: update)
    change.completion?()
  }

  /// Tells an adapter of the change that its view has made itself, as far as it does not know.
  private func bring(_ author: AttachedAdapter, upTo update: Update) {
    guard author.movesAhead > 0 else {
      author.adapter?.reconfigure(update.difference.updatedRows, in: update.finalSnapshot)
      return
    }
    author.movesAhead -= 1
    if author.movesAhead == 0 {
      author.adapter?.reload(update.finalSnapshot)
    }
  }
}

// MARK: - Operations of several steps

extension OutlineDataSource {
  /// What a user has asked for: its steps are one update, unless a handler makes a change between.
  struct Operation: Equatable {
    let number: Int
    let isAnimated: Bool
  }

  /// Begins an operation, to be carried out while changes are held.
  func makeOperation(isAnimated: Bool) -> Operation {
    lastNumber += 1
    return Operation(number: lastNumber, isAnimated: isAnimated)
  }

  /// Makes a step of an operation.
  ///
  /// Handlers that are asked afterwards are asked on top of it.
  func step(_ operation: Operation, _ edit: (inout Snapshot<Section, Item>) -> Void) {
    if pending.last?.operation != operation {
      var change = Change(
        snapshot: latest, presentation: operation.isAnimated ? .animated : .immediate)
      change.operation = operation
      pending.append(change)
    }
    edit(&pending[pending.count - 1].snapshot)
    latest = pending[pending.count - 1].snapshot
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
