import Outline

//  What happens by itself, one event at a time: a result arrives, a caller begins or stops to wait,
//  time passes.

/// What a loader returns.
public struct ScriptedPage: Equatable, Sendable {
  /// The children; `nil` for a failure.
  var items: [Int]?
  var cursor: Int?
}

/// A call that waits for children.
public enum ScriptedWait: Equatable, Sendable {
  case load, reload, more
}

/// What happens when the jobs of tasks run.
enum ScriptedEvent {
  case result(ScriptedPage, of: ScriptedParent, load: Int)
  case wait(ScriptedWait, for: ScriptedParent, waiter: Int)
  case leave(waiter: Int)
  case time
}

struct Boom: Error, CustomStringConvertible {
  var description: String { "boom" }
}

extension SourceModel {
  func settle() {
    while let event = next {
      next = nil
      switch event {
      case .result(let page, of: let parent, load: let number):
        if let load = records[parent]?.load, load.number == number {
          arrive(page, for: parent, load)
        }
      case .wait(let wait, for: let parent, let waiter): begin(wait, for: parent, waiter)
      case .leave(let waiter): leave(waiter)
      case .time:
        let slow = records.compactMap { parent, record in
          record.load.map { (parent: parent, load: $0) }
        }.filter { !$0.load.isSlow && time - $0.load.start >= SourceScript.slowAfter }
        for (parent, load) in slow.sorted(by: { $0.load.number < $1.load.number })
        where records[parent]?.load?.number == load.number {
          records[parent]?.load?.isSlow = true
          tell(parent)
        }
      }
    }
    for parent in records.keys { records[parent]?.load?.isStarted = true }
    for waiter in ends.keys.sorted() {
      let end = ends[waiter] ?? nil
      let isCancelled = cancelledWaiters.contains(waiter) && end == nil
      script.end(waiter, isCancelled ? "\(CancellationError())" : end)
      openWaiters.removeAll { $0 == waiter }
    }
    ends = [:]
  }

  func resume(_ waiters: [Int], _ error: String?) {
    for waiter in waiters where openWaiters.contains(waiter) && ends[waiter] == nil {
      ends[waiter] = .some(error)
    }
  }

  private func begin(_ wait: ScriptedWait, for parent: ScriptedParent, _ waiter: Int) {
    guard isKnown(parent, in: latest) else {
      switch parent {
      case .item(let item): return resume([waiter], "unknown \([item])")
      case .section(let section):
        return resume([waiter], SectionedSnapshotError<Int, Int>.unknownSections([section]).summary)
      }
    }
    let begins =
      switch wait {
      case .load: needsLoad(parent)
      case .reload: loader != nil
      case .more: hasMore(parent)
      }
    if begins {
      begin(parent, .waiter(waiter), isNextPage: wait == .more)
    } else if records[parent]?.load != nil {
      records[parent]?.load?.waiters.append(waiter)
    } else {
      resume([waiter], nil)
    }
  }

  private func arrive(_ page: ScriptedPage, for parent: ScriptedParent, _ load: Load) {
    records[parent]?.load = nil
    deferringDelivery {
      let group = makeGroup(isAnimated: true)
      if let failure = insert(page, below: parent, load, in: group) {
        if load.isNextPage {
          records[parent]?.status.pageFailure = failure
        } else {
          records[parent]?.status.failure = failure
        }
        tell(parent)
        resume(load.waiters, failure)
        return
      }
      tell(parent, in: group)
      var record = records[parent] ?? Record()
      record.cursor = page.cursor.map { ($0, load.generation) }
      record.isEmpty = children(of: parent, in: latest).isEmpty
      if !load.isNextPage { record.status.failure = nil }
      records[parent] = record
      resume(load.waiters, nil)
      if case .item(let item) = parent, load.expandsParent { expandLoaded(item, in: group) }
    }
  }

  /// Inserts a page, and returns the failure.
  private func insert(
    _ page: ScriptedPage, below parent: ScriptedParent, _ load: Load, in group: Origin
  ) -> String? {
    guard let items = page.items else { return "boom" }
    let old = latest
    guard items.repetitions.isEmpty else { return "duplicates \(items.repetitions.sorted())" }
    let siblings = children(of: parent, in: old)
    let replaced = load.isNextPage ? [] : siblings.flatMap(\.subtree)
    let known = items.filter { old.node($0) != nil && !replaced.contains($0) }
    if load.loader.isStrict && !known.isEmpty { return "duplicates \(known.sorted())" }
    let ancestors = old.path(to: parent)
    var new = items.filter { !ancestors.contains($0) }
    if load.isNextPage { new.removeAll { item in siblings.contains { $0.item == item } } }
    let nodes = new.map { item in
      old.node(item)?.without { $0 != item && new.contains($0) }
        ?? load.initial.node(item)?.without {
          $0 != item && (new.contains($0) || old.node($0) != nil)
        } ?? .init(item: item)
    }
    var outline = old
    for item in new {
      for index in outline.entries.indices { outline.entries[index].outline.remove(item) }
    }
    outline.withChildren(of: parent) { $0 = (load.isNextPage ? $0 : []) + nodes }
    if !load.isNextPage { withheld.removeAll { $0.parent == parent } }
    adopt(in: &outline, from: old, except: items)
    withheld += items.filter(ancestors.contains).map { (parent, $0) }
    enqueue(group) { $0 = outline }
    return nil
  }

  /// Moves children that were above their parents before.
  private func adopt(in outline: inout Outline, from old: Outline, except page: [Int]) {
    withheld.removeAll { parent, child in
      if page.contains(child) || !isKnown(parent, in: outline) { return true }
      if children(of: parent, in: outline).contains(where: { $0.item == child }) { return true }
      guard !outline.path(to: parent).contains(child) else { return false }
      let known = outline.node(child)
      guard
        let node = known ?? old.node(child)?.without({ $0 != child && outline.node($0) != nil })
      else { return false }
      for index in outline.entries.indices { outline.entries[index].outline.remove(child) }
      outline.withChildren(of: parent) { $0.append(node) }
      return true
    }
  }
}

extension SnapshotModel<Int, Int> {
  /// The item and its ancestors.
  fileprivate func path(to parent: ScriptedParent) -> [Int] {
    guard case .item(let item) = parent else { return [] }
    return [item] + (entries.lazy.compactMap { $0.outline.ancestors(of: item) }.first ?? [])
  }

  fileprivate mutating func withChildren(
    of parent: ScriptedParent, _ body: (inout [OutlineModel<Int>.Node]) -> Void
  ) {
    for index in entries.indices {
      switch parent {
      case .item(let item): entries[index].outline.withChildren(of: item, body)
      case .section(let section):
        if entries[index].section == section { body(&entries[index].outline.roots) }
      }
    }
  }
}

extension OutlineModel.Node {
  /// The node without some of its descendants.
  fileprivate func without(_ isRemoved: (Item) -> Bool) -> Self {
    var node = self
    node.children = children.filter { !isRemoved($0.item) }.map { $0.without(isRemoved) }
    return node
  }
}
