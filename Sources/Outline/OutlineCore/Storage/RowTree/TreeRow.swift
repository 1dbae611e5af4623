/// A row of the outline: the entry of a leaf page.
@usableFromInline
package struct TreeRow: TreeEntry, Equatable, Sendable {
  /// The handle times two, plus one if the item is expanded.
  private var bits: Int32
  /// The level, without the shifts that are pending above.
  @usableFromInline package var indent: Int32
  /// The number of collapsed ancestors, without the shifts that are pending above.
  package var collapsedAncestors: Int32

  /// Creates a row that is collapsed, and whose ancestors are all collapsed.
  @usableFromInline
  package init(handle: Int32, level: Int) {
    self.init(
      handle: handle, isExpanded: false, indent: Int32(level), collapsedAncestors: Int32(level))
  }

  init(handle: Int32, isExpanded: Bool, indent: Int32, collapsedAncestors: Int32) {
    bits = handle &<< 1 | (isExpanded ? 1 : 0)
    self.indent = indent
    self.collapsedAncestors = collapsedAncestors
  }

  @usableFromInline package var handle: Int32 {
    get { bits &>> 1 }
    set { bits = newValue &<< 1 | bits & 1 }
  }

  @usableFromInline package var isExpanded: Bool {
    get { bits & 1 != 0 }
    set { bits = newValue ? bits | 1 : bits & ~1 }
  }

  var childCollapsedAncestors: Int32 { isExpanded ? collapsedAncestors : collapsedAncestors &+ 1 }

  /// A Boolean value that indicates whether the row is visible, if no shift is pending above.
  package var isVisible: Bool { collapsedAncestors == 0 }

  /// The shift that leads from a visible root to this row.
  var shift: Shift { Shift(indent: indent, collapsedAncestors: collapsedAncestors) }

  var summary: Summary {
    Summary(
      rows: 1, minIndent: indent, minIndentCount: 1, minCollapsedAncestors: collapsedAncestors,
      minCollapsedAncestorsCount: 1)
  }

  mutating func shift(by shift: Shift) {
    indent &+= shift.indent
    collapsedAncestors &+= shift.collapsedAncestors
  }

  func shifted(by shift: Shift) -> TreeRow {
    var row = self
    row.shift(by: shift)
    return row
  }

  static func recordPage(
    _ page: Int32, of rows: some Collection<TreeRow>, in tree: inout RowTree
  ) {
    tree.locations.set(rows.lazy.map { Int($0.handle) }, to: page)
  }
}
