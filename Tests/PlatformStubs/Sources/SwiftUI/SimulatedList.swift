import ViewSimulation

/// One evaluation of a view: its sections and rows, with the content of the displayed rows.
@MainActor @_spi(Simulation) public final class Drawing {
  public struct Row {
    public let id: AnyHashable?
    public internal(set) var texts: [String] = []
    public internal(set) var images: [String] = []
    public internal(set) var indentation = 0.0
    public internal(set) var opacity = 1.0
    public internal(set) var actions: [@MainActor () -> Void] = []
    public internal(set) var swipeActions: [@MainActor () -> Void] = []
    var appear: (() -> Void)?
    var disappear: (() -> Void)?
  }

  public struct Section {
    public internal(set) var header: Row
    public internal(set) var rows: [Row] = []
    public internal(set) var move: ((IndexSet, Int) -> Void)?
  }

  public private(set) var sections: [Section] = []
  public private(set) var selection: () -> Set<AnyHashable> = { [] }
  public private(set) var select: (Set<AnyHashable>) -> Void = { _ in }
  var row = Row(id: nil)
  private let viewport: Range<Int>
  private var rowCount = 0

  init(viewport: Range<Int>) { self.viewport = viewport }

  public var rows: [Row] { sections.flatMap(\.rows) }

  func beginSection(_ drawHeader: (Drawing) -> Void) {
    let drawing = Drawing(viewport: 0..<0)
    drawHeader(drawing)
    sections.append(Section(header: drawing.row))
  }

  func add(_ move: @escaping (IndexSet, Int) -> Void) { sections[sections.count - 1].move = move }

  /// Adds a row, and draws it if it is displayed.
  func addRow(_ id: AnyHashable, _ draw: (Drawing) -> Void) {
    row = Row(id: id)
    if viewport.contains(rowCount) { draw(self) }
    rowCount += 1
    sections[sections.count - 1].rows.append(row)
  }

  func checkUnique(_ ids: [some Hashable]) {
    if Set(ids).count != ids.count { Simulation.report("an identifier occurs twice") }
  }

  func setSelection<Value: Hashable>(_ binding: Binding<Set<Value>>) {
    selection = { Set(binding.wrappedValue.map { AnyHashable($0) }) }
    select = { ids in binding.wrappedValue = binding.values(ids) }
  }
}

/// A simulated list, which draws its view again when observed properties have changed.
@available(macOS 14, iOS 17, *)
@MainActor @_spi(Simulation) public final class SimulatedHost<Content: View> {
  private let content: Content
  private let observation = Observation()
  private var displayed: [AnyHashable: Drawing.Row] = [:]
  public private(set) var drawing = Drawing(viewport: 0..<0)
  public private(set) var viewport = 0..<8

  public init(_ content: Content) { self.content = content }

  public func layOut() {
    while observation.isOutdated { draw() }
  }

  private func draw() {
    observation.isOutdated = false
    let drawing = Drawing(viewport: viewport)
    withObservationTracking {
      content.draw(in: drawing)
      _ = drawing.selection()
    } onChange: { [observation] in
      MainActor.assumeIsolated { observation.isOutdated = true }
    }
    if observation.isOutdated { Simulation.report("a change while a view is drawn") }
    self.drawing = drawing
    Simulation.note("drawing")
    let old = displayed
    let rows = drawing.rows.enumerated().filter { viewport.contains($0.offset) }.map(\.element)
    displayed = Dictionary(rows.map { ($0.id ?? AnyHashable(0), $0) }) { first, _ in first }
    for (id, row) in old where displayed[id] == nil { row.disappear?() }
    for (id, row) in displayed where old[id] == nil { row.appear?() }
  }

  public func userScrolls(to first: Int) {
    viewport = first..<first + viewport.count
    observation.isOutdated = true
    layOut()
  }

  /// Selects or deselects a row; the user selects among the visible rows.
  public func userSelects(_ id: AnyHashable) {
    Simulation.note("selection")
    let selection = drawing.selection().intersection(drawing.rows.compactMap(\.id))
    drawing.select(selection.symmetricDifference([id]))
  }
}

@MainActor private final class Observation {
  var isOutdated = true
}

extension Binding {
  fileprivate nonisolated func values<Element: Hashable>(
    _ ids: Set<AnyHashable>
  ) -> Set<Element> where Value == Set<Element> {
    Set(ids.compactMap { $0.base as? Element })
  }
}
