/// An entry of a leaf: one row of the outline.
@usableFromInline
struct TreeRow: TreeEntry, Equatable, Sendable {
  /// The item's handle times two, plus one when the item is expanded.
  private var key: Int32
  /// The level, less the shifts of the pages above.
  @usableFromInline var indent: Int32
  /// How many ancestors are collapsed, less the shifts of the pages above.
  var folds: Int32

  /// Creates the row of a collapsed item that has only collapsed ancestors.
  @usableFromInline
  init(handle: Int32, level: Int) {
    self.init(handle: handle, isExpanded: false, indent: Int32(level), folds: Int32(level))
  }

  init(handle: Int32, isExpanded: Bool, indent: Int32, folds: Int32) {
    key = handle &<< 1 | (isExpanded ? 1 : 0)
    self.indent = indent
    self.folds = folds
  }

  @usableFromInline var handle: Int32 {
    get { key &>> 1 }
    set { key = newValue &<< 1 | key & 1 }
  }

  @usableFromInline var isExpanded: Bool {
    get { key & 1 != 0 }
    set { key = newValue ? key | 1 : key & ~1 }
  }

  /// How many folds the children have.
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
}

extension TreeRow {
  static func recordLocation(
    of entries: some Collection<TreeRow>, in page: Int32, of tree: inout RowTree
  ) {
    tree.locations.set(entries.lazy.map { Int($0.handle) }, to: page)
  }
}
