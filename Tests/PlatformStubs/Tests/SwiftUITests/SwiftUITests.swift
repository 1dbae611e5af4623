import Driving
import Testing

@MainActor @Suite(.serialized) struct SwiftUITests {
  @Test func swiftUIShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem(events: ["drawing", "drop", "load", "selection"]) { ListScreen($0) }
  }
}
