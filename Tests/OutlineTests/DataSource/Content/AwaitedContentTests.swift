import Outline
import OutlineTestSupport
import Testing

@Suite struct AwaitedContentTests {
  @Test func aLoopReceivesTheContentChangesOfAdapters() async throws {
    let fixture = try ContentFixture()
    let source = fixture.source
    let screen = fixture.screen(2..<5)
    var iterator = source.updates.makeAsyncIterator()
    #expect(await iterator.next()?.presentation == .reload)
    fixture.content = [1: 1, 3: 1]
    source.checkContent()
    #expect(await iterator.next()?.difference.description == "0: 3~1")
    // The loop is slow: content and rows change several times.
    fixture.content[2] = 1
    source.checkContent()
    try source.update { try $0.deleteItems([0]) }
    fixture.content[4] = 1
    fixture.apply()
    let update = try #require(await iterator.next())
    #expect(update.difference.description == "0: 0-1 1~1 3~1")
    #expect(update.finalSnapshot == source.snapshot())
    screen.checkDrawing()
  }

  @MainActor
  @Test func contentCanComeFromAMainActorModel() async throws {
    let source = OutlineDataSource<Int, Identified<Song>>()
    let screen = RecordingAdapter<Int, Identified<Song>>(drawing: { "\($0)" })
    source.setContent(\.value)
    source.attach(screen)
    screen.display(0..<10)
    for plays in 0..<3 {
      let snapshot = try await Task.detached {
        var snapshot = Snapshot<Int, Identified<Song>>()
        try snapshot.appendSections([0])
        try snapshot.appendItems((0..<20).map { Identified(Song($0, plays: plays * ($0 % 2))) })
        return snapshot
      }.value
      source.apply(snapshot)
    }
    #expect(
      screen.takeEvents() == [
        "reload", "(0+1)", "[0, 1]~1, [0, 3]~1, [0, 5]~1, [0, 7]~1, [0, 9]~1",
        "[0, 1]~1, [0, 3]~1, [0, 5]~1, [0, 7]~1, [0, 9]~1",
      ])
  }
}
