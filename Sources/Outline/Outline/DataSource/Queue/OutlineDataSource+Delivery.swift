//      toggle ──▶ deferringDelivery ──▶ performExpansion ──▶ enqueue ──▶ deliver ──▶ adapter
//                                            └──▶ callHandlers

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
        if let handler = observers.nextShownHandler() {
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

  /// Passes a change to the observers.
  private func deliver(
    _ change: UpdateQueue<Section, Item>.Change, _ snapshot: Snapshot<Section, Item>
  ) {
    let (presentation, mover) = (change.origin.presentation, change.origin.mover)
    let changed = observers.changedItems(in: snapshot, isReload: presentation == .reload)
    let delivery = Delivery(change.whenShown)
    if !changed.isEmpty || presentation == .reload || mover != nil || snapshot.hasMarks
      || !snapshot.isTriviallyIdentical(to: queue.delivered)
    {
      var snapshot = snapshot
      snapshot.mark(changed, as: contentUpdate)
      let update = Update(
        from: queue.delivered, to: snapshot, presentation: presentation,
        reloadThreshold: reloadThreshold, by: differencing)
      queue.setDelivered(update.finalSnapshot)
      let hasChanges = update.changesAnything
      // Sequences go first: one that an adapter creates must not contain this update.
      if hasChanges { observers.addToSequences(update) }
      for attached in observers.adapters {
        let isMoving = attached === mover
        // An earlier adapter may have detached this one.
        guard let adapter = attached.adapter,
          isMoving || hasChanges && attached.undeliveredMoves == 0
        else { continue }
        let completion = PendingCompletion(by: attached, of: self)
        if isMoving {
          attached.finishMove(
            with: update, displayedRows: observers.content.comparedRows(of: attached),
            completion: completion.finish)
        } else {
          adapter.show(update, completion: completion.finish)
        }
        delivery.add(completion)
      }
      callReconfigureHandler(for: update)
    }
    change.whenReceived.map(callingHandler)
    observers.add(delivery)
  }
}
