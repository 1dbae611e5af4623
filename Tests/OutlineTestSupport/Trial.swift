public import Outline

/// One step of a trial: an operation, or something done with copies.
public enum Step<Item: Hashable & Comparable> {
  case apply(Operation<Item>)
  /// Keeps a copy, whose contents are checked at the end.
  case copy
  /// Goes on with an older copy and keeps the present value in its place.
  case exchange(copy: Int)
  /// Appends what an older copy has and the present value has not.
  case append(copy: Int, to: Item?)
}

extension Step: Sendable where Item: Sendable {}

extension Step: CustomStringConvertible {
  public var description: String {
    switch self {
    case .apply(let operation): ".apply(\(operation))"
    case .copy: ".copy"
    case .exchange(copy: let index): ".exchange(copy: \(index))"
    case .append(copy: let index, to: let parent):
      ".append(copy: \(index), to: \(parent.map { String(reflecting: $0) } ?? "nil"))"
    }
  }
}

/// A snapshot and a model that go through the same steps.
public struct Trial<Item: Hashable & Comparable> {
  public private(set) var snapshot: SectionSnapshot<Item>
  public private(set) var model = OutlineModel<Item>()
  public private(set) var copies: [(snapshot: SectionSnapshot<Item>, model: OutlineModel<Item>)] =
    []

  public init(startingWith empty: SectionSnapshot<Item>) {
    snapshot = empty
  }

  /// Takes one step in both and compares what the two give back.
  public mutating func take(_ step: Step<Item>) throws(Disagreement) {
    switch step {
    case .apply(let operation):
      let expected = operation.apply(to: &model)
      try agree("\(operation)", operation.apply(to: &snapshot), expected)
    case .copy:
      copies.append((snapshot, model))
    case .exchange(copy: let index):
      guard copies.indices.contains(index) else { return }
      (copies[index], (snapshot, model)) = ((snapshot, model), copies[index])
    case .append(copy: let index, to: let parent):
      guard copies.indices.contains(index) else { return }
      let known = Set(model.items)
      let copy = copies[index]
      let expected = outcome { () throws(SnapshotError<Item>) in
        try model.append(copy.model.filtered { !known.contains($0) }, to: parent)
      }
      let actual = outcome { () throws(SnapshotError<Item>) in
        try snapshot.append(copy.snapshot.filtered { !known.contains($0) }, to: parent)
      }
      try agree("\(step)", actual, expected)
    }
  }

  /// Compares the copies with what they were, and lets go of them.
  public mutating func checkCopies() throws(Disagreement) {
    for (index, copy) in copies.enumerated() {
      do {
        try copy.model.compareAll(with: copy.snapshot)
      } catch {
        throw Disagreement("copy \(index) has changed: \(error)")
      }
    }
    copies = []
  }

  private func outcome(_ body: () throws(SnapshotError<Item>) -> Void) -> Outcome<Item> {
    do {
      try body()
      return .done
    } catch {
      return .failed(error)
    }
  }
}

/// Takes the steps from an empty snapshot, compares everything after each, and tells what is wrong.
public func disagreement<Item>(
  after steps: [Step<Item>], startingWith empty: SectionSnapshot<Item>,
  check: (SectionSnapshot<Item>) -> Void = { _ in }
) -> Disagreement? {
  var trial = Trial(startingWith: empty)
  do {
    for step in steps {
      try trial.take(step)
      check(trial.snapshot)
      try trial.model.compareAll(with: trial.snapshot)
    }
    try trial.checkCopies()
    return nil
  } catch {
    return error
  }
}

/// The shortest list that can be had by leaving elements out while it still fails.
public func shrunk<Element>(
  _ list: [Element], while stillFails: ([Element]) -> Bool
) -> [Element] {
  var list = list
  var size = list.count
  while size > 0 {
    var start = 0
    var isShorter = false
    while start < list.count {
      var candidate = list
      candidate.removeSubrange(start..<min(start + size, list.count))
      if stillFails(candidate) {
        list = candidate
        isShorter = true
      } else {
        start += size
      }
    }
    if size > 1 || !isShorter { size /= 2 }
  }
  return list
}
