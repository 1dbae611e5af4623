public import Outline

//  Calls that wait for loads, some of them for several loads in turn.

/// A call that waits for children.
public enum ScriptedWait: Equatable, Sendable {
  case load, reload, more
  case reveal
  case subtree(levels: Int?, itemLimit: Int)
  /// Waits for the loads of several items, not for one parent.
  case restore(ViewState<Int>, collapsesOthers: Bool, pageLimit: Int?)
}

extension SourceModel {
  /// A call that waits for a load, and the action that follows.
  struct Step {
    let caller: Int
    /// A Boolean value that indicates whether the call waits for this load now.
    var next: ((_ error: String?) -> Void)?
    var end: String??
    /// A Boolean value that indicates whether the task has begun to wait.
    var isWaiting = false
    /// A Boolean value that indicates whether the task has been cancelled since.
    var isCancelled = false
  }

  private static let cancellation = "\(CancellationError())"
  /// The end of a load of a further page when the children are listed again.
  static let replacement = "replaced"

  func begin(_ wait: ScriptedWait, for parent: ScriptedParent, _ caller: Int) {
    let finish = { [unowned self] (result: String) in ends[caller] = result }
    switch (wait, parent) {
    case (.reveal, .item(let item)): reveal(item, caller, finish)
    case (.subtree(let levels, let limit), .item(let item)):
      guard latest.node(item) != nil else { return finish("false") }
      let descent = Descent(
        caller: caller, levels: levels ?? .max, itemLimit: limit, parents: [item])
      descend(descent) { finish("\($0)") }
    case (.restore(let state, let collapsesOthers, let pageLimit), _):
      loadAndRestore(state, collapsesOthers: collapsesOthers, pageLimit: pageLimit, caller) {
        finish("\($0)")
      }
    default:
      self.wait(wait, for: parent, caller) { error in
        finish(error == Self.replacement ? Self.cancellation : error ?? "there")
      }
    }
  }

  /// Waits for one load.
  private func wait(
    _ wait: ScriptedWait, for parent: ScriptedParent, _ caller: Int,
    next: @escaping (_ error: String?) -> Void
  ) {
    if cancelledWaiters.contains(caller) { return next(Self.cancellation) }
    guard isKnown(parent, in: latest) else {
      switch parent {
      case .item(let item): return next("unknown \([item])")
      case .section(let section):
        return next(SnapshotError<Int, Int>.unknownSections([section]).summary)
      }
    }
    takeTurn(beginStep(wait, for: parent, caller), caller, next: next)
  }

  /// Begins a load, or joins the one in progress, for a step of a caller.
  func beginStep(
    _ wait: ScriptedWait, for parent: ScriptedParent, _ caller: Int, expandsParent: Bool = false
  ) -> Int {
    let begins =
      switch wait {
      case .load: needsLoad(parent)
      case .more: hasMore(parent)
      default: loader(of: parent) != nil
      }
    let step = makeStep(caller)
    if begins {
      begin(
        parent, .waiter(step, expandsParent: expandsParent), isNextPage: wait == .more,
        isReload: wait == .reload)
    } else if records[parent]?.load != nil {
      records[parent]?.load?.waiters.append(step)
    } else {
      resume([step], nil)
    }
    return step
  }

  /// Waits for the load of a step, unless it has ended or the caller is cancelled.
  func takeTurn(
    _ step: Int, _ caller: Int, next: @escaping (_ error: String?) -> Void
  ) {
    if steps[step]?.end == nil {
      guard cancelledWaiters.contains(caller) else {
        steps[step]?.next = next
        // The task begins to wait after the other tasks that are ready now.
        readySteps.append(step)
        return
      }
      leave(step)
      end(step, Self.cancellation)
    }
    next(steps.removeValue(forKey: step)?.end ?? nil)
  }

  private func makeStep(_ caller: Int) -> Int {
    stepCount += 1
    steps[stepCount] = Step(caller: caller)
    return stepCount
  }

  func resume(_ waiters: [Int], _ error: String?) {
    for step in waiters where steps[step]?.end == nil { end(step, error) }
  }

  private func end(_ step: Int, _ error: String?) {
    steps[step]?.end = .some(error)
    if steps[step]?.next != nil && steps[step]?.isCancelled == false { readySteps.append(step) }
  }

  /// Continues the calls whose loads have ended.
  func takeSteps() {
    while !readySteps.isEmpty {
      let number = readySteps.removeFirst()
      if let step = steps[number], step.end == nil {
        guard !step.isCancelled, cancelledWaiters.contains(step.caller) else {
          steps[number]?.isWaiting = true
          continue
        }
        steps[number]?.isCancelled = true
        leave(number)
        end(number, Self.cancellation)
      }
      guard let step = steps.removeValue(forKey: number) else { continue }
      step.next?(step.end ?? nil)
    }
  }

  /// The caller has been cancelled, and no longer waits.
  func cancelSteps(of caller: Int) {
    for (number, step) in steps where step.caller == caller && step.end == nil && step.isWaiting {
      steps[number]?.isCancelled = true
    }
  }

  func stopWaiting(_ caller: Int) {
    for number in steps.keys.sorted() where steps[number]?.caller == caller {
      guard steps[number]?.isCancelled ?? false else { continue }
      if steps[number]?.end == nil {
        leave(number)
        end(number, Self.cancellation)
      }
      readySteps.append(number)
    }
  }
}

// MARK: - Several loads

extension SourceModel {
  private func reveal(_ item: Int, _ caller: Int, _ finish: @escaping (String) -> Void) {
    var missing = [Int]()
    var ancestor = item
    while latest.node(ancestor) == nil {
      if cancelledWaiters.contains(caller) { return finish(Self.cancellation) }
      guard !missing.contains(ancestor), let parent = SourceScript.parent(ofMissing: ancestor)
      else { return finish("false") }
      missing.append(ancestor)
      ancestor = parent
    }
    reveal(item, missing, below: ancestor, caller, finish)
  }

  private func reveal(
    _ item: Int, _ missing: [Int], below parent: Int, _ caller: Int,
    _ finish: @escaping (String) -> Void
  ) {
    guard let child = missing.last else {
      var isKnown = false
      enqueue { outline in
        isKnown = outline.node(item) != nil
        outline.expand(outline.path(to: .item(item)).dropFirst())
      }
      return finish("\(isKnown)")
    }
    let next = { [unowned self] in
      reveal(item, missing.dropLast(), below: child, caller, finish)
    }
    if latest.node(child) != nil { return next() }
    guard latest.node(parent) != nil else { return finish("false") }
    let isLoading = records[.item(parent)]?.load != nil
    var canReload = (isLoading || !needsLoad(.item(parent))) && canLoad(.item(parent))
    func go(_ wait: ScriptedWait) {
      self.wait(wait, for: .item(parent), caller) { [unowned self] error in
        if let error, error != Self.replacement { return finish(error) }
        if latest.node(child) != nil { return next() }
        if hasMore(.item(parent)) { return go(.more) }
        guard canReload else { return finish("false") }
        canReload = false
        go(.reload)
      }
    }
    go(.load)
  }
}

/// An expansion of a subtree that loads children on the way.
private struct Descent {
  let caller: Int
  let levels: Int
  let itemLimit: Int
  var parents: [Int]
  var next: [Int] = []
  var level = 0
  var count = 0
  var isComplete = true
}

extension SourceModel {
  private func descend(_ descent: Descent, _ finish: @escaping (Bool) -> Void) {
    var descent = descent
    guard !descent.parents.isEmpty, descent.level < descent.levels else {
      return finish(descent.isComplete)
    }
    guard descent.count < descent.itemLimit, !cancelledWaiters.contains(descent.caller) else {
      return finish(false)
    }
    let batch = Array(descent.parents.prefix(descent.itemLimit - descent.count))
    descent.parents.removeFirst(batch.count)
    var loads: [Int] = []
    deferringDelivery {
      let group = makeGroup(isAnimated: true)
      for item in batch {
        // The item's old section counts, even if a handler moves the item.
        let makesChildren = makesChildren(of: item)
        let isExpanded = isEffectivelyExpanded(item)
        // A handler of an earlier item may have deleted it.
        guard latest.node(item) != nil,
          isExpanded || isPending(item) || callExpandHandlers(of: item, in: group)
        else { continue }
        if !makesChildren && needsLoad(.item(item)) {
          loads.append(makeStep(descent.caller))
          begin(.item(item), .waiter(stepCount, expandsParent: !isExpanded))
        } else if !isExpanded {
          enqueue(group) { $0.expand([item]) }
        }
      }
    }
    awaitLoads(loads[...], descent.caller) { [unowned self] in
      finishBatch(batch, &descent)
      descend(descent, finish)
    }
  }

  private func awaitLoads(
    _ loads: ArraySlice<Int>, _ caller: Int, _ finish: @escaping () -> Void
  ) {
    guard let step = loads.first else { return finish() }
    takeTurn(step, caller) { [unowned self] _ in
      awaitLoads(loads.dropFirst(), caller, finish)
    }
  }

  private func finishBatch(_ batch: [Int], _ descent: inout Descent) {
    for parent in batch {
      guard isEffectivelyExpanded(parent), let children = latest.node(parent)?.children else {
        descent.isComplete = false
        continue
      }
      descent.count += children.count
      descent.next += children.filter {
        !$0.children.isEmpty || needsLoad(.item($0.item), hasChildren: false)
      }.map(\.item)
    }
    if descent.parents.isEmpty {
      descent.parents = descent.next
      descent.next = []
      descent.level += 1
    }
  }
}

// MARK: - Restoring

//  The expansion of a saved state, with or without loads.

/// A call that restores a state and waits for loads.
private struct Restoration {
  let caller: Int
  let state: ViewState<Int>
  let pageLimit: Int
  var missing: ViewState<Int>
  /// The number of requested pages; the largest number for an item whose load has failed.
  var pageCounts: [Int: Int] = [:]
  /// The items that expand when their children arrive.
  var expanding: Set<Int> = []
}

extension SourceModel {
  /// Restores the expansion of items with children, and returns the rest of the state.
  func restore(_ state: ViewState<Int>, collapsesOthers: Bool = false) -> ViewState<Int> {
    let shown = latest
    let missing = ViewState(
      expandedItems: state.expandedItems.filter {
        shown.node($0) == nil || lacksChildren($0, in: shown)
      },
      selectedItems: state.selectedItems.filter { shown.node($0) == nil })
    let opened = state.expandedItems.filter { !missing.expandedItems.contains($0) }
    let closed = shown.items.filter {
      collapsesOthers && shown.isExpanded($0) && !opened.contains($0)
    }
    deferringDelivery {
      let group = makeGroup(isAnimated: true)
      if !closed.isEmpty || opened.contains(where: { !shown.isExpanded($0) }) {
        enqueue(group) { outline in
          outline.expand(opened)
          outline.collapse(closed)
        }
      }
      for item in 0..<SourceScript.itemCount
      where collapsesOthers && !state.expandedItems.contains(item) {
        stopWaiting(item, in: group)
      }
    }
    return missing
  }

  func loadAndRestore(
    _ state: ViewState<Int>, collapsesOthers: Bool, pageLimit: Int?, _ caller: Int,
    _ finish: @escaping (_ missing: ViewState<Int>) -> Void
  ) {
    let missing = restore(state, collapsesOthers: collapsesOthers)
    restoreRest(
      Restoration(caller: caller, state: state, pageLimit: pageLimit ?? .max, missing: missing),
      finish)
  }

  /// Loads the children of the next items, restores their expansion, and repeats that.
  private func restoreRest(
    _ restoration: Restoration, _ finish: @escaping (_ missing: ViewState<Int>) -> Void
  ) {
    var restoration = restoration
    let known = latest
    if cancelledWaiters.contains(restoration.caller) { return finish(restoration.missing) }
    var wait = ScriptedWait.load
    var parents = restoration.missing.expandedItems.filter {
      known.node($0) != nil && restoration.pageCounts[$0] == nil
    }
    let wanted = restoration.missing.expandedItems + restoration.missing.selectedItems
    if parents.isEmpty && wanted.contains(where: { known.node($0) == nil }) {
      wait = .more
      parents = restoration.state.expandedItems.filter {
        hasMore(.item($0)) && restoration.pageCounts[$0] ?? 1 < restoration.pageLimit
      }
    }
    if parents.isEmpty { return finish(restoration.missing) }
    let steps = deferringDelivery {
      parents.map { parent in
        restoration.pageCounts[parent] =
          wait == .load ? 1 : (restoration.pageCounts[parent] ?? 1) + 1
        let step = beginStep(
          wait, for: .item(parent), restoration.caller, expandsParent: wait == .load)
        if isPending(parent) { restoration.expanding.insert(parent) }
        return (item: parent, step: step)
      }
    }
    awaitPages(steps[...], restoration) { [unowned self] restoration in
      var restoration = restoration
      let expanding = restoration.expanding
      restoration.missing.expandedItems.removeAll { expanding.contains($0) }
      restoration.missing = restore(restoration.missing)
      restoreRest(restoration, finish)
    }
  }

  private func awaitPages(
    _ steps: ArraySlice<(item: Int, step: Int)>, _ restoration: Restoration,
    _ finish: @escaping (_ restoration: Restoration) -> Void
  ) {
    guard let (item, step) = steps.first else { return finish(restoration) }
    takeTurn(step, restoration.caller) { [unowned self] error in
      var restoration = restoration
      if error == Self.replacement {
        return wait(.load, for: .item(item), restoration.caller) { [unowned self] error in
          let isEnded = error == nil || error == Self.replacement
          restoration.pageCounts[item] = isEnded ? 1 : .max
          if !isEnded { restoration.expanding.remove(item) }
          awaitPages(steps.dropFirst(), restoration, finish)
        }
      }
      if error != nil {
        restoration.pageCounts[item] = .max
        restoration.expanding.remove(item)
      }
      awaitPages(steps.dropFirst(), restoration, finish)
    }
  }
}
