import Driving
import Testing

@MainActor @Suite(.serialized) struct AppKitTests {
  @Test func outlineViewShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem(
      events: ["batch", "expand", "reload", "drop", "load", "selection"]
    ) { OutlineScreen($0) }
  }
}
