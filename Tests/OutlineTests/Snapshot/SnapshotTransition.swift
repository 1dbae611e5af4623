import OutlineTestSupport
import Testing

@testable import Outline

/// A named case: a snapshot of several sections, an operation, and the resulting snapshot.
struct SnapshotTransition: CustomTestStringConvertible {
  let testDescription: String
  let before: String
  let operation: SnapshotOperation<String>
  let outcome: SnapshotOutcome<String>
  let after: String

  init(
    _ name: String, _ before: String, _ operation: SnapshotOperation<String>, _ after: String,
    outcome: SnapshotOutcome<String> = .done
  ) {
    testDescription = name
    self.before = before
    self.operation = operation
    self.outcome = outcome
    self.after = after
  }

  /// A case that fails and leaves the snapshot unchanged.
  init(
    _ name: String, _ before: String, _ operation: SnapshotOperation<String>,
    throws error: SectionedSnapshotError<Int, String>
  ) {
    self.init(name, before, operation, before, outcome: .failed(error))
  }

  func check() throws {
    var model = SnapshotModel<Int, String>(before)
    #expect(operation.apply(to: &model) == outcome, "the model")
    #expect(model.shape == after, "the model")
    for layout in TestLayout.allCases {
      let original = Snapshot(SnapshotModel<Int, String>(before), in: layout.emptySnapshot())
      var snapshot = original
      #expect(operation.apply(to: &snapshot) == outcome)
      #expect(snapshot.shape == after)
      #expect(original.shape == before, "a copy has changed")
      #expect((snapshot == original) == (after == before))
      #expect(snapshot == Snapshot(model))
      let unknown = ["c", "d", "m", "n", "x", "z"].filter { !model.items.contains($0) }
      try model.compareAll(with: snapshot, unknown: unknown)
      snapshot.checkInvariants()
      try SnapshotModel<Int, String>(before).compareAll(with: original)
    }
  }
}
