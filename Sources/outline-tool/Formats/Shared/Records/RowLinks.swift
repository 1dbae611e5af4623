/// Rows that stand anywhere in a file and name their parents.
struct RowLinks {
  private var parents: [Int32]
  private var firstChildren: [Int32]
  private var lastChildren: [Int32]
  private var nextSiblings: [Int32]

  /// Makes links for rows that are all at the root; the place behind the last row stands for it.
  init(count: Int) {
    parents = Array(repeating: -1, count: count)
    firstChildren = Array(repeating: -1, count: count + 1)
    lastChildren = firstChildren
    nextSiblings = parents
  }

  /// Whether a row has a parent.
  func hasParent(_ row: Int) -> Bool { parents[row] >= 0 }

  /// Returns the parent of a row, below 0 for none.
  func parent(of row: Int) -> Int { Int(parents[row]) }

  /// Says which row is the parent of another.
  mutating func setParent(of row: Int, to parent: Int) {
    parents[row] = Int32(parent)
  }

  /// Puts rows that are below themselves at the root, and returns them: the first of each circle.
  mutating func breakCycles() -> [Int] {
    // Where parents come first, there are none.
    if parents.indices.allSatisfy({ parents[$0] < $0 }) { return [] }
    var cuts: [Int] = []
    /// The row from which each row was come upon first.
    var origins = [Int32](repeating: -1, count: parents.count)
    for start in parents.indices where origins[start] < 0 {
      var row = start
      while row >= 0 && origins[row] < 0 {
        origins[row] = Int32(start)
        row = Int(parents[row])
      }
      guard row >= 0 && Int(origins[row]) == start else { continue }
      var first = row
      var other = Int(parents[row])
      while other != row {
        first = min(first, other)
        other = Int(parents[other])
      }
      parents[first] = -1
      cuts.append(first)
    }
    return cuts.sorted()
  }

  /// Puts a row behind the other children of its parent.
  mutating func link(_ row: Int) {
    let parent = parents[row] < 0 ? parents.count : Int(parents[row])
    if firstChildren[parent] < 0 {
      firstChildren[parent] = Int32(row)
    } else {
      nextSiblings[Int(lastChildren[parent])] = Int32(row)
    }
    lastChildren[parent] = Int32(row)
  }

  /// Calls `body` with each row that was linked, and its level, in the order of an outline.
  func walk(_ body: (_ row: Int, _ level: Int) -> Void) {
    var row = firstChildren[parents.count]
    var level = 0
    while row >= 0 {
      body(Int(row), level)
      if firstChildren[Int(row)] >= 0 {
        row = firstChildren[Int(row)]
        level += 1
        continue
      }
      while row >= 0 && nextSiblings[Int(row)] < 0 {
        row = parents[Int(row)]
        level -= 1
      }
      if row >= 0 { row = nextSiblings[Int(row)] }
    }
  }
}
