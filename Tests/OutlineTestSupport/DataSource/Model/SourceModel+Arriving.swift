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
      record.cursor = page.cursor.map { ($0, load.loader.number) }
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
}
