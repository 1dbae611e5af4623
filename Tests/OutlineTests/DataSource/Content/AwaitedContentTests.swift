import Outline
import OutlineTestSupport
import Testing

/// Content in asynchronous updates.
@Suite struct AwaitedContentTests {
  @Test func asynchronousUpdatesIncludeContent() async throws {
    let shelf = try Shelf()
    let source = shelf.source
    let screen = shelf.screen(0..<5)
    var updates = source.updates.makeAsyncIterator()
    shelf.content = [3: 1]
    shelf.apply()
    try source.update { try $0.deleteItems([1]) }
    let update = try #require(await updates.next())
    #expect(update.difference.description == "0: 1-1 2~1")
    #expect(screen.events() == ["c0.3", "d0.1"])
  }

  @MainActor
  @Test func contentCanComeFromAMainActorModel() async throws {
    let source = OutlineDataSource<Int, Identified<Song>>()
    let screen = Screen<Identified<Song>> { .init($0.id, content: $0.plays) }
    source.setContent(\.value)
    source.attach(screen)
    screen.scroll(to: 0..<10, in: source)
    for plays in 0..<3 {
      // Created in another task.
      let snapshot = try await Task.detached {
        var snapshot = Snapshot<Int, Identified<Song>>()
        try snapshot.appendSections([0])
        try snapshot.appendItems((0..<20).map { Identified(Song($0, plays: plays * ($0 % 2))) })
        return snapshot
      }.value
      source.apply(snapshot)
    }
    #expect(
      screen.events() == [
        "reload", "I0", "c0.1 c0.3 c0.5 c0.7 c0.9", "c0.1 c0.3 c0.5 c0.7 c0.9",
      ])
  }
}
