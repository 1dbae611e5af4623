public import Outline

/// A strict list view that displays some of its rows.
///
/// Its updates go through a `BatchView`. A row keeps its content until the screen updates it, or
/// until it leaves the displayed rows and comes back.
public final class Screen<Item: Hashable & Sendable>: OutlineAdapter {
  public typealias Section = Int

  public private(set) var displayed = 0..<0

  private let cell: (Item) -> BatchView.Cell
  private var shown = Snapshot<Int, Item>()
  private var view = BatchView()
  private var update = BatchView.Update()
  private var drawn: Set<Int> = []
  private var log: [String] = []

  /// Creates a screen.
  ///
  /// - Parameter cell: Returns the identity and the current content of an item's row.
  public init(cell: @escaping (Item) -> BatchView.Cell) {
    self.cell = cell
    view.isContentChecked = false
  }

  public func perform(_ batch: Snapshot<Int, Item>.Batch, animatingDifferences: Bool) {
    update.set(batch)
    perform(batch.snapshot)
  }

  public func reload(_ snapshot: Snapshot<Int, Item>) {
    shown = snapshot
    view.show(contents)
    log.append("reload")
  }

  public func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Int, Item>) {
    update.removeAll()
    update.reconfigures = Array(rows.joined())
    perform(snapshot)
  }

  private func perform(_ snapshot: Snapshot<Int, Item>) {
    shown = snapshot
    log += view.perform(update, answer: contents).map(\.description)
    if !update.isEmpty { log.append(update.description) }
  }

  public func scroll(to rows: Range<Int>, in source: OutlineDataSource<Int, Item>) {
    displayed = rows
    draw()
    source.setDisplayedRows(rows, for: self)
  }

  public func move(to snapshot: Snapshot<Int, Item>) {
    let former = Dictionary(uniqueKeysWithValues: view.contents.cells.map { ($0.id, $0.content) })
    shown = snapshot
    var contents = contents
    for (index, cell) in contents.cells.enumerated() {
      contents.setContent(former[cell.id] ?? cell.content, ofCell: index)
    }
    view.show(contents)
  }

  /// The updates since the previous query, the rules that they broke, and the displayed rows that
  /// are out of date.
  public func events() -> [String] {
    draw()
    let contents = contents
    for index in rows where view.contents.cells[index] != contents.cells[index] {
      log.append("\(view.contents.cells[index]) is not \(contents.cells[index])")
    }
    defer { log = [] }
    return log
  }

  public var text: String {
    draw()
    return view.contents.cells[rows].map(\.description).joined(separator: " ")
  }

  private var rows: Range<Int> { displayed.clamped(to: view.contents.cells.indices) }

  private func draw() {
    var contents = view.contents
    let current = self.contents
    for index in rows where !drawn.contains(contents.cells[index].id) {
      contents.setContent(current.cells[index].content, ofCell: index)
    }
    view.show(contents)
    drawn = Set(contents.cells[rows].map(\.id))
  }

  private var contents: BatchView.Contents {
    var contents = BatchView.Contents()
    for section in shown.sectionIdentifiers {
      contents.append(section: .init(section))
      for item in shown[section].visibleItems { contents.append(cell: cell(item)) }
    }
    return contents
  }
}
