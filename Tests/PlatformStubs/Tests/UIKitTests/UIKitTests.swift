import Driving
import Testing

// A file cannot import both UIKit and Testing, which have an overlay on Apple's platforms.

@MainActor @Suite(.serialized) struct UIKitTests {
  @Test func collectionViewShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem { CollectionScreen($0) }
  }

  @Test func tableViewShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem { TableScreen($0) }
  }
}
