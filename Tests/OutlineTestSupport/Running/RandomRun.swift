public import Outline

/// Random sequences of steps on one layout, with about `targetCount` items of one type.
///
/// Each sequence has a number, which repeats it.
public struct RandomRun<Item: Hashable & Comparable & Sendable> {
  let empty: SectionSnapshot<Item>
  let targetCount: Int
  /// The number of steps between comparisons of the rows, every tenth of which is complete.
  let checkInterval: Int
  let item: (Int) -> Item
  /// Inspects a snapshot after each comparison of everything.
  let inspect: (SectionSnapshot<Item>) -> Void

  public init(
    empty: SectionSnapshot<Item>, targetCount: Int, checkInterval: Int,
    item: @escaping (Int) -> Item, inspect: @escaping (SectionSnapshot<Item>) -> Void
  ) {
    self.empty = empty
    self.targetCount = targetCount
    self.checkInterval = checkInterval
    self.item = item
    self.inspect = inspect
  }

  private func generator(_ number: UInt64) -> StepGenerator<Item> {
    StepGenerator(seed: number, targetCount: targetCount, item: item)
  }

  private func steps(ofSequence number: UInt64) -> [Step<Item>] {
    var models = Versions(OutlineModel<Item>())
    var generator = generator(number)
    return (0..<randomSequenceLength).map { _ in
      let step = generator.next(after: models)
      _ = models.take(step)
      return step
    }
  }
}

/// The number of steps in a random sequence; its end compares the copies.
public let randomSequenceLength = 1_000

public protocol RandomSequences {
  func disagreement(inSequence number: UInt64) -> Disagreement?

  func disagreement(inSequence number: UInt64, keeping kept: [Int]) -> Disagreement?

  func source(ofSequence number: UInt64, keeping kept: [Int]) -> String
}

extension RandomRun: RandomSequences {
  @specialized(where Item == Int)
  public func disagreement(inSequence number: UInt64) -> Disagreement? {
    var generator = generator(number)
    return disagreement(count: randomSequenceLength, interval: checkInterval) { _, trial in
      generator.next(after: trial.models)
    }
  }

  public func disagreement(inSequence number: UInt64, keeping kept: [Int]) -> Disagreement? {
    let all = steps(ofSequence: number)
    let steps = kept.map { all[$0] }
    // A long sequence is checked less often while it is shortened.
    guard steps.count > 100 else {
      return OutlineTestSupport.disagreement(after: steps, startingWith: empty, inspect: inspect)
    }
    return disagreement(count: steps.count, interval: checkInterval) { index, _ in steps[index] }
  }

  private func disagreement(
    count: Int, interval: Int, step: (_ index: Int, _ trial: Trial<Item>) -> Step<Item>
  ) -> Disagreement? {
    var trial = Trial(startingWith: empty)
    do {
      for index in 0..<count {
        try trial.take(step(index, trial))
        if (index + 1).isMultiple(of: interval * 10) || index + 1 == count {
          try trial.model.compareAll(with: trial.snapshot, unknown: [item(-1)])
          inspect(trial.snapshot)
        } else if (index + 1).isMultiple(of: interval) {
          try trial.model.compareRows(with: trial.snapshot)
        }
      }
      try trial.checkCopies()
      return nil
    } catch {
      return error
    }
  }

  public func source(ofSequence number: UInt64, keeping kept: [Int]) -> String {
    let steps = steps(ofSequence: number)
    let lines = kept.map { "  \(swiftSource(of: steps[$0])),\n" }.joined()
    return "let steps: [Step<\(Item.self)>] = [\n\(lines)]"
  }
}
