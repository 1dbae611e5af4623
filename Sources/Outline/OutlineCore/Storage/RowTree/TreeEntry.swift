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

  /// The number of rows of a set, with a shift that is pending above.
  func count(of rows: RowSet, below shift: Shift = .none) -> Int32 {
    switch rows {
    case .all: self.rows
    case .visible:
      minCollapsedAncestors == 0 &- shift.collapsedAncestors ? minCollapsedAncestorsCount : 0
    }
  }

  static func + (a: Summary, b: Summary) -> Summary {
    var sum = a
    sum.rows &+= b.rows
    if b.minIndent <= a.minIndent {
      if b.minIndent < a.minIndent {
        sum.minIndent = b.minIndent
        sum.minIndentCount = 0
      }
      sum.minIndentCount &+= b.minIndentCount
    }
    if b.minCollapsedAncestors <= a.minCollapsedAncestors {
      if b.minCollapsedAncestors < a.minCollapsedAncestors {
        sum.minCollapsedAncestors = b.minCollapsedAncestors
        sum.minCollapsedAncestorsCount = 0
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

  /// The number of rows of a set before an entry, with a shift that is pending above.
  func count(of rows: RowSet, before end: Int, below shift: Shift) -> Int32 {
    // The compiler does not take the choice out of a common loop.
    switch rows {
    case .all: sum(before: end) { $0.rows }
    case .visible: sum(before: end) { $0.count(of: .visible, below: shift) }
    }
  }

  private func sum(before end: Int, _ value: (Summary) -> Int32) -> Int32 {
    var sum: Int32 = 0
    var index = 0
    // `reduce` needs more instructions.
    while index < end {
      sum &+= value(self[index].summary)
      index &+= 1
    }
    return sum
  }

  /// The index of the first entry that satisfies a condition; at least one must.
  func index(where isFound: (Entry) -> Bool) -> Int {
    var index = 0
    while !isFound(self[index]) {
      index &+= 1
    }
    return index
  }

  /// The index of the entry that has the row at a position of a set.
  ///
  /// - Parameters:
  ///   - position: The position in the page, which becomes that in the entry.
  ///   - shift: A shift that is pending above.
  func index(at position: inout Int32, among rows: RowSet, below shift: Shift) -> Int {
    var index = 0
    while true {
      let count = self[index].summary.count(of: rows, below: shift)
      if position < count { return index }
      position &-= count
      index &+= 1
    }
  }
}

// MARK: - Rows

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

// MARK: - Branch entries

struct BranchEntry: TreeEntry {
  var page: Int32
  /// The shift of all rows below that is not yet in them; the summary includes it.
  private(set) var pending: Shift
  private(set) var summary: Summary

  init(page: Int32, pending: Shift = .none, summary: Summary) {
    self.page = page
    self.pending = pending
    self.summary = summary.shifted(by: pending)
  }

  mutating func shift(by shift: Shift) {
    pending = pending + shift
    summary = summary.shifted(by: shift)
  }

  /// Adds the summary of rows in the page, and returns it with the pending shift.
  mutating func add(_ rows: Summary) -> Summary {
    let rows = rows.shifted(by: pending)
    summary = summary + rows
    return rows
  }

  static func recordPage(
    _ page: Int32, of children: some Collection<BranchEntry>, in tree: inout RowTree
  ) {
    for child in children {
      tree.parents[Int(child.page)] = page
    }
  }
}

extension Entries<BranchEntry> {
  func index(of page: Int32) -> Int { index { $0.page == page } }
}
