import OutlineTestSupport
import Testing

@testable import Outline

/// A named case: an outline, an operation, and the resulting outline.
struct Transition: CustomTestStringConvertible {
  let testDescription: String
  let before: String
  let operation: Operation<String>
  let outcome: Outcome<String>
  let after: String

  init(
    _ name: String, _ before: String, _ operation: Operation<String>, _ after: String,
    outcome: Outcome<String> = .done
  ) {
    testDescription = name
    self.before = before
    self.operation = operation
    self.outcome = outcome
    self.after = after
  }

  /// A case that fails and leaves the outline unchanged.
  init(
    _ name: String, _ before: String, _ operation: Operation<String>,
    throws error: SnapshotError<String>
  ) {
    self.init(name, before, operation, before, outcome: .failed(error))
  }

  /// A case that changes nothing.
  init(_ name: String, _ before: String, doesNothing operation: Operation<String>) {
    self.init(name, before, operation, before)
  }

  func check() throws {
    var model = OutlineModel<String>(before)
    #expect(operation.apply(to: &model) == outcome, "the model")
    #expect(model.shape == after, "the model")
    for layout in TestLayout.allCases {
      let original = SectionSnapshot<String>(before, in: layout.empty())
      var snapshot = original
      #expect(operation.apply(to: &snapshot) == outcome)
      #expect(snapshot.shape == after)
      #expect(original.shape == OutlineModel<String>(before).shape, "a copy has changed")
      let unknown = ["c", "d", "m", "n", "x", "z"].filter { !model.contains($0) }
      try model.compareAll(with: snapshot, unknown: unknown)
      snapshot.checkInvariants()
      try OutlineModel<String>(before).compareAll(with: original)
    }
  }
}
