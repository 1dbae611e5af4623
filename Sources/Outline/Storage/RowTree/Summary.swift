/// A pending addition to the indent and the folds of all rows below a page.
struct Shift: BitwiseCopyable, Equatable {
  var indent: Int32 = 0
  var folds: Int32 = 0

  static let none = Shift()

  static func + (a: Shift, b: Shift) -> Shift {
    Shift(indent: a.indent &+ b.indent, folds: a.folds &+ b.folds)
  }

  static func - (a: Shift, b: Shift) -> Shift {
    Shift(indent: a.indent &- b.indent, folds: a.folds &- b.folds)
  }
}

/// What a branch knows of the rows below a child.
///
/// Summaries are a monoid: `+` is associative and `empty` its identity. The summary of a list of
/// rows is the sum of their summaries (a homomorphism from lists), and shifting a sum is summing
/// the shifted. That is all that the tree relies on.
@usableFromInline
struct Summary: BitwiseCopyable, Equatable, Sendable {
  var rows: Int32
  /// The smallest indent of the rows, and how many have it; 0 of them without rows.
  var minIndent: Int32
  var atMinIndent: Int32
  /// The smallest number of folds of the rows, and how many have it.
  var minFolds: Int32
  var atMinFolds: Int32

  static let empty = Summary(
    rows: 0, minIndent: .max, atMinIndent: 0, minFolds: .max, atMinFolds: 0)

  /// How many rows are visible, where the summary counts all folds from the root of the tree on.
  var visibleRows: Int32 { minFolds == 0 ? atMinFolds : 0 }

  static func + (a: Summary, b: Summary) -> Summary {
    var sum = a
    sum.rows &+= b.rows
    if b.minIndent <= a.minIndent {
      if b.minIndent < a.minIndent { (sum.minIndent, sum.atMinIndent) = (b.minIndent, 0) }
      sum.atMinIndent &+= b.atMinIndent
    }
    if b.minFolds <= a.minFolds {
      if b.minFolds < a.minFolds { (sum.minFolds, sum.atMinFolds) = (b.minFolds, 0) }
      sum.atMinFolds &+= b.atMinFolds
    }
    return sum
  }

  func shifted(by shift: Shift) -> Summary {
    guard rows > 0 else { return self }
    var result = self
    result.minIndent &+= shift.indent
    result.minFolds &+= shift.folds
    return result
  }
}

/// An entry of a page of the tree: the list below it has a summary, and can be shifted as a whole.
protocol TreeEntry: PageEntry {
  var summary: Summary { get }
  mutating func shift(by shift: Shift)

  /// Notes in the tree's tables that some entries stand in a page.
  static func settle(_ entries: some Collection<Self>, in page: Int32, of tree: inout RowTree)
}

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
  var foldsBelow: Int32 { isExpanded ? folds : folds &+ 1 }

  var summary: Summary {
    Summary(rows: 1, minIndent: indent, atMinIndent: 1, minFolds: folds, atMinFolds: 1)
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

/// An entry of a branch: a page one level down.
struct Child: TreeEntry {
  var page: Int32
  /// What is still to be added to all rows below; the summary has it already.
  private(set) var pending: Shift
  private(set) var summary: Summary

  /// Creates an entry for a page whose own entries add up to `summary`.
  init(page: Int32, pending: Shift = .none, summary: Summary) {
    self.page = page
    self.pending = pending
    self.summary = summary.shifted(by: pending)
  }

  mutating func shift(by shift: Shift) {
    pending = pending + shift
    summary = summary.shifted(by: shift)
  }
}

extension Entries where Entry: TreeEntry {
  /// The sum of the summaries of a range of entries.
  func summary(of range: Range<Int>) -> Summary {
    var sum = Summary.empty
    for index in range {
      sum = sum + self[index].summary
    }
    return sum
  }

  var summary: Summary { summary(of: indices) }
}
