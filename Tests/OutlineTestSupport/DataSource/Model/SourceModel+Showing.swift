import Outline

//  Updates that adapters show, and completions, which wait for them.

extension SourceModel {
  func whenShown(_ number: Int, _ call: SourceCall = .whenShown) {
    deferringDelivery {
      if changes.isEmpty { enqueue(Origin(presentation: .immediate)) { _ in } }
      changes[changes.count - 1].shownHandlers.append((call, number))
    }
  }

  func finishShowing(_ number: Int) {
    if dropShowing(number) { deferringDelivery {} }
  }

  /// Forgets an animation; the data source notices at the next delivery.
  func dropShowing(_ number: Int) -> Bool {
    guard !animations.isEmpty else { return false }
    animations.remove(at: number % animations.count).isShowing = false
    return true
  }

  func toggleAdapter() {
    adapters[1] = Adapter(attachment: adapters[1].attachment + 1)
    for delivery in animations { delivery.isShowing = false }
    deferringDelivery {}
  }

  func nextShownHandler() -> Handler? {
    while let first = deliveries.first, !first.isShowing {
      if !first.handlers.isEmpty { return first.handlers.removeFirst() }
      deliveries.removeFirst()
    }
    return nil
  }

  /// Performs an operation, and calls its completion once adapters show its changes.
  public func perform(_ operation: ScriptedOperation, completion: Int?) -> ScriptedResult {
    isInCall = callDepth > 0
    guard let completion, operation.hasCompletion else { return perform(operation) }
    callDepth += 1
    let result = perform(operation)
    let isFailed = if case .failed = result { true } else { false }
    if !isFailed { whenShown(completion, .completion) }
    callDepth -= 1
    // An undo that fails delivers nothing.
    if case .undo = operation, isFailed { return result }
    deferringDelivery {}
    return result
  }
}

extension ScriptedOperation {
  fileprivate var hasCompletion: Bool {
    switch self {
    case .apply, .applySections, .applySnapshotUsingReloadData, .update, .mark, .markSection,
      .checkContent,
      .expand,
      .collapse, .toggle, .expandSubtree, .collapseSubtree, .drop, .undo,
      .restore:
      true
    default: false
    }
  }
}

extension SnapshotModel {
  /// The sections, and the visible rows as they are drawn.
  var visibleRows: [[String]] {
    entries.map { entry in
      ["\(entry.section)"]
        + entry.outline.entries.filter(\.isVisible).map {
          "\($0.item) \($0.level) \($0.isExpanded) \($0.childCount > 0)"
        }
    }
  }
}
