/// A row of the outline: the entry of a leaf page.
@usableFromInline
package struct TreeRow: TreeEntry, Equatable, Sendable {
  /// The handle times two, plus one if the item is expanded.
  private var bits: Int32
  /// The level, without the shifts that are pending above.
  @usableFromInline package var indent: Int32
  /// The number of collapsed ancestors, without the shifts that are pending above.
  package var folds: Int32

  /// Creates a row that is collapsed, and whose ancestors are all collapsed.
  @usableFromInline
  package init(handle: Int32, level: Int) {
    self.init(handle: handle, isExpanded: false, indent: Int32(level), folds: Int32(level))
  }

  init(handle: Int32, isExpanded: Bool, indent: Int32, folds: Int32) {
    bits = handle &<< 1 | (isExpanded ? 1 : 0)
    self.indent = indent
    self.folds = folds
  }

  @usableFromInline package var handle: Int32 {
    get { bits &>> 1 }
    set { bits = newValue &<< 1 | bits & 1 }
  }

  @usableFromInline package var isExpanded: Bool {
    get { bits & 1 != 0 }
    set { bits = newValue ? bits | 1 : bits & ~1 }
  }

  var childFolds: Int32 { isExpanded ? folds : folds &+ 1 }

  var summary: Summary {
    Summary(rows: 1, minIndent: indent, minIndentCount: 1, minFolds: folds, minFoldsCount: 1)
  }

  mutating func shift(by shift: Shift) {
    indent &+= shift.indent
    folds &+= shift.folds
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
