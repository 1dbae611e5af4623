import Driving
import Testing

@MainActor @Suite(.serialized) struct SwiftUITests {
  @Test func swiftUIShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem(
      events: ["drawing", "kept row", "drop", "refused drag", "load", "spinner", "selection"]
    ) { ListScreen($0) }
  }
}
