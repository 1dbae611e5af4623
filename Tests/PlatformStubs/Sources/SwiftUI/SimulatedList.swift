import UniformTypeIdentifiers
import ViewSimulation

/// One evaluation of a view: its sections and rows, with the content of the displayed rows.
@MainActor @_spi(Simulation) public final class Drawing {
  public struct Row {
    public let id: AnyHashable?
    public internal(set) var texts: [String] = []
    public internal(set) var images: [String] = []
    public internal(set) var indentation = 0.0
    public internal(set) var opacity = 1.0
    public internal(set) var accessibilityLabels: [String] = []
    public internal(set) var isLoading = false
    public internal(set) var actions: [@MainActor () -> Void] = []
    public internal(set) var swipeActions: [@MainActor () -> Void] = []
    var isMoveDisabled = false
    var appear: (() -> Void)?
    var disappear: (() -> Void)?
    var keys: [KeyEquivalent: () -> KeyPress.Result] = [:]
    var anyKey: ((KeyPress) -> KeyPress.Result)?
  }

  public struct Section {
    public internal(set) var header: Row
    public internal(set) var rows: [Row] = []
    var move: ((IndexSet, Int) -> Void)?
    var insert: ((Int, [NSItemProvider]) -> Void)?
  }

  /// Identifies a view: a row in another section is another view.
  struct RowID: Hashable {
    let section: AnyHashable?
    let row: AnyHashable?
  }

  private struct StateID: Hashable {
    let view: ObjectIdentifier
    let identity: AnyHashable?
    let property: Int
  }

  public private(set) var sections: [Section] = []
  public private(set) var selection: () -> Set<AnyHashable> = { [] }
  public private(set) var select: (Set<AnyHashable>) -> Void = { _ in }
  var row = Row(id: nil)
  var sectionID: AnyHashable?
  /// The handlers of the list itself.
  var list = Row(id: nil)
  var identity: AnyHashable?
  var listIdentity: AnyHashable?
  /// The state of views that are not rows.
  private var states: [StateID: AnyObject]
  /// The rows in the viewport.
  private(set) var displayed: [RowID: Row] = [:]
  /// The views of the rows in the viewport, and the rows that their bodies drew.
  private var views: [RowID: (view: Any, row: Row)] = [:]
  private let oldViews: [RowID: (view: Any, row: Row)]
  private let viewport: Range<Int>
  private var rowCount = 0

  init(viewport: Range<Int>, after old: Drawing? = nil) {
    self.viewport = viewport
    oldViews = old?.views ?? [:]
    states = old?.states ?? [:]
  }

  public var rows: [Row] { sections.flatMap(\.rows) }

  /// Draws the body of a view unless the same row had an equal view before.
  func drawBody(of view: some View) {
    let id = RowID(section: sectionID, row: row.id)
    guard row.id != nil, views[id] == nil else {
      connectState(of: view)
      return view.body.draw(in: self)
    }
    if let old = oldViews[id], hasEqualProperties(old.view, view) {
      Simulation.note("kept row")
      row = old.row
    } else {
      views[id] = (view, row)
      view.body.draw(in: self)
    }
    views[id] = (view, row)
  }

  private func connectState<Content: View>(of view: Content) {
    for (number, property) in Mirror(reflecting: view).children.enumerated() {
      guard let state = property.value as? any AnyState else { continue }
      let id = StateID(view: ObjectIdentifier(Content.self), identity: identity, property: number)
      state.connect(to: &states[id])
    }
  }

  func beginSection(_ drawHeader: (Drawing) -> Void) {
    let drawing = Drawing(viewport: 0..<0)
    drawHeader(drawing)
    sections.append(Section(header: drawing.row))
  }

  func add(_ move: @escaping (IndexSet, Int) -> Void) { sections[sections.count - 1].move = move }

  func add(_ insert: @escaping (Int, [NSItemProvider]) -> Void) {
    sections[sections.count - 1].insert = insert
  }

  /// Adds a row, and draws it if it is displayed.
  func addRow(_ id: AnyHashable, _ draw: (Drawing) -> Void) {
    row = Row(id: id)
    if viewport.contains(rowCount) {
      draw(self)
      displayed[RowID(section: sectionID, row: id)] = row
    }
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
  public var content: Content { didSet { observation.isOutdated = true } }
  private let observation = Observation()
  private var isOnScreen = false
  /// A Boolean value that indicates whether the list has appeared.
  private var isListShown = false
  public private(set) var drawing = Drawing(viewport: 0..<0)
  public private(set) var viewport = 0..<8
  private var drawingCount = 0

  public init(_ content: Content) { self.content = content }

  public func layOut() {
    while isOnScreen && observation.isOutdated { draw() }
  }

  /// Shows or hides the list; it is drawn before it appears.
  public func setOnScreen(_ isOnScreen: Bool) {
    self.isOnScreen = isOnScreen
    if isOnScreen {
      draw()
      drawing.list.appear?()
    } else {
      drawing.list.disappear?()
    }
    isListShown = isOnScreen
  }

  private func draw() {
    observation.isOutdated = false
    let drawing = Drawing(viewport: viewport, after: drawing)
    withObservationTracking {
      content.draw(in: drawing)
      _ = drawing.selection()
    } onChange: { [observation] in
      MainActor.assumeIsolated { observation.isOutdated = true }
    }
    if observation.isOutdated { Simulation.report("a change while a view is drawn") }
    let old = self.drawing.displayed
    let (oldList, isOther) = (self.drawing, self.drawing.listIdentity != drawing.listIdentity)
    self.drawing = drawing
    if isOther && isListShown {
      oldList.list.disappear?()
      drawing.list.appear?()
    }
    Simulation.note("drawing")
    let removed = { old.filter { drawing.displayed[$0.key] == nil }.values }
    let inserted = { drawing.displayed.filter { old[$0.key] == nil }.values }
    // Rows that appear can do so before or after the others disappear.
    drawingCount += 1
    if drawingCount.isMultiple(of: 2) { for row in removed() { row.disappear?() } }
    for row in inserted() { row.appear?() }
    if !drawingCount.isMultiple(of: 2) { for row in removed() { row.disappear?() } }
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

@available(macOS 14, iOS 17, *)
extension SimulatedHost {
  /// Drags a row to an offset that counts all rows.
  public func userMoves(_ row: Int, to offset: Int, inSection number: Int) {
    let section = drawing.sections[number]
    if section.rows[row].isMoveDisabled { return Simulation.note("refused drag") }
    section.move?(IndexSet([row]), offset)
  }

  /// Presses a key, and draws the list again.
  ///
  /// - Returns: A Boolean value that indicates whether the list has handled the key.
  public func userPresses(_ key: KeyEquivalent) -> Bool {
    let result = drawing.list.keys[key]?()
    layOut()
    return result == .handled
  }

  /// Types a character, and draws the list again.
  ///
  /// - Returns: A Boolean value that indicates whether the list has handled the key.
  public func userTypes(_ character: String, _ modifiers: EventModifiers = []) -> Bool {
    let result = drawing.list.anyKey?(KeyPress(characters: character, modifiers: modifiers))
    layOut()
    return result == .handled
  }

  /// Drops rows of another app at an offset.
  ///
  /// - Returns: A Boolean value that indicates whether the drop was accepted.
  public func userDropsFromElsewhere(at offset: Int, inSection number: Int) -> Bool {
    let insert = drawing.sections[number].insert
    insert?(offset, [NSItemProvider()])
    return insert != nil
  }
}

/// A Boolean value that indicates whether two values are equal, or have equal properties.
private func hasEqualProperties(_ left: Any, _ right: Any) -> Bool {
  func isEqual<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
  if let left = left as? any Equatable { return isEqual(left) }
  if type(of: left) is AnyClass { return (left as AnyObject) === (right as AnyObject) }
  let (left, right) = (Mirror(reflecting: left), Mirror(reflecting: right))
  // Functions cannot be compared.
  return left.subjectType == right.subjectType && left.displayStyle == .struct
    && zip(left.children, right.children).allSatisfy { hasEqualProperties($0.value, $1.value) }
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
