public import Outline
public import Testing

/// A strict view of a data source that records its updates.
///
/// Each update starts with the rows of the view, breaks no rule, and leads to the rows of the final
/// snapshot. The view reports the first problem to `report`.
public final class RecordingAdapter<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  OutlineAdapter
{
  public typealias Update = OutlineDataSource<Section, Item>.Update

  public private(set) var events: [String] = []
  public private(set) var updates: [Update] = []
  public var reaction: ((Update) -> Void)?
  /// The completions of updates that the view is still showing, if it animates.
  public var animations: [() -> Void]?
  private let view: StrictView<Section, Item>
  private let report: (Disagreement) -> Void
  private var isBroken = false
  private var isReporting = false

  /// Creates a view whose rows draw this text of their items, in addition to level and disclosure,
  /// and whose headers draw a text of their sections.
  public init(
    drawing: @escaping (Item) -> String = { _ in "" },
    drawingHeader: @escaping (Section) -> String = { _ in "" },
    report: @escaping (Disagreement) -> Void = { Issue.record("\($0)") }
  ) {
    view = StrictView(drawing: drawing, drawingHeader: drawingHeader)
    self.report = report
  }

  public var shown: Snapshot<Section, Item> { view.shown }

  public func reload(_ snapshot: Snapshot<Section, Item>) {
    view.reload(snapshot)
    events += view.takeEvents()
  }

  public func show(_ update: Update) {
    if update.initialSnapshot != view.shown { fail("begins with something else") }
    // Like an adapter without its own `show`.
    view.show(update)
    updates.append(update)
    let text = view.takeEvents().joined(separator: " / ")
    events.append(
      (text.isEmpty ? "nothing" : text) + (update.presentation == .animated ? "" : ", still"))
    if let problem = view.problem(showing: update.finalSnapshot) { fail(problem) }
    reaction?(update)
  }

  public func show(_ update: Update, completion: @escaping () -> Void) {
    show(update)
    if animations == nil || !update.isVisible {
      completion()
    } else {
      animations?.append(completion)
    }
  }

  /// Draws other rows from now on: those that come into the range draw their text.
  public func display(_ rows: Range<Int>) {
    view.displayedRange = rows
    isReporting = true
    view.layOut()
  }

  public var displayedRange: Range<Int> { view.displayedRange }

  /// The rows of `displayedRange`, after the first call of `display(_:)`.
  public var displayedRows: [RowPath] {
    isReporting
      ? displayedRange.clamped(to: 0..<shown.numberOfRows).compactMap(shown.rowPath(atRow:)) : []
  }

  /// The text of the displayed rows.
  public var text: String { view.text }

  public func checkDrawing() {
    if let problem = view.drawingProblem { fail(problem) }
  }

  /// Returns the events since the previous call, and checks that the displayed rows are up to date.
  public func takeEvents() -> [String] {
    checkDrawing()
    defer { events = [] }
    return events
  }

  private func fail(_ text: String) {
    guard !isBroken else { return }
    isBroken = true
    report(Disagreement("\(text)\n\(events.joined(separator: "\n"))"))
  }
}

extension OutlineDataSource.Update {
  /// A Boolean value that indicates whether an item, a row or a section differs.
  ///
  /// Otherwise the update only replaces storage by equal storage.
  var isVisible: Bool {
    presentation == .reload || initialSnapshot != finalSnapshot || !difference.isEmpty
  }
}

private final class StrictView<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  OutlineAdapter
{
  private(set) var shown = Snapshot<Section, Item>()
  var displayedRange = 0..<Int.max
  private let drawing: (Item) -> String
  private let drawingHeader: (Section) -> String
  private var view = BatchView()
  private var drawn: [Item: String] = [:]
  private var drawnHeaders: [Section: String] = [:]
  private var events: [String] = []
  private var violation: String?
  private var sectionNumbers: [Section: Int] = [:]
  private var itemNumbers: [Item: Int] = [:]

  init(drawing: @escaping (Item) -> String, drawingHeader: @escaping (Section) -> String) {
    self.drawing = drawing
    self.drawingHeader = drawingHeader
  }

  func perform(_ batch: Snapshot<Section, Item>.Batch, animatingDifferences: Bool) {
    perform(BatchView.Batch(batch), batch.snapshot)
    for section in batch.insertedSections + batch.reloadedSections + batch.reconfiguredSections {
      drawHeader(of: shown.sectionIdentifiers[section])
    }
  }

  func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Section, Item>) {
    perform(BatchView.Batch(reconfigures: rows, to: Snapshot()), snapshot)
  }

  func reload(_ snapshot: Snapshot<Section, Item>) {
    shown = snapshot
    view.show(contents(of: snapshot))
    drawn = [:]
    drawnHeaders = [:]
    snapshot.sectionIdentifiers.forEach(drawHeader)
    layOut()
    events.append("reload")
  }

  private func perform(_ batch: BatchView.Batch, _ snapshot: Snapshot<Section, Item>) {
    let text = batch.description
    if !text.isEmpty { events.append(text) }
    view.isContentChecked = false
    let violations = view.perform(batch, answer: contents(of: snapshot))
    if violation == nil && !violations.isEmpty { violation = "\(violations) in [\(text)]" }
    shown = snapshot
    for section in batch.insertedSections + batch.reloadedSections {
      draw(snapshot[snapshot.sectionIdentifiers[section]].visibleItems)
    }
    // A separate batch reloads and reconfigures rows. It has no insertions and removals.
    let paths = (batch.insertions + batch.reloads + batch.reconfigures).joined()
    draw(paths.compactMap(snapshot.itemIdentifier(for:)))
    layOut()
  }

  func layOut() {
    let items = displayedItems
    drawn = drawn.filter { items.contains($0.key) }
    draw(items.filter { drawn[$0] == nil })
  }

  private var displayedItems: ArraySlice<Item> {
    let items = Array(shown.visibleItems)
    return items[displayedRange.clamped(to: items.indices)]
  }

  private func draw(_ items: some Sequence<Item>) {
    for item in items { drawn[item] = drawing(item) }
  }

  private func drawHeader(of section: Section) { drawnHeaders[section] = drawingHeader(section) }

  private func contents(of snapshot: Snapshot<Section, Item>) -> BatchView.Contents {
    var contents = BatchView.Contents()
    for section in snapshot.sectionIdentifiers {
      contents.append(section: ViewRow(sectionNumbers.number(of: section)))
      for row in snapshot[section].rows {
        let state = (row.isExpanded ? 2 : 0) + (row.childCount > 0 ? 1 : 0)
        contents.append(
          row: ViewRow(itemNumbers.number(of: row.item), content: row.level << 2 + state))
      }
    }
    return contents
  }

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  func problem(showing snapshot: Snapshot<Section, Item>) -> String? {
    if let violation { return violation }
    if shown != snapshot { return "shows another snapshot than the final one" }
    let expected = contents(of: snapshot)
    return view.contents == expected ? nil : "shows \(view.contents) instead of \(expected)"
  }

  var text: String { displayedItems.map { drawn[$0] ?? "-" }.joined(separator: " ") }

  var drawingProblem: String? {
    for item in displayedItems where drawn[item] != drawing(item) {
      return "\(item) is drawn '\(drawn[item] ?? "not")' instead of '\(drawing(item))'"
    }
    for section in shown.sectionIdentifiers where drawnHeaders[section] != drawingHeader(section) {
      return "the header of \(section) is drawn '\(drawnHeaders[section] ?? "not")' "
        + "instead of '\(drawingHeader(section))'"
    }
    return nil
  }
}

extension Dictionary where Value == Int {
  fileprivate mutating func number(of key: Key) -> Int {
    if let number = self[key] { return number }
    self[key] = count
    return count - 1
  }
}
