extension LoadStates {
  /// Begins a load that takes over the reasons for the one in progress.
  mutating func restart(
    _ reason: Reason, _ record: inout Record, lacksChildren: Bool
  ) -> [Effect] {
    guard let old = record.load, !old.isNextPage else {
      return begin(reason, isNextPage: false, &record)
    }
    _ = cancel(old, &record, lacksChildren: lacksChildren)
    let effects = begin(reason, isNextPage: false, &record)
    record.load?.takeOver(old)
    return [.cancel(id: old.id)] + effects
  }

  /// Handles events that do not end a load by a result.
  func change(
    _ event: Event, _ record: inout Record, lacksChildren: Bool
  ) -> [Effect] {
    guard let load = record.load, !load.hasArrived else { return [] }
    switch event {
    case .waiterLeft(let waiter):
      guard let index = load.waiters.firstIndex(of: waiter) else { return [] }
      record.load?.waiters.remove(at: index)
    case .collapsed(let cancels):
      guard load.expansion != nil else { return [] }
      record.load?.expansion = nil
      if !cancels { record.load?.isRequested = true }
    case .slow(let id):
      // A load that replaces a slow one is slow from its beginning.
      guard load.id == id, !load.isSlow else { return [] }
      record.load?.isSlow = true
      return [.notify]
    default:
      return cancel(load, &record, lacksChildren: lacksChildren)
    }
    return record.load?.hasReason ?? true ? [] : cancel(load, &record, lacksChildren: lacksChildren)
  }

  /// Restores the status before a load.
  private func cancel(
    _ load: PendingLoad, _ record: inout Record, lacksChildren: Bool
  ) -> [Effect] {
    // A mark that was set during the load applies to the previous children.
    let isStale =
      record.status.isStale && load.previous.failure == nil
      && (record.isChildless || !lacksChildren)
    let waiters = record.load?.waiters ?? []
    record.load = nil
    record.status = load.previous
    record.status.isStale = isStale || load.previous.isStale
    return [
      .cancel(id: load.id), .resume(waiters: waiters, throwing: CancellationError()), .notify,
    ]
  }

  func finish(_ event: Event, _ record: inout Record) -> [Effect] {
    switch (event, record.load) {
    case (.arrived(let id, let page), let load?) where load.id == id && !load.hasArrived:
      record.load?.hasArrived = true
      return [.insert(id: id, page, isNextPage: load.isNextPage)]
    case (.inserted(let id, let isChildless, let cursor), let load?) where load.id == id:
      record.load = nil
      record.cursor = cursor
      record.isChildless = isChildless
      if !load.isNextPage {
        // A handler may have failed to supply children during the load.
        record.status.failure = nil
      }
      return [.resume(waiters: load.waiters, throwing: nil)]
        + (load.expansion.map { [.expand($0)] } ?? [])
    case (.failed(let id, let error), let load?) where load.id == id:
      record.load = nil
      if load.isNextPage {
        record.status.pageFailure = error
      } else {
        record.status.failure = error
      }
      return [.notify, .resume(waiters: load.waiters, throwing: error)]
    default:
      return []
    }
  }

  /// Records that the user has given a parent its first children, or has taken the last ones.
  func recordDrop(_ event: Event, _ record: inout Record, lacksChildren: Bool) {
    let isInProgress = record.load.map { !$0.isNextPage } ?? false
    if case .gainedChildren = event {
      if isInProgress {
        record.load?.previous.isStale = true
      } else if record.status.failure == nil && !record.isChildless && lacksChildren {
        record.status.isStale = true
      }
    } else if isInProgress {
      record.isChildless = !(record.load?.previous.isStale ?? false)
      record.load?.previous.isStale = false
    } else if record.status.failure == nil {
      record.isChildless = !record.status.isStale
      record.status.isStale = false
    }
  }

  static func end(_ load: PendingLoad) -> [Effect] {
    [.cancel(id: load.id), .resume(waiters: load.waiters, throwing: CancellationError())]
  }
}
