//  Changes that are made while observers or handlers run stay in the queue until they return.

extension OutlineDataSource {
  typealias Change = UpdateQueue<Section, Item>.Change
  typealias Origin = UpdateQueue<Section, Item>.Origin

  /// The snapshot after all changes, delivered and pending, without marks.
  var latest: Snapshot<Section, Item> { queue.latest }

  /// Changes the snapshot, and notifies observers unless observers or handlers are running.
  ///
  /// The edit must not use the data source.
  func enqueue(
    _ origin: Origin, whenReceived: (() -> Void)? = nil, whenShown: (() -> Void)? = nil,
    _ edit: (_ snapshot: inout Snapshot<Section, Item>) -> Void
  ) {
    deferringDelivery {
      let old = loads.isEmpty && displaced.withheldChildren.isEmpty ? nil : latest
      queue.enqueue(origin, whenReceived: whenReceived, whenShown: whenShown, edit)
      if let old {
        forgetLoads(ofParentsIn: old, missingFrom: latest)
      }
    }
  }

  /// Expands or collapses items, in place if nothing else holds the snapshot.
  ///
  /// The edit deletes no items, so it ends no loads.
  func enqueueExpansion(
    _ origin: Origin, _ edit: (_ snapshot: inout Snapshot<Section, Item>) -> Void
  ) {
    deferringDelivery { queue.enqueue(origin, edit) }
  }

  /// Makes changes that are delivered afterwards, those of one group together.
  func deferringDelivery<Result, Failure: Error>(
    _ changes: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    callDepth += 1
    defer {
      while callDepth == 1 {
        if let handler = nextShownHandler() {
          callingHandler(handler)
        } else if let change = queue.next() {
          deliver(change)
        } else {
          break
        }
      }
      callDepth -= 1
    }
    return try changes()
  }

  /// Calls a handler, which reads the latest snapshot.
  func callingHandler<Result>(_ call: () -> Result) -> Result {
    calling(isHandler: true, call)
  }

  /// Calls an observer, which reads the snapshot that it shows.
  func callingObserver<Result>(_ call: () -> Result) -> Result {
    calling(isHandler: false, call)
  }

  private func calling<Result>(isHandler: Bool, _ call: () -> Result) -> Result {
    let wasInHandler = isInHandler
    isInHandler = isHandler
    return deferringDelivery {
      defer { isInHandler = wasInHandler }
      return call()
    }
  }

  private func deliver(_ change: Change) {
    removeReleasedAdapters()
    let origin = change.origin
    let changed = content.update(to: change.snapshot) { observer in
      origin.presentation == .reload || (observer as? AttachedAdapter)?.needsReload ?? false
    }
    let delivery = Delivery(change.whenShown)
    defer {
      change.whenReceived.map(callingHandler)
      deliveries.append(delivery)
    }
    guard
      !changed.isEmpty || origin.presentation == .reload || origin.author != nil
        || change.snapshot.hasMarks || !change.snapshot.isTriviallyIdentical(to: queue.current)
    else { return }
    var snapshot = change.snapshot
    snapshot.mark(changed, as: contentUpdate)
    let update = Update(
      from: queue.current, to: snapshot, presentation: origin.presentation,
      reloadThreshold: reloadThreshold, by: differencing)
    queue.setCurrent(update.finalSnapshot)
    show(update, madeBy: origin.author, in: delivery)
  }
}
