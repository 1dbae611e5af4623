import Outline
import OutlineTestSupport
import Testing

@Suite struct CopyOnWriteTests {
  static let operations: [Operation<Int>] = [
    .append([501, 502], to: 50), .insert([501], .before(0)), .insert([501], .after(99)),
    .appendTree("+ 501\n  - 502", to: 3), .appendPreorder([(501, 0), (502, 1)], to: nil),
    .delete([7, 80]), .deleteAll, .replace(childrenOf: 0, using: "- 501"),
    .move(50, .before(1)), .move(1, .after(99)), .moveInto(nil, at: 0, item: 55),
    .expand([3, 50]), .collapse([0, 20]), .expandAll(in: nil), .collapseAll(in: nil),
    .expandAll(in: 20), .collapseAll(in: 0), .expandToLevel(1), .reveal(99), .restoreExpansion([7]),
    .sort(childrenOf: nil, recursively: true, by: .descending), .reopen(20),
  ]

  static func original(_ layout: TestLayout) throws -> Trial<Int> {
    var trial = Trial(startingWith: layout.empty(of: Int.self))
    try trial.take(.apply(.appendPreorder((0..<100).map { ($0, $0 % 5) }, to: nil)))
    try trial.take(.apply(.expand(Array(stride(from: 0, to: 100, by: 3)))))
    return trial
  }

  /// Applies pairs of operations, one to each of two copies: every pair, or in a quick run a third.
  ///
  /// The copies then use the same handles for different items.
  @Test(arguments: TestLayout.allCases)
  func copiesChangeIndependently(layout: TestLayout) throws {
    let original = try Self.original(layout)
    let operations = Self.operations
    let interval = TestEffort.choose(quick: 3, full: 1, long: 1)
    for (number, first) in operations.enumerated() {
      for second in stride(from: number % interval, to: operations.count, by: interval) {
        var trial = original
        try trial.take(.copy)
        try trial.take(.apply(first))
        try trial.take(.exchange(copy: 0))
        try trial.take(.apply(operations[second]))
        try trial.take(.append(copy: 0, to: nil))
        try trial.model.compareRows(with: trial.snapshot)
        for (model, snapshot) in zip(trial.models.copies, trial.snapshots.copies) {
          try model.compareRows(with: snapshot)
        }
      }
    }
    try original.model.compareAll(with: original.snapshot)
  }
}
