import Outline

extension OutlineModel<Int> {
  public static func allStates(count: Int) -> [OutlineModel] {
    levelSequences(count: count).flatMap { levels in
      (0..<1 << count).map { flags in
        var model = OutlineModel()
        do throws(Failure) {
          try model.append(preorder: zip(1..., levels).map { (item: $0, level: $1) })
        } catch {
          preconditionFailure("\(levels): \(error)")
        }
        model.expand((1...max(1, count)).filter { flags >> ($0 - 1) & 1 == 1 })
        return model
      }
    }
  }

  /// The levels of the rows of every ordered forest: each at most one deeper than the row before.
  static func levelSequences(count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return levelSequences(count: count - 1).flatMap { levels in
      (0...(levels.last.map { $0 + 1 } ?? 0)).map { levels + [$0] }
    }
  }
}
