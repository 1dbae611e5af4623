import Driving
import Testing

@MainActor @Suite(.serialized) struct AppKitTests {
  @Test func outlineViewShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem(
      events: ["batch", "expand", "reload", "drop", "refused drag", "load", "spinner", "selection"]
    ) { OutlineScreen($0) }
  }
}
