//  An outline is an indented list
//  ==============================
//
//      position  item     indent  collapsed
//                                 ancestors
//      0     Fruit           0      0
//      1       Apple         1      0
//      2       Pear          1      0        visible: no collapsed ancestors
//      3     Tools (+)       0      0        parent: the nearest row above with a smaller indent
//      4       Saw           1      1        end of a subtree: the next row below whose indent
//      5         Blade       2      1            is not larger
//
//  A B+tree stores the list. The entries of leaf pages are rows. The entries of branch pages are
//  child pages, each with a summary and with a pending shift of all rows below it:
//
//      branch   [page 7: +0 indent, +1 collapsed; 5 rows, ...] [page 9: ...]
//                   |                                          |
//      leaf 7   [handle 3 expanded, 0, -1] [handle 4, 1, -1] ...
//
//  A row stores its handle, its indent and the number of its collapsed ancestors. Both numbers
//  exclude pending shifts.
//
//  Pages refer to each other by number, not by reference. Two tables map each page to its parent
//  page, and each handle to its leaf. Both remain valid in every version that shares the page.
//
//  Invariants. `checkInvariants()` checks 1 to 8 and names them by number:
//
//  1. The root page is a leaf at height 0, or a branch with at least 2 children of equal height. A
//     tree without rows has no root page.
//  2. No page has more entries than its capacity. Only the root page has fewer than the minimum.
//  3. `parents` maps each page to its parent page, and the root page to -1.
//  4. `locations` maps the handle of each row to its leaf. No handle has two rows.
//  5. The summary of a branch entry combines the summaries in its page, shifted by what is
//     pending. The summary of the tree combines those of the root page.
//  6. The first row's indent is 0. Every other indent is at least 0, and at most one more than the
//     indent of the row above.
//  7. With the pending shifts above it, a row stores the number of its collapsed ancestors.
//  8. Each page number belongs to one page of the tree, or is free.
//  9. A version that writes a page also makes the pages above it unique. So all rows below a shared
//     page are shared. (A violation surfaces only when versions are compared.)

/// The rows of an outline in pre-order, by handle, without their items.
///
/// - Complexity: A copy is O(1). Every other operation is O(log `count`) unless its comment states
///   another bound.
@usableFromInline
package struct RowTree: Sendable {
  var pages: PageTable<WordPage>
  /// By page number: the parent page, or the next free page number.
  var parents: WordArray
  /// By handle: the leaf with the row.
  var locations: WordArray
  /// The number of the root page; -1 in an empty tree.
  private(set) var root: Int32 = -1
  private var rootHeight: UInt8 = 0
  @usableFromInline var summary = Summary.empty
  /// The first free page number, or -1.
  var firstFreePage: Int32 = -1
  @usableFromInline package let layout: Layout

  @usableFromInline
  package init(layout: Layout) {
    self.layout = layout
    pages = PageTable(nodeBits: layout.nodeBits)
    parents = WordArray(layout: layout)
    locations = WordArray(layout: layout)
  }

  var height: Int { Int(rootHeight) }

  @usableFromInline package var count: Int { Int(summary.rows) }

  @usableFromInline package var visibleCount: Int { count(of: .visible) }
}

// MARK: - Pages

extension RowTree {
  func leaf(_ page: Int32) -> Entries<TreeRow> {
    pages.entries(of: Int(page))
  }

  func branch(_ page: Int32) -> Entries<BranchEntry> {
    pages.entries(of: Int(page))
  }

  /// Makes a page unique, as the caller makes the pages above it (invariant 9).
  mutating func write<Entry: TreeEntry>(
    _ page: Int32, as type: Entry.Type = Entry.self, roomFor count: Int = 0
  ) -> MutableEntries<Entry> {
    pages.write(Int(page), roomFor: count > 0 ? room(for: count, type) : 0)
  }

  /// Adds a page, and records its number for each of its entries.
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
    Entry.recordPage(page, of: entries, in: &self)
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

  /// The smallest number of entries in a page other than the root page.
  func minimum<Entry: TreeEntry>(_ type: Entry.Type) -> Int {
    max(2, capacity(type) / 3)
  }

  private func room<Entry: TreeEntry>(for count: Int, _ type: Entry.Type) -> Int {
    Layout.room(for: count, atMost: capacity(type))
  }
}

// MARK: - The root page

/// A separate page with the pages below it, during a split or a join.
///
/// Its root page can have few entries and a shift.
struct PageTree {
  var root: BranchEntry
  var height: Int
}

extension RowTree {
  var pageTree: PageTree? {
    root < 0 ? nil : PageTree(root: BranchEntry(page: root, summary: summary), height: height)
  }

  mutating func setRoot(to tree: PageTree?) {
    root = tree?.root.page ?? -1
    rootHeight = UInt8(tree?.height ?? 0)
    summary = tree?.root.summary ?? .empty
    guard let tree else { return }
    parents[Int(root)] = -1
    if tree.root.pending != .none {
      if height == 0 {
        shiftEntries(of: root, as: TreeRow.self, by: tree.root.pending)
      } else {
        shiftEntries(of: root, as: BranchEntry.self, by: tree.root.pending)
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

  /// Updates the summaries above a page, and makes these pages unique.
  mutating func updateSummaries(above page: Int32, summary: Summary) {
    var page = page
    var summary = summary
    while page != root {
      let parent = parents[Int(page)]
      let children = write(parent, as: BranchEntry.self)
      let index = children.entries.index(of: page)
      children[index] = BranchEntry(page: page, pending: children[index].pending, summary: summary)
      summary = children.entries.summary
      page = parent
    }
    self.summary = summary
  }

  /// Adds the summary of new rows of a page to those above it, and makes these pages unique.
  mutating func addSummary(_ new: Summary, above page: Int32) {
    var page = page
    var new = new
    while page != root {
      let parent = parents[Int(page)]
      let children = write(parent, as: BranchEntry.self)
      new = children[children.entries.index(of: page)].add(new)
      page = parent
    }
    summary = summary + new
  }
}
