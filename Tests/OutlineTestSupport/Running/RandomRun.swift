public import Outline

/// Random sequences of steps of a kind: on which layout, around how many items, of what type.
///
/// A number repeats a sequence.
public struct RandomRun<Item: Hashable & Comparable> {
  let empty: SectionSnapshot<Item>
  let targetCount: Int
  /// After so many steps the rows are compared, and after ten times as many, everything.
  let checkInterval: Int
  /// Makes an item of a number.
  let item: (Int) -> Item
  /// Looks into a snapshot whenever everything is compared.
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

  /// The steps of a sequence, which the model alone decides.
  private func steps(ofSequence number: UInt64) -> [Step<Item>] {
    var models = Lineage(OutlineModel<Item>())
    var generator = generator(number)
    return (0..<randomSequenceLength).map { _ in
      let step = generator.next(after: models)
      _ = models.take(step)
      return step
    }
  }
}

/// How many steps a random sequence has, at the end of which its copies are compared.
public let randomSequenceLength = 1_000

/// Random sequences of whatever items.
public protocol RandomSequences {
  /// Takes the steps of a sequence and tells what is wrong.
  func disagreement(inSequence number: UInt64) -> Disagreement?

  /// Takes some of the steps of a sequence and tells what is wrong.
  func disagreement(inSequence number: UInt64, keeping kept: [Int]) -> Disagreement?

  /// Some of the steps of a sequence, as Swift source.
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
    // What is long may be checked less often, while it is made shorter.
    guard steps.count > 100 else {
      return OutlineTestSupport.disagreement(
        after: steps, startingWith: empty, inspect: inspect)
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
    let lines = kept.map { "  \(steps[$0]),\n" }.joined()
    return "let steps: [Step<\(Item.self)>] = [\n\(lines)]"
  }
}
