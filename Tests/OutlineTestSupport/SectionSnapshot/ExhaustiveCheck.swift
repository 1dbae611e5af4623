public import Outline

extension OutlineModel<Int> {
  /// Applies each operation to a copy of each snapshot that shows this state.
  ///
  /// Compares the copies with the model, and the originals at the end. Compares the rows after each
  /// operation, and everything after one in `comparisonInterval`. Calls `inspect` after one in
  /// `inspectionInterval`.
  public func check(
    _ operations: [Operation<Int>], on originals: [SectionSnapshot<Int>],
    comparisonInterval: Int, inspectionInterval: Int, inspect: (SectionSnapshot<Int>) -> Void
  ) throws(Disagreement) {
    for original in originals { try compareAll(with: original, unknown: [0, 99]) }
    for (number, operation) in operations.enumerated() {
      var expected = self
      let outcome = operation.apply(to: &expected)
      for original in originals {
        var snapshot = original
        do {
          try agree("outcome", operation.apply(to: &snapshot), outcome)
          if number.isMultiple(of: comparisonInterval) {
            try expected.compareAll(with: snapshot, unknown: [99])
          } else {
            try expected.compareRows(with: snapshot)
          }
          if number.isMultiple(of: inspectionInterval) { inspect(snapshot) }
        } catch {
          throw Disagreement("\(error)\n\(swiftSource(of: operation)) on\n\(shape)")
        }
      }
    }
    for original in originals {
      do {
        try compareRows(with: original)
      } catch {
        throw Disagreement("\(error)\na copy has changed the original\n\(shape)")
      }
    }
  }
}
