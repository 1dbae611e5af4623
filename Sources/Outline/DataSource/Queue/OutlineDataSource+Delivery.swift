//      toggle ──▶ enqueue ──▶ deliver ──▶ show ──▶ adapter

extension OutlineDataSource {
  typealias Origin = UpdateQueue<Section, Item>.Origin

  /// The snapshot after all changes, delivered and pending, without marks.
  var latest: Snapshot<Section, Item> { queue.latest }

  /// Makes a change, by an edit that must not use the data source; all changes pass through here.
  ///
  /// - Parameter keepsItems: `true` if the edit adds and removes no items or sections, so that it
  ///   affects no loads.
  func enqueue(
    _ origin: Origin, keepsItems: Bool = false, whenReceived: (() -> Void)? = nil,
    whenShown: (() -> Void)? = nil, _ edit: (_ snapshot: inout Snapshot<Section, Item>) -> Void
  ) {
    deferringDelivery(whenShown: whenShown) {
      let keepsLoads = keepsItems || loads.isEmpty
      let old = keepsLoads ? nil : latest
      queue.append(origin, whenReceived: whenReceived, edit)
      if let old {
        loads.update(from: old, to: latest)
      }
    }
  }

  /// Makes changes, and delivers them after the outermost call; the changes of one group are one
  /// update.
  func deferringDelivery<Result, Failure: Error>(
    whenShown completion: (() -> Void)? = nil, _ changes: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    queue.beginCall()
    defer {
      while queue.isInOutermostCall {
        if let handler = queue.nextShownHandler(for: adapters) {
          callingHandler(handler)
        } else if let (change, snapshot) = queue.next() {
          deliver(change, snapshot)
        } else {
          break
        }
      }
      queue.endCall()
    }
    let result = try changes()
    if let completion {
      queue.whenShown(completion)
    }
    return result
  }

  func callingHandler<Result>(_ call: () -> Result) -> Result {
    deferringDelivery { queue.calling(isHandler: true, call) }
  }

  func callingObserver<Result>(_ call: () -> Result) -> Result {
    deferringDelivery { queue.calling(isHandler: false, call) }
  }

  private func deliver(
    _ change: UpdateQueue<Section, Item>.Change, _ snapshot: Snapshot<Section, Item>
  ) {
    removeReleasedAdapters()
    let origin = change.origin
    let changed = content.update(to: snapshot) { observer in
      origin.presentation == .reload || (observer as? AttachedAdapter)?.needsReload ?? false
    }
    let delivery = Delivery(change.whenShown)
    defer {
      change.whenReceived.map(callingHandler)
      // Views that show a change at once are the most frequent ones.
      if !delivery.isOver { queue.add(delivery) }
    }
    guard
      !changed.isEmpty || origin.presentation == .reload || origin.author != nil
        || snapshot.hasMarks || !snapshot.isTriviallyIdentical(to: queue.delivered)
    else { return }
    var snapshot = snapshot
    snapshot.mark(changed, as: contentUpdate)
    let update = Update(
      from: queue.delivered, to: snapshot, presentation: origin.presentation,
      reloadThreshold: reloadThreshold, by: differencing)
    queue.setDelivered(update.finalSnapshot)
    show(update, madeBy: origin.author, in: delivery)
  }
}
