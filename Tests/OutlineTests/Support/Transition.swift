import OutlineTestSupport
import Testing

@testable import Outline
@testable import OutlineCore

typealias Transition = TransitionCase<Operation<String>, Outcome<String>>
typealias SnapshotTransition = TransitionCase<SnapshotOperation<String>, SnapshotOutcome<String>>

struct TransitionCase<Operation: Sendable, Outcome: OperationOutcome>: Sendable {
  let testDescription: String
  let before: String
  let operation: Operation
  let outcome: Outcome
  let after: String

  init(
    _ name: String, _ before: String, _ operation: Operation, _ after: String,
    outcome: Outcome = .done
  ) {
    testDescription = name
    self.before = before
    self.operation = operation
    self.outcome = outcome
    self.after = after
  }

  init(
    _ name: String, _ before: String, _ operation: Operation, throws error: Outcome.Failure
  ) {
    self.init(name, before, operation, before, outcome: .failed(error))
  }

  init(_ name: String, _ before: String, doesNothing operation: Operation) {
    self.init(name, before, operation, before)
  }
}

extension TransitionCase: CustomTestStringConvertible {}

protocol OperationOutcome: Equatable, Sendable {
  associatedtype Failure: Error
  static var done: Self { get }
  static func failed(_ error: Failure) -> Self
}

extension Outcome: OperationOutcome {}
extension SnapshotOutcome: OperationOutcome {}

private let unknownItems = ["c", "d", "m", "n", "x", "z"]

extension Transition {
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
      try model.compareAll(with: snapshot, unknown: unknownItems.filter { !model.contains($0) })
      snapshot.checkInvariants()
      try OutlineModel<String>(before).compareAll(with: original)
    }
  }
}

extension SnapshotTransition {
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
      let unknown = unknownItems.filter { !model.items.contains($0) }
      try model.compareAll(with: snapshot, unknown: unknown)
      snapshot.checkInvariants()
      try SnapshotModel<Int, String>(before).compareAll(with: original)
    }
  }
}
