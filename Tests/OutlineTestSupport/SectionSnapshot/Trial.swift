public import Outline

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
