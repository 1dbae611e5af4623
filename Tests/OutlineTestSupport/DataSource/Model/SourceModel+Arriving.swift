import Outline

//  Asynchronous events, one at a time: a result arrives, a caller begins or stops to wait, time
//  passes.

/// The result of a loader.
public struct ScriptedPage: Equatable, Sendable {
  enum Contents: Equatable, Sendable {
    case failure
    case items([Int])
    /// The random outline of a section.
    case outline(seed: UInt64)
  }

  var contents: Contents
  var cursor: Int?
}

/// An event that occurs when the jobs of tasks run.
enum ScriptedEvent {
  case result(ScriptedPage, of: ScriptedParent, load: Int)
  case wait(ScriptedWait, for: ScriptedParent, waiter: Int)
  case leave(waiter: Int)
  /// An adapter has forgotten an animation.
  case delivery
  case time
}

struct Boom: Error, CustomStringConvertible {
  var description: String { "boom" }
}

extension SourceModel {
  /// Performs the events in flight, in an order that the script chooses.
  func settle() {
    finishEvent()
    while !events.isEmpty {
      switch events.remove(at: script.choose(among: events.count)) {
      case .result(let page, of: let parent, load: let number):
        if let load = records[parent]?.load, load.number == number {
          arrive(page, for: parent, load)
        }
      case .wait(let wait, for: let parent, let waiter): begin(wait, for: parent, waiter)
      case .leave(let waiter): stopWaiting(waiter)
      case .delivery: deferringDelivery {}
      case .time: advance()
      }
      finishEvent()
    }
  }

  private func finishEvent() {
    takeSteps()
    for parent in records.keys { records[parent]?.load?.isStarted = true }
    for waiter in ends.keys.sorted() {
      script.end(waiter, ends[waiter] ?? "")
      openWaiters.removeAll { $0 == waiter }
    }
    ends = [:]
  }

  private func advance() {
    time += 200
    let slow = records.compactMap { parent, record in
      record.load.map { (parent: parent, load: $0) }
    }.filter { !$0.load.isSlow && time - $0.load.start >= SourceScript.slowAfter }
    for (parent, load) in slow.sorted(by: { $0.load.number < $1.load.number })
    where records[parent]?.load?.number == load.number {
      records[parent]?.load?.isSlow = true
      tell(parent)
    }
  }

  private func arrive(_ page: ScriptedPage, for parent: ScriptedParent, _ load: Load) {
    records[parent]?.load = nil
    deferringDelivery {
      isInserting = true
      defer { isInserting = false }
      let group = makeGroup(isAnimated: true)
      let cursors = cursors(after: page, of: parent, load)
      let repetition = page.cursor != nil && cursors == nil ? page.cursor : nil
      if let failure = repetition.map({ "repeated \($0)" })
        ?? insert(page, below: parent, load, in: group)
      {
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
      record.cursor = cursors.map { ($0, load.loader.number) }
      record.isEmpty = children(of: parent, in: latest).isEmpty
      if !load.isNextPage { record.status.failure = nil }
      records[parent] = record
      resume(load.waiters, nil)
      guard case .item(let item) = parent, load.expandsParent else { return }
      if load.expandsAlone {
        enqueue(group) { $0.expand([item]) }
      } else {
        expandLoaded(item, in: group)
      }
    }
  }

  /// The cursors since the last page with a new item; `nil` without a cursor, or if it repeats one.
  private func cursors(after page: ScriptedPage, of parent: ScriptedParent, _ load: Load) -> [Int]?
  {
    guard let cursor = page.cursor else { return nil }
    let isRepetition = load.isNextPage && page.items.allSatisfy { latest.node($0) != nil }
    guard isRepetition, let last = records[parent]?.cursor, last.loader == load.loader.number else {
      return [cursor]
    }
    // Like Brent's algorithm, it compares with the cursors at 0, 2, 6, 14 and so on.
    let landmark = sequence(first: 0) { 2 * $0 + 2 }.prefix { $0 < last.chain.count }.max() ?? 0
    return last.chain[landmark] == cursor ? nil : last.chain + [cursor]
  }
}
