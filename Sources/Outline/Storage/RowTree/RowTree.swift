//  An outline is an indented list
//  ==============================
//
//      row    item        indent  folds
//      0     Fruit           0      0
//      1       Apple         1      0        folds: how many of the ancestors are collapsed
//      2       Pear          1      0        visible: no folds
//      3     Tools (+)       0      0        parent: the nearest row above with a smaller indent
//      4       Saw           1      1        end of a subtree: the next row below with an indent
//      5         Blade       2      1            no larger
//
//  The list stands in a B+tree. Leaves hold rows, branches hold children with summaries and with
//  shifts that are pending for everything below them:
//
//      branch   [page 7: +0 indent, +1 folds; 5 rows, ...] [page 9: ...]
//                   |                                          |
//      leaf 7   [handle 3 expanded, 0, 0] [handle 4, 1, -1] ...
//
//  Pages name each other by number. So a page can name the page above it and an item's handle can
//  name its leaf, in tables beside the tree, and both stay right in every version that shares the
//  page.
//
//  Invariants, in the order in which `checkInvariants()` checks them:
//
//  1. The root is a leaf at height 0, or a branch of at least 2 children above pages of one height.
//     Without rows there is no root.
//  2. No page holds more entries than its capacity, and none but the root fewer than the minimum.
//  3. `parents` names the page above each page; that of the root is -1.
//  4. `locations` names the leaf of each row's handle, and no handle has two rows.
//  5. A child's summary is the sum of the summaries of its page's entries, shifted by what is
//     pending; the tree's summary is the sum over the root's entries, for which nothing is pending.
//  6. The first row's indent is 0, and each row's at least 0 and at most one more than the indent
//     of the row above.
//  7. A row's folds are the number of its collapsed proper ancestors.
//  8. Every page number is that of a page of the tree or stands once in the list of free ones.
//  9. Whoever writes a page also makes the pages above it its own: a page that two versions share
//     heads the same rows in both. (Seen by comparing versions, not by looking at one.)

/// The rows of an outline, in pre-order, by handle; it knows no items.
///
/// - Complexity: A copy is O(1). Every other operation is O(log `count`) but for what its comment
///   says.
@usableFromInline
struct RowTree: Sendable {
  var pages: PageTable<WordPage>
  /// By page number: the number of the page above, or of the next free page.
  var parents: WordArray
  /// By handle: the number of the leaf that holds its row.
  var locations: WordArray
  /// The number of the root page, or -1.
  private(set) var root: Int32 = -1
  /// How many levels of branches there are.
  private(set) var height = 0
  /// The sum over all rows.
  @usableFromInline var summary = Summary.empty
  /// The first of the free page numbers, or -1.
  var firstFreePage: Int32 = -1
  @usableFromInline let layout: Layout

  @usableFromInline
  init(layout: Layout) {
    self.layout = layout
    pages = PageTable(nodeBits: layout.nodeBits)
    parents = WordArray(layout: layout)
    locations = WordArray(layout: layout)
  }

  /// The number of rows.
  @usableFromInline var count: Int { Int(summary.rows) }

  /// The number of visible rows.
  @usableFromInline var visibleCount: Int { Int(summary.visibleRows) }
}

// MARK: - Pages

extension RowTree {
  func leaf(_ page: Int32) -> Entries<TreeRow> {
    pages.entries(of: Int(page))
  }

  func branch(_ page: Int32) -> Entries<BranchEntry> {
    pages.entries(of: Int(page))
  }

  /// The entries of a page for this version alone, with room for `count` of them.
  ///
  /// The caller sees to it that the pages above are this version's own, too.
  mutating func write<Entry: TreeEntry>(
    _ page: Int32, as type: Entry.Type = Entry.self, roomFor count: Int = 0
  ) -> MutableEntries<Entry> {
    pages.write(Int(page), roomFor: count > 0 ? room(for: count, type) : 0)
  }

  /// Adds a page with the given entries and puts them in their places.
  mutating func makePage<Entry: TreeEntry>(_ entries: some RandomAccessCollection<Entry>) -> Int32 {
    let new = WordPage.make(entries, roomFor: room(for: entries.count, Entry.self))
    let page: Int32
    if firstFreePage >= 0 {
      page = firstFreePage
      firstFreePage = parents[Int(page)]
      pages.replace(Int(page), with: new)
    } else {
      page = Int32(pages.append(new))
      parents.set(CollectionOfOne(Int(page)), to: -1)
    }
    Entry.recordLocation(of: entries, in: page, of: &self)
    return page
  }

  mutating func release(_ page: Int32) {
    pages.replace(Int(page), with: nil)
    parents[Int(page)] = firstFreePage
    firstFreePage = page
  }

  func capacity<Entry: TreeEntry>(_ type: Entry.Type) -> Int {
    Int(Entry.self == TreeRow.self ? layout.leafCapacity : layout.branchCapacity)
  }

  /// The fewest entries of a page that is not the root.
  func minimum<Entry: TreeEntry>(_ type: Entry.Type) -> Int {
    max(2, capacity(type) / 3)
  }

  /// How many entries to make room for on a page that is to hold `count` of them.
  private func room<Entry: TreeEntry>(for count: Int, _ type: Entry.Type) -> Int {
    Layout.room(for: count, atMost: capacity(type))
  }
}

// MARK: - Trees within the tree

/// A tree that hangs nowhere: its root may have fewer entries than the minimum, and something may
/// be pending for it.
struct Subtree {
  var top: BranchEntry
  var height: Int
}

extension RowTree {
  /// The whole tree, to be cut and joined.
  var whole: Subtree? {
    root < 0 ? nil : Subtree(top: BranchEntry(page: root, summary: summary), height: height)
  }

  /// Makes `tree` the whole tree.
  mutating func setRoot(to tree: Subtree?) {
    root = tree?.top.page ?? -1
    height = tree?.height ?? 0
    summary = tree?.top.summary ?? .empty
    guard let tree else { return }
    parents[Int(root)] = -1
    if tree.top.pending != .none {
      if height == 0 {
        shiftEntries(of: root, as: TreeRow.self, by: tree.top.pending)
      } else {
        shiftEntries(of: root, as: BranchEntry.self, by: tree.top.pending)
      }
    }
  }

  private mutating func shiftEntries<Entry: TreeEntry>(
    of page: Int32, as type: Entry.Type, by shift: Shift
  ) {
    let entries = write(page, as: type)
    for index in entries.indices {
      entries[index].shift(by: shift)
    }
  }

  /// Brings the summaries above a page up to date, and makes the pages above this version's own.
  mutating func updateSummaries(above page: Int32, summary: Summary) {
    var page = page
    var summary = summary
    while page != root {
      let above = parents[Int(page)]
      let children = write(above, as: BranchEntry.self)
      let index = children.entries.index(of: page)
      children[index] = BranchEntry(page: page, pending: children[index].pending, summary: summary)
      summary = children.entries.summary
      page = above
    }
    self.summary = summary
  }
}

extension Entries<BranchEntry> {
  /// The place of the child that is `page`, which is there.
  func index(of page: Int32) -> Int {
    var index = 0
    while self[index].page != page {
      index += 1
    }
    return index
  }
}
