//  Changes are told one after another, whoever makes them.

extension OutlineDataSource {
  /// A change that the observers are to be told.
  struct Change {
    /// Where it leads, with marks.
    var snapshot: Snapshot<Section, Item>
    var presentation: Update.Presentation
    /// The adapter that has made the change itself.
    var author: ObjectIdentifier?
    /// Whether it is told only if displayed content has changed.
    var isContentCheck = false
    /// What is to happen once the observers know.
    var completion: (() -> Void)?
    /// The operation whose steps it holds, while it may get more of them.
    var operation: Operation?

    init(
      snapshot: Snapshot<Section, Item>, presentation: Update.Presentation,
      author: ObjectIdentifier? = nil, isContentCheck: Bool = false,
      completion: (() -> Void)? = nil
    ) {
      self.snapshot = snapshot
      self.presentation = presentation
      self.author = author
      self.isContentCheck = isContentCheck
      self.completion = completion
    }
  }

  /// Makes calls to handlers, during which changes wait; they are told afterwards.
  func holdingChanges<Result>(_ calls: () -> Result) -> Result {
    callDepth += 1
    let result = calls()
    callDepth -= 1
    tellPending()
    return result
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
    if change.isContentCheck && changed.isEmpty { return }
    var snapshot = change.snapshot
    snapshot.mark(changed, as: contentUpdate)
    let update = Update(
      from: current, to: snapshot, presentation: change.presentation,
      reloadThreshold: reloadThreshold)
    current = update.finalSnapshot
    // A sequence that an adapter begins has the update behind it.
    buffers.removeAll { $0.buffer == nil }
    for buffer in buffers {
      buffer.buffer?.add(update)
    }
    for attached in adapters {
      guard let adapter = attached.adapter, ObjectIdentifier(adapter) != change.author,
        // An adapter before it may have detached it.
        adapters.contains(where: { $0 === attached })
      else { continue }
      adapter.show(update)
    }
    tellReconfigures(of: update)
    change.completion?()
    if change.author != nil {
      // It moved its rows as they were.
      checkContent()
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
  func step<Failure: Error>(
    _ operation: Operation, _ edit: (inout Snapshot<Section, Item>) throws(Failure) -> Void
  ) throws(Failure) {
    if pending.last?.operation != operation {
      var change = Change(
        snapshot: latest, presentation: operation.isAnimated ? .animated : .immediate)
      change.operation = operation
      pending.append(change)
    }
    try edit(&pending[pending.count - 1].snapshot)
    latest = pending[pending.count - 1].snapshot
    latest.removeAllMarks()
  }
}
