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
  var minIndentCount: Int32
  /// The smallest number of folds of the rows, and how many have it.
  var minFolds: Int32
  var minFoldsCount: Int32

  static let empty = Summary(
    rows: 0, minIndent: .max, minIndentCount: 0, minFolds: .max, minFoldsCount: 0)

  /// How many rows are visible, where the summary counts all folds from the root of the tree on.
  var visibleRows: Int32 { minFolds == 0 ? minFoldsCount : 0 }

  static func + (a: Summary, b: Summary) -> Summary {
    var sum = a
    sum.rows &+= b.rows
    if b.minIndent <= a.minIndent {
      if b.minIndent < a.minIndent { (sum.minIndent, sum.minIndentCount) = (b.minIndent, 0) }
      sum.minIndentCount &+= b.minIndentCount
    }
    if b.minFolds <= a.minFolds {
      if b.minFolds < a.minFolds { (sum.minFolds, sum.minFoldsCount) = (b.minFolds, 0) }
      sum.minFoldsCount &+= b.minFoldsCount
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
  static func recordLocation(
    of entries: some Collection<Self>, in page: Int32, of tree: inout RowTree)
}

extension TreeEntry {
  /// Notes in the tree's tables that the entry stands in a page.
  func recordLocation(in page: Int32, of tree: inout RowTree) {
    Self.recordLocation(of: CollectionOfOne(self), in: page, of: &tree)
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
