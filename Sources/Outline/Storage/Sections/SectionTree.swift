//  The sections in their order, as the nodes of a binary tree, each with the sum over all below it:
//
//                  section 4: 20 items, 65 below
//                 /                             \
//      section 0: 5 items, 35 below         section 2: 10 items, 10 below
//                 \
//                  section 1: 30 items, 30 below
//
//  It is a treap: a node's priority, which is a hash of its handle, is at least those of its
//  children. So the tree has the shape that random insertions give it, and nothing has to be kept
//  for its balance. Nodes stand under the handles of their sections in pages of a few, since an
//  edit writes a node on each level.
//
//  Invariants, in the order in which `checkInvariants(handles:)` checks them:
//
//  1. The nodes are the sections, in their order from left to right.
//  2. A node's children name it as their parent; the root has none.
//  3. No child has a higher priority than its parent.
//  4. A node's sum is its own weight and the sums of its children.

/// How much is in sections, or ahead of one.
@usableFromInline
struct SectionCounts: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline var items: Int32 = 0
  /// How many of the items are visible.
  @usableFromInline var rows: Int32 = 0

  @usableFromInline
  init(items: Int32 = 0, rows: Int32 = 0) {
    self.items = items
    self.rows = rows
  }

  /// The weight of a section with the rows that a summary is of.
  @usableFromInline
  init(_ summary: Summary) {
    self.init(items: summary.rows, rows: summary.visibleRows)
  }

  func count(visible: Bool) -> Int32 {
    visible ? rows : items
  }

  static func + (a: SectionCounts, b: SectionCounts) -> SectionCounts {
    SectionCounts(items: a.items &+ b.items, rows: a.rows &+ b.rows)
  }

  static func - (a: SectionCounts, b: SectionCounts) -> SectionCounts {
    SectionCounts(items: a.items &- b.items, rows: a.rows &- b.rows)
  }
}

/// The sums of the weights ahead of sections, which are known by their handles.
///
/// - Complexity: A copy is O(1); every operation is O(log *s*) for *s* sections, expected.
@usableFromInline
struct SectionTree: Sendable {
  private var pages: PageTable<WordPage>
  private var root: Int32 = -1
  /// The binary logarithm of the number of nodes of a page: few, since an edit writes many pages.
  private let bits: UInt8

  @usableFromInline
  init(layout: Layout) {
    pages = PageTable(nodeBits: min(layout.nodeBits, 4))
    bits = min(layout.itemBits, 4)
  }
}

/// A section of a `SectionTree`; the handles of its relatives are -1 where there are none.
private struct SectionNode: PageEntry {
  var left: Int32 = -1
  var right: Int32 = -1
  var parent: Int32 = -1
  var counts = SectionCounts()
  var subtreeCounts = SectionCounts()
}

// MARK: - Asking

extension SectionTree {
  /// The sum over all sections.
  @usableFromInline var counts: SectionCounts { counts(below: root) }

  /// The sum over the sections ahead of one.
  @usableFromInline
  func counts(before handle: Int32) -> SectionCounts {
    var node = self[handle]
    var counts = counts(below: node.left)
    var child = handle
    while node.parent >= 0 {
      let parent = node.parent
      node = self[parent]
      if node.right == child {
        counts = counts + node.counts + self.counts(below: node.left)
      }
      child = parent
    }
    return counts
  }

  /// The section that has the item at a position among all items, or among the visible ones, and
  /// the item's position in it.
  @usableFromInline
  func section(at position: Int, visible: Bool) -> (handle: Int32, offset: Int) {
    var offset = Int32(position)
    var handle = root
    while true {
      let node = self[handle]
      let left = counts(below: node.left).count(visible: visible)
      if offset < left {
        handle = node.left
        continue
      }
      offset -= left
      let own = node.counts.count(visible: visible)
      if offset < own { return (handle, Int(offset)) }
      offset -= own
      handle = node.right
    }
  }
}

// MARK: - Changing

extension SectionTree {
  /// Adds a section ahead of another, or at the end.
  @usableFromInline
  mutating func insert(
    _ handle: Int32, before next: Int32?, counts: SectionCounts = SectionCounts()
  ) {
    var node = SectionNode(counts: counts, subtreeCounts: counts)
    var isLeft = false
    if let next, self[next].left < 0 {
      node.parent = next
      isLeft = true
    } else {
      node.parent = next.map { self[$0].left } ?? root
      while node.parent >= 0, self[node.parent].right >= 0 {
        node.parent = self[node.parent].right
      }
    }
    add(handle, node)
    if node.parent < 0 {
      root = handle
    } else if isLeft {
      self[node.parent].left = handle
    } else {
      self[node.parent].right = handle
    }
    addCounts(counts, from: node.parent)
    while self[handle].parent >= 0, priority(handle) > priority(self[handle].parent) {
      rotateUp(handle)
    }
  }

  /// Removes a section, and returns its weight.
  @usableFromInline @discardableResult
  mutating func remove(_ handle: Int32) -> SectionCounts {
    while true {
      let (left, right) = (self[handle].left, self[handle].right)
      if left < 0 && right < 0 { break }
      let isLeft = right < 0 || left >= 0 && priority(left) > priority(right)
      rotateUp(isLeft ? left : right)
    }
    let node = self[handle]
    replaceChild(handle, of: node.parent, by: -1)
    addCounts(SectionCounts() - node.counts, from: node.parent)
    self[handle] = SectionNode()
    return node.counts
  }

  /// Sets a section's weight.
  @usableFromInline
  mutating func setCounts(_ counts: SectionCounts, of handle: Int32) {
    let change = counts - self[handle].counts
    guard change != SectionCounts() else { return }
    self[handle].counts = counts
    addCounts(change, from: handle)
  }

  private mutating func addCounts(_ change: SectionCounts, from handle: Int32) {
    guard change != SectionCounts() else { return }
    var handle = handle
    while handle >= 0 {
      self[handle].subtreeCounts = self[handle].subtreeCounts + change
      handle = self[handle].parent
    }
  }

  /// Puts a node in the place of its parent, which becomes its child.
  private mutating func rotateUp(_ handle: Int32) {
    var node = self[handle]
    let parent = node.parent
    var old = self[parent]
    let between: Int32
    if old.left == handle {
      between = node.right
      old.left = between
      node.right = parent
    } else {
      between = node.left
      old.right = between
      node.left = parent
    }
    if between >= 0 {
      self[between].parent = parent
    }
    replaceChild(parent, of: old.parent, by: handle)
    node.parent = old.parent
    old.parent = handle
    node.subtreeCounts = old.subtreeCounts
    old.subtreeCounts = counts(below: old.left) + old.counts + counts(below: old.right)
    self[handle] = node
    self[parent] = old
  }

  private mutating func replaceChild(_ child: Int32, of parent: Int32, by new: Int32) {
    if parent < 0 {
      root = new
    } else if self[parent].left == child {
      self[parent].left = new
    } else {
      self[parent].right = new
    }
  }

  /// As random as the hashes of the standard library: nobody can know in which order of sections
  /// the tree would be high.
  private func priority(_ handle: Int32) -> Int {
    handle.hashValue
  }
}

// MARK: - Nodes

extension SectionTree {
  private var mask: Int { 1 &<< Int(bits) &- 1 }

  private subscript(handle: Int32) -> SectionNode {
    get { pages.entries(of: Int(handle) &>> bits)[Int(handle) & mask] }
    set { pages.write(Int(handle) &>> bits)[Int(handle) & mask] = newValue }
  }

  private func counts(below handle: Int32) -> SectionCounts {
    handle < 0 ? SectionCounts() : self[handle].subtreeCounts
  }

  private mutating func add(_ handle: Int32, _ node: SectionNode) {
    while Int(handle) &>> bits >= pages.count {
      let empty = repeatElement(SectionNode(), count: mask + 1)
      _ = pages.append(.make(empty, roomFor: empty.count))
    }
    self[handle] = node
  }
}

// MARK: - Invariants

extension SectionTree {
  /// Stops the program unless the invariants at the head of this file hold.
  func checkInvariants(handles: [Int32]) {
    var met: [Int32] = []
    var above: [Int32] = []
    var next = root
    while next >= 0 || !above.isEmpty {
      while next >= 0 {
        above.append(next)
        next = self[next].left
      }
      let handle = above.removeLast()
      met.append(handle)
      next = self[handle].right
    }
    precondition(met == handles, "1. the nodes are the sections in their order")
    for handle in handles {
      let node = self[handle]
      for child in [node.left, node.right] where child >= 0 {
        precondition(self[child].parent == handle, "2. a child names its parent")
        precondition(priority(child) <= priority(handle), "3. no child has a higher priority")
      }
      precondition(
        node.subtreeCounts == counts(below: node.left) + node.counts + counts(below: node.right),
        "4. a node's sum is that of its own weight and its children's sums")
    }
    precondition(root < 0 || self[root].parent < 0, "2. the root has no parent")
  }

  /// The weight of a section.
  func counts(of handle: Int32) -> SectionCounts {
    self[handle].counts
  }
}
