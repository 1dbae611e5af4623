import Driving
import Testing

// A file cannot import both UIKit and Testing, which have an overlay on Apple's platforms.

@MainActor @Suite(.serialized) struct UIKitTests {
  @Test func collectionViewShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem(events: events) { CollectionScreen($0) }
  }

  @Test func tableViewShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem(events: events) { TableScreen($0) }
  }

  @Test func collectionViewHoldsItsScrollPosition() async {
    await expectScrollPosition { CollectionScreen($0) }
  }

  @Test func tableViewHoldsItsScrollPosition() async {
    await expectScrollPosition { TableScreen($0) }
  }

  @Test func collectionViewLoadsPagesThatItDisplays() async {
    await expectPages { CollectionScreen($0) }
  }

  @Test func tableViewLoadsPagesThatItDisplays() async {
    await expectPages { TableScreen($0) }
  }

  @Test func collectionViewAcceptsDropsFromElsewhere() async {
    await expectDropsFromElsewhere { CollectionScreen($0) }
  }

  @Test func tableViewAcceptsDropsFromElsewhere() async {
    await expectDropsFromElsewhere { TableScreen($0) }
  }

  @Test func collectionViewSelectsRowsByKeys() async {
    await expectKeys { CollectionScreen($0) }
  }

  @Test func tableViewSelectsRowsByKeys() async {
    await expectKeys { TableScreen($0) }
  }

  @Test func collectionViewLooksOnlyForHeadersOfChangedSections() async {
    await expectFewLookupsOfHeaders { CollectionScreen($0) }
  }

  @Test func tableViewLooksOnlyForHeadersOfChangedSections() async {
    await expectFewLookupsOfHeaders { TableScreen($0) }
  }

  @Test func collectionViewHoldsUpdatesBackDuringTwoDrags() async {
    await expectTwoDrags { CollectionScreen($0) }
  }

  @Test func tableViewHoldsUpdatesBackDuringTwoDrags() async {
    await expectTwoDrags { TableScreen($0) }
  }

  @Test func collectionViewPrefetchesCellsIfTheAppAllowsIt() {
    expectPrefetching(CollectionScreen(Program()))
  }

  @Test func tableViewPrefetchesCellsIfTheAppAllowsIt() {
    expectPrefetching(TableScreen(Program()))
  }

  private func expectPrefetching(_ screen: some CoreScreen) {
    _ = screen.outline
    #expect(!screen.isPrefetchingEnabled)
    screen.isPrefetchingEnabled = true
    for _ in 0..<2 {
      screen.attach()
      #expect(screen.isPrefetchingEnabled)
      screen.detach()
    }
  }

  private let events = [
    "batch", "batch of updates", "reload", "drop", "drop into a row", "refused drag",
    "refused drop", "edit during a drag", "drop after an edit", "drop of several rows",
    "drag during a drag", "detached during a drag",
    "edit in a handler", "load", "key that selects", "key that expands or collapses",
    "letters that select",
    "spinner", "row before a page", "spinner in a header", "selection",
    "completion before other animations",
  ]
}
