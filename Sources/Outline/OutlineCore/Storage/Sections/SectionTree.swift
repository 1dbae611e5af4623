//  The order of the sections, as a binary tree with the counts of items below each node:
//
//                  section 4: 20 items, 65 below
//                 /                             \
//      section 0: 5 items, 35 below         section 2: 10 items, 10 below
//                 \
//                  section 1: 30 items, 30 below
//
//  The tree is a treap: the priority of a node, a hash of its handle, is at least the priorities of
//  its children. So the tree is as high as after insertions in random order, and needs no
//  balancing. Nodes are in small pages by the handles of their sections, because an edit writes a
//  node on each level.
//
//  A `RowTree` would not be faster. Its summaries are minima that shift, and these are sums. Two
//  more words in each branch entry would cost every outline a fifth of the children of a page.
//  Measured with 1,000 sections, an update takes 2,500 instructions here and 1,300 in a `RowTree`.
//  But the counts before a section, which more operations read, take 900 here and 1,600 there.
//
//  Invariants, in the order in which `checkInvariants(handles:)` checks them:
//
//  1. The nodes are the sections, in their order from left to right.
//  2. The children of a node name it as their parent. The root has no parent.
//  3. No child has a higher priority than its parent.
//  4. The subtree counts of a node are its own counts plus the subtree counts of its children.

/// The numbers of items and of visible rows, in a section or in several.
@usableFromInline
package struct SectionCounts: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline package var items: Int32 = 0
  @usableFromInline package var rows: Int32 = 0

  @usableFromInline
  init(items: Int32 = 0, rows: Int32 = 0) {
    self.items = items
    self.rows = rows
  }

  @usableFromInline
  package init(_ tree: RowTree) {
    self.init(items: tree.summary.rows, rows: tree.summary.count(of: .visible))
  }

  package func count(of set: RowSet) -> Int32 {
    switch set {
    case .all: items
    case .visible: rows
    }
  }

  static func + (a: SectionCounts, b: SectionCounts) -> SectionCounts {
    SectionCounts(items: a.items &+ b.items, rows: a.rows &+ b.rows)
  }

  static func - (a: SectionCounts, b: SectionCounts) -> SectionCounts {
    SectionCounts(items: a.items &- b.items, rows: a.rows &- b.rows)
  }
}

/// The counts of sections and of all sections before one, by section handle.
///
/// - Complexity: A copy is O(1). Every operation is expected O(log *s*) for *s* sections.
@usableFromInline
package struct SectionTree: Sendable {
  private var pages: PageTable<WordPage>
  private var root: Int32 = -1
  /// The binary logarithm of the number of nodes on a page.
  private let bits: UInt8

  @usableFromInline
  package init(layout: Layout) {
    pages = PageTable(nodeBits: min(layout.nodeBits, 4))
    bits = min(layout.itemBits, 4)
  }
}

/// A node of a `SectionTree`, with the handles of its relatives, or -1.
private struct SectionNode: PageEntry {
  var left: Int32 = -1
  var right: Int32 = -1
  var parent: Int32 = -1
  var counts = SectionCounts()
  var subtreeCounts = SectionCounts()
}

// MARK: - Queries

extension SectionTree {
  @usableFromInline package var counts: SectionCounts { counts(below: root) }

  @usableFromInline
  package func counts(before handle: Int32) -> SectionCounts {
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

  /// The section of the item at a position among all items, or among the visible ones, and the
  /// item's position in the section.
  @usableFromInline
  package func section(at position: Int, among rows: RowSet) -> (handle: Int32, offset: Int) {
    var offset = Int32(position)
    var handle = root
    while true {
      let node = self[handle]
      let left = counts(below: node.left).count(of: rows)
      if offset < left {
        handle = node.left
        continue
      }
      offset -= left
      let own = node.counts.count(of: rows)
      if offset < own { return (handle, Int(offset)) }
      offset -= own
      handle = node.right
    }
  }
}

// MARK: - Changes

extension SectionTree {
  @usableFromInline
  package mutating func insert(
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

  @usableFromInline @discardableResult
  package mutating func remove(_ handle: Int32) -> SectionCounts {
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

  @usableFromInline
  package mutating func setCounts(_ counts: SectionCounts, of handle: Int32) {
    let change = counts - self[handle].counts
    guard change != SectionCounts() else { return }
    self[handle].counts = counts
    addCounts(change, from: handle)
  }

  private mutating func addCounts(_ change: SectionCounts, from handle: Int32) {
    guard change != SectionCounts() else { return }
    var handle = handle
    while handle >= 0 {
      var node = self[handle]
      node.subtreeCounts = node.subtreeCounts + change
      self[handle] = node
      handle = node.parent
    }
  }

  /// Rotates a node with its parent, which becomes its child.
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

  /// The priority of a node, so random that no order of sections makes the tree high.
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
  /// Stops the program unless the invariants in this file hold.
  package func checkInvariants(handles: [Int32]) {
    var visited: [Int32] = []
    var stack: [Int32] = []
    var next = root
    while next >= 0 || !stack.isEmpty {
      while next >= 0 {
        stack.append(next)
        next = self[next].left
      }
      let handle = stack.removeLast()
      visited.append(handle)
      next = self[handle].right
    }
    precondition(visited == handles, "1. the nodes are the sections in their order")
    for handle in handles {
      let node = self[handle]
      for child in [node.left, node.right] where child >= 0 {
        precondition(self[child].parent == handle, "2. a child names its parent")
        precondition(priority(child) <= priority(handle), "3. no child has a higher priority")
      }
      precondition(
        node.subtreeCounts == counts(below: node.left) + node.counts + counts(below: node.right),
        "4. subtree counts are the sum of the node's and its children's counts")
    }
    precondition(root < 0 || self[root].parent < 0, "2. the root has no parent")
  }

  package func counts(of handle: Int32) -> SectionCounts {
    self[handle].counts
  }
}
