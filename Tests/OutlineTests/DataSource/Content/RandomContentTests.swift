import Outline
import OutlineTestSupport
import Testing

@Suite struct RandomContentTests {
  static let count = TestEffort.choose(quick: 50, full: 3_000, long: 50_000)

  @Test func exactlyTheChangedRowsAreUpdated() throws {
    for seed in 0..<UInt64(Self.count) {
      let trial = ContentTrial(seed: seed)
      for step in 0..<40 {
        let problems = try trial.step()
        guard problems.isEmpty else {
          Issue.record("seed \(seed), step \(step): \(problems.joined(separator: "; "))")
          return
        }
      }
    }
  }

  /// Rows and values change together, in rebuilt snapshots.
  @Test func screensShowTheCurrentValues() throws {
    for seed in 0..<UInt64(TestEffort.choose(quick: 250, full: 30_000, long: 500_000)) {
      var edits = RandomSnapshotEdits(seed: seed, sectionCount: 5, itemCount: 12)
      var snapshot = edits.snapshot()
      let source = OutlineDataSource(try Self.songs(in: snapshot, &edits.random))
      source.setContent(\.value)
      source.reloadThreshold = .max
      var problem: Disagreement?
      let screen = RecordingAdapter<Int, Identified<Song>>(
        drawing: { "\($0)" }, report: { problem = $0 })
      source.attach(screen)
      screen.display(0..<100)
      for step in 0..<6 {
        edits.edit(&snapshot, count: step)
        source.apply(try Self.songs(in: snapshot, &edits.random))
        screen.checkDrawing()
        if let problem {
          Issue.record("seed \(seed), step \(step): \(problem)")
          return
        }
      }
    }
  }

  private static func songs(
    in snapshot: Snapshot<Int, Int>, _ random: inout SeededGenerator
  ) throws -> Snapshot<Int, Identified<Song>> {
    var songs = Snapshot<Int, Identified<Song>>()
    try songs.appendSections(Array(snapshot.sectionIdentifiers))
    for section in snapshot.sectionIdentifiers {
      let outline = snapshot[section]
      let rows = outline.items.map { item in
        let song = Song(item, plays: Int.random(in: 0..<2, using: &random))
        return (item: Identified(song), level: outline.level(of: item) ?? 0)
      }
      try songs[section].append(preorder: rows)
      songs.expand(outline.expandedItems.map { Identified(Song($0)) })
    }
    return songs
  }
}

/// A data source, and a plain record of the content that its screens display.
private final class ContentTrial {
  private let source: OutlineDataSource<Int, Int>
  private var screens: [RecordingAdapter<Int, Int>] = []
  /// The number of updates before the present step.
  private var updateCount = 0
  private var problems: [String] = []
  private var known: [Int: Int] = [:]
  /// The items that a screen may have drawn with newer content than `known`.
  ///
  /// Their content stays the same until the next change, because the data source cannot notice that
  /// old content returns.
  private var drawnAhead: Set<Int> = []
  private var content: [Int: Int] = [:]
  private var knownSections: [Int: Int] = [:]
  private var sectionContent: [Int: Int] = [:]
  private var asked: Set<Int> = []
  private var edits: RandomSnapshotEdits

  init(seed: UInt64) {
    edits = RandomSnapshotEdits(seed: seed, sectionCount: 3, itemCount: 5 + Int(seed % 20))
    source = OutlineDataSource(edits.snapshot())
    source.reloadThreshold = .max
    source.setContent { [unowned self] item in
      asked.insert(item)
      return content[item, default: 0]
    }
    source.setSectionContent { [unowned self] section, _ in sectionContent[section, default: 0] }
    screens = (0..<2).map { _ in
      RecordingAdapter(
        drawing: { [unowned self] in "\(content[$0, default: 0])" },
        report: { [unowned self] in problems.append("\($0)") })
    }
    for screen in screens {
      source.attach(screen)
      screen.display(0..<0)
    }
    readSections()
    if seed % 3 == 0 {
      source.contentUpdate = { _ in .reload }
    }
  }

  private func number(below limit: Int) -> Int { .random(in: 0..<limit, using: &edits.random) }

  func step() throws -> [String] {
    asked = []
    updateCount = screens[0].updates.count
    let displayed = displayedItems
    for _ in 0..<number(below: 4) {
      let item = number(below: 25)
      let value = number(below: 3)
      if !drawnAhead.contains(item) { content[item] = value }
    }
    if number(below: 2) == 0 {
      sectionContent[number(below: 3)] = number(below: 3)
    }
    let operation = number(below: 8)
    if operation > 1 { drawnAhead = [] }
    switch operation {
    case 0, 1:
      // Rows that stay displayed can be out of date until the next change.
      let start = number(below: 20) - 2
      screens[number(below: 2)].display(start..<start + number(below: 8))
      drawnAhead.formUnion(
        displayedItems.filter { item in
          known[item].map { $0 != content[item, default: 0] } ?? false
        })
      return problems(displayed, updates: [], comparingContent: false)
    case 2:
      let before = source.snapshot()
      source.checkContent()
      return problems(displayed, updates: try expected(from: before, displayed, isCheck: true))
    case 3:
      let before = source.snapshot()
      source.applySnapshotUsingReloadData(edited(before))
      known = [:]
      knownSections = [:]
      readRows()
      readSections()
      updateCount = screens[0].updates.count
      return problems(displayed, updates: [])
    default:
      let before = source.snapshot()
      source.apply(edited(before))
      return problems(displayed, updates: try expected(from: before, displayed, isCheck: false))
    }
  }

  private func edited(_ snapshot: Snapshot<Int, Int>) -> Snapshot<Int, Int> {
    if number(below: 6) == 0 { return edits.snapshot() }
    var snapshot = snapshot
    edits.edit(&snapshot, count: number(below: 4))
    return snapshot
  }

  private var displayedItems: Set<Int> {
    let visible = Array(source.snapshot().visibleItems)
    return Set(screens.flatMap { visible[$0.displayedRange.clamped(to: visible.indices)] })
  }

  /// Records the content of rows that came on screen by an update.
  private func readRows() {
    for item in displayedItems where known[item] == nil {
      known[item] = content[item, default: 0]
    }
  }

  /// Records the content of sections that an update has inserted.
  private func readSections() {
    for section in source.snapshot().sectionIdentifiers where knownSections[section] == nil {
      knownSections[section] = sectionContent[section, default: 0]
    }
  }

  private func expected(
    from before: Snapshot<Int, Int>, _ displayed: Set<Int>, isCheck: Bool
  ) throws -> [SnapshotDifference] {
    let after = source.snapshot()
    let staying = displayed.filter(after.isVisible)
    let changed = staying.filter { known[$0] != content[$0, default: 0] }
    known = Dictionary(uniqueKeysWithValues: staying.map { ($0, content[$0, default: 0]) })
    readRows()
    let stayingSections = after.sectionIdentifiers.filter(before.sectionIdentifiers.contains)
    let headers = stayingSections.filter { knownSections[$0] != sectionContent[$0, default: 0] }
    knownSections = knownSections.filter { stayingSections.contains($0.key) }
    for section in headers { knownSections[section] = sectionContent[section, default: 0] }
    readSections()
    if isCheck && changed.isEmpty && headers.isEmpty { return [] }
    var marked = after
    try marked.reconfigureSections(headers)
    switch source.contentUpdate(0) {
    case .reload: try marked.reloadItems(changed)
    case .reconfigure: try marked.reconfigureItems(changed)
    }
    return [marked.difference(from: before)]
  }

  private func problems(
    _ displayed: Set<Int>, updates expected: [SnapshotDifference], comparingContent: Bool = true
  ) -> [String] {
    // An update without row changes is delivered only if hidden items changed.
    let updates = screens[0].updates.dropFirst(updateCount).map(\.difference).filter { !$0.isEmpty }
    let expected = expected.filter { !$0.isEmpty }
    if updates != expected { problems.append("updates \(updates), not \(expected)") }
    let others = asked.subtracting(displayed.union(displayedItems))
    if !others.isEmpty { problems.append("asked about \(others)") }
    if comparingContent { for screen in screens { screen.checkDrawing() } }
    return problems
  }
}
