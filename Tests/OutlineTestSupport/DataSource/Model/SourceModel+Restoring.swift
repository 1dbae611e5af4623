import Outline

//  The expansion of a saved state, with or without loads.

/// A call that restores a state and waits for loads.
private struct Restoration {
  let caller: Int
  let state: ViewState<Int>
  let pageLimit: Int
  var missing: ViewState<Int>
  /// The number of requested pages; the largest number for an item whose load has failed.
  var pageCounts: [Int: Int] = [:]
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
        return (item: parent, step: beginStep(wait, for: .item(parent), restoration.caller))
      }
    }
    awaitPages(steps[...], restoration) { [unowned self] restoration in
      var restoration = restoration
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
      if error != nil { restoration.pageCounts[item] = .max }
      awaitPages(steps.dropFirst(), restoration, finish)
    }
  }
}
