import Outline
import OutlineTestSupport
import Testing

@Suite struct AwaitedContentTests {
  @Test func aLoopWithoutAnAdapterReceivesContentChanges() async throws {
    let fixture = try ContentFixture()
    let source = fixture.source
    let updates = source.updates
    var iterator = updates.makeAsyncIterator()
    #expect(await iterator.next()?.presentation == .reload)
    source.setDisplayedRows(2..<5, for: updates)
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
    source.setDisplayedRows(0..<0, for: updates)
    fixture.content[4] = 2
    source.checkContent()
    source.update { $0.expand([5]) }
    #expect(await iterator.next()?.difference.description == "0: 4~1")
  }

  @Test func aLoopThatHasEndedDisplaysNothing() async throws {
    let fixture = try ContentFixture()
    let updates = fixture.source.updates
    fixture.source.setDisplayedRows(2..<5, for: updates)
    let loop = Task { for await _ in updates {} }
    loop.cancel()
    await loop.value
    fixture.content[3] = 1
    fixture.source.checkContent()
    fixture.source.setDisplayedRows(2..<5, for: updates)
    _ = fixture.takeAsked()
    fixture.source.checkContent()
    #expect(fixture.takeAsked() == [])
  }

  @MainActor
  @Test func contentCanComeFromAMainActorModel() async throws {
    let source = OutlineDataSource<Int, Identified<Song>>()
    let screen = RecordingAdapter<Int, Identified<Song>>(drawing: { "\($0)" })
    source.setContent(\.value)
    source.attach(screen)
    screen.display(0..<10, of: source)
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
