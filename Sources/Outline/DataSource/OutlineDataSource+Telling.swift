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

  /// Makes calls to handlers, during which changes wait.
  func holdingChanges<Result>(_ calls: () -> Result) -> Result {
    callDepth += 1
    let result = calls()
    callDepth -= 1
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
  func tellPending() {
    guard callDepth == 0 else { return }
    while !pending.isEmpty {
      holdingChanges { tell(pending.removeFirst()) }
    }
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
    for attached in adapters {
      if let adapter = attached.adapter, ObjectIdentifier(adapter) != change.author {
        adapter.show(update)
      }
    }
    buffers.removeAll { $0.buffer == nil }
    for buffer in buffers {
      buffer.buffer?.add(update)
    }
    tellReconfigures(of: update)
    change.completion?()
    if change.author != nil {
      // It moved its rows as they were.
      checkContent()
    }
  }
}
