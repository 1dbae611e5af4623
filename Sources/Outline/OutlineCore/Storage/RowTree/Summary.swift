/// A pending addition to the indents and the collapsed ancestors of all rows below a page.
struct Shift: BitwiseCopyable, Equatable {
  var indent: Int32 = 0
  var collapsedAncestors: Int32 = 0

  static let none = Shift()

  static func + (a: Shift, b: Shift) -> Shift {
    Shift(
      indent: a.indent &+ b.indent, collapsedAncestors: a.collapsedAncestors &+ b.collapsedAncestors
    )
  }

  static func - (a: Shift, b: Shift) -> Shift {
    Shift(
      indent: a.indent &- b.indent, collapsedAncestors: a.collapsedAncestors &- b.collapsedAncestors
    )
  }
}

/// The properties of a list of rows that a branch entry stores.
///
/// Summaries are a monoid: `+` is associative, and `empty` is its identity. The summary of a list
/// is the sum of the summaries of its rows (a homomorphism). Shifting distributes over `+`.
@usableFromInline
struct Summary: BitwiseCopyable, Equatable, Sendable {
  var rows: Int32
  var minIndent: Int32
  var minIndentCount: Int32
  var minCollapsedAncestors: Int32
  var minCollapsedAncestorsCount: Int32

  static let empty = Summary(
    rows: 0, minIndent: .max, minIndentCount: 0, minCollapsedAncestors: .max,
    minCollapsedAncestorsCount: 0)

  /// The number of visible rows, if no shift is pending above.
  var visibleRows: Int32 { minCollapsedAncestors == 0 ? minCollapsedAncestorsCount : 0 }

  static func + (a: Summary, b: Summary) -> Summary {
    var sum = a
    sum.rows &+= b.rows
    if b.minIndent <= a.minIndent {
      if b.minIndent < a.minIndent { (sum.minIndent, sum.minIndentCount) = (b.minIndent, 0) }
      sum.minIndentCount &+= b.minIndentCount
    }
    if b.minCollapsedAncestors <= a.minCollapsedAncestors {
      if b.minCollapsedAncestors < a.minCollapsedAncestors {
        (sum.minCollapsedAncestors, sum.minCollapsedAncestorsCount) = (b.minCollapsedAncestors, 0)
      }
      sum.minCollapsedAncestorsCount &+= b.minCollapsedAncestorsCount
    }
    return sum
  }

  func shifted(by shift: Shift) -> Summary {
    guard rows > 0 else { return self }
    var result = self
    result.minIndent &+= shift.indent
    result.minCollapsedAncestors &+= shift.collapsedAncestors
    return result
  }
}

/// An entry of a page of the tree: one row, or a page of rows.
protocol TreeEntry: PageEntry {
  var summary: Summary { get }
  mutating func shift(by shift: Shift)

  /// Records in the tables of the tree that entries are on a page.
  static func recordPage(_ page: Int32, of entries: some Collection<Self>, in tree: inout RowTree)
}

extension TreeEntry {
  func recordPage(_ page: Int32, in tree: inout RowTree) {
    Self.recordPage(page, of: CollectionOfOne(self), in: &tree)
  }
}

extension Entries where Entry: TreeEntry {
  func summary(of range: Range<Int>) -> Summary {
    var sum = Summary.empty
    for index in range {
      sum = sum + self[index].summary
    }
    return sum
  }

  var summary: Summary { summary(of: indices) }
}
