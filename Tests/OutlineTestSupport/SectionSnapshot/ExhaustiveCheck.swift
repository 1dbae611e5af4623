public import Outline

extension OutlineModel<Int> {
  /// Puts copies of snapshots that show this state through the operations, one operation a copy,
  /// and compares each with the model; at last, the originals.
  ///
  /// The rows are compared after each operation; after one in `thoroughness`, everything is, and
  /// `inspect` is called.
  public func check(
    _ operations: [Operation<Int>], on originals: [SectionSnapshot<Int>], thoroughness: Int,
    inspect: (SectionSnapshot<Int>) -> Void
  ) throws(Disagreement) {
    for original in originals { try compareAll(with: original, unknown: [0, 99]) }
    for (number, operation) in operations.enumerated() {
      var expected = self
      let outcome = operation.apply(to: &expected)
      for original in originals {
        var snapshot = original
        do {
          try agree("outcome", operation.apply(to: &snapshot), outcome)
          if number.isMultiple(of: thoroughness) {
            try expected.compareAll(with: snapshot, unknown: [99])
            inspect(snapshot)
          } else {
            try expected.compareRows(with: snapshot)
          }
        } catch {
          throw Disagreement("\(error)\n\(operation) on\n\(shape)")
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
