public import Outline

public enum Step<Item: Hashable & Comparable & Sendable> {
  case apply(Operation<Item>)
  case copy
  case exchange(copy: Int)
  /// Appends the items of an older copy that the current value lacks.
  case append(copy: Int, to: Item?)
}

extension Step: Sendable {}

public struct Versions<Outline: EditableOutline> {
  public private(set) var current: Outline
  public private(set) var copies: [Outline] = []

  public init(_ current: Outline) {
    self.current = current
  }

  public mutating func take(_ step: Step<Outline.Item>) -> Outcome<Outline.Item> {
    switch step {
    case .apply(let operation):
      return operation.apply(to: &current)
    case .copy:
      copies.append(current)
    case .exchange(copy: let index):
      if copies.indices.contains(index) { swap(&current, &copies[index]) }
    case .append(copy: let index, to: let parent):
      guard copies.indices.contains(index) else { break }
      let present = current
      let rest = copies[index].filtered(keepingSubtrees: false) { !present.contains($0) }
      do {
        // Throws if an ancestor that the filter kept exists already.
        try current.append(rest, to: parent)
      } catch {
        return .failed(error)
      }
    }
    return .done
  }

  mutating func forgetCopies() {
    copies = []
  }
}

public struct Trial<Item: Hashable & Comparable & Sendable> {
  public private(set) var snapshots: Versions<SectionSnapshot<Item>>
  public private(set) var models = Versions(OutlineModel<Item>())

  public var snapshot: SectionSnapshot<Item> { snapshots.current }
  public var model: OutlineModel<Item> { models.current }

  public init(startingWith empty: SectionSnapshot<Item>) {
    snapshots = Versions(empty)
  }

  public mutating func take(_ step: Step<Item>) throws(Disagreement) {
    let expected = models.take(step)
    try agree(swiftSource(of: step), snapshots.take(step), expected)
  }

  public mutating func checkCopies() throws(Disagreement) {
    for (index, model) in models.copies.enumerated() {
      do {
        try model.compareAll(with: snapshots.copies[index])
      } catch {
        throw Disagreement("copy \(index) has changed: \(error)")
      }
      let isEqual = model == models.current
      try agree("copy \(index) equals", snapshots.copies[index] == snapshot, isEqual)
      try agree("equals copy \(index)", snapshot == snapshots.copies[index], isEqual)
    }
    snapshots.forgetCopies()
    models.forgetCopies()
  }
}

/// Takes the steps from an empty snapshot, and returns the first disagreement.
///
/// Compares everything after each step, and calls `inspect`.
public func disagreement<Item>(
  after steps: [Step<Item>], startingWith empty: SectionSnapshot<Item>,
  inspect: (SectionSnapshot<Item>) -> Void = { _ in }
) -> Disagreement? {
  var trial = Trial(startingWith: empty)
  do {
    for step in steps {
      try trial.take(step)
      inspect(trial.snapshot)
      try trial.model.compareAll(with: trial.snapshot)
    }
    try trial.checkCopies()
    return nil
  } catch {
    return error
  }
}
