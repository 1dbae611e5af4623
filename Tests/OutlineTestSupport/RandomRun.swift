public import Outline

/// Random sequences of a kind: on which layout, around how many items, of what type.
public struct RandomRun<Item: Hashable & Comparable> {
  let empty: SectionSnapshot<Item>
  let targetCount: Int
  /// After so many steps the rows are compared, and after ten times as many, everything.
  let checkInterval: Int
  /// Makes an item of a number.
  let item: (Int) -> Item
  /// Looks into a snapshot whenever everything is compared.
  let inspect: (SectionSnapshot<Item>) -> Void

  /// How many steps a sequence has, at the end of which its copies are compared.
  static var sequenceLength: Int { 1_000 }

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

  /// Takes so many steps and tells about the first sequence that fails, made as short as can be.
  @specialized(where Item == Int)
  public func failure(seed: UInt64, count: Int) -> String? {
    for sequence in 0...UInt64(count / Self.sequenceLength) {
      if let failure = failure(seed: seed &+ sequence &* 0x1_0000) { return failure }
    }
    return nil
  }

  private func failure(seed: UInt64) -> String? {
    var generator = StepGenerator(seed: seed, targetCount: targetCount, item: item)
    var trial = Trial(startingWith: empty)
    var steps: [Step<Item>] = []
    do {
      for number in 1...Self.sequenceLength {
        let step = generator.next(after: trial)
        steps.append(step)
        try trial.take(step)
        if number.isMultiple(of: checkInterval * 10) {
          try trial.model.compareAll(with: trial.snapshot, unknown: [item(-1)])
          inspect(trial.snapshot)
        } else if number.isMultiple(of: checkInterval) {
          try trial.model.compareRows(with: trial.snapshot)
        }
      }
      try trial.checkCopies()
      return nil
    } catch {
      return report(error, steps)
    }
  }

  private func report(_ error: Disagreement, _ steps: [Step<Item>]) -> String {
    let short = shrunk(steps) { disagreement(after: $0, startingWith: empty) != nil }
    let reason = disagreement(after: short, startingWith: empty) ?? error
    let lines = short.map { "  \($0),\n" }.joined()
    return """
      \(reason)
      let steps: [Step<\(Item.self)>] = [
      \(lines)]
      #expect(disagreement(after: steps, startingWith: SectionSnapshot()) == nil)
      """
  }
}
