/// Links between rows and their parents, in any order.
struct RowLinks {
  private var parents: [Int32]
  private var firstChildren: [Int32]
  private var lastChildren: [Int32]
  private var nextSiblings: [Int32]

  /// Creates links for roots; the index after the last row stands for their parent.
  init(count: Int) {
    parents = Array(repeating: -1, count: count)
    firstChildren = Array(repeating: -1, count: count + 1)
    lastChildren = firstChildren
    nextSiblings = parents
  }

  mutating func setParent(of row: Int, to parent: Int) {
    parents[row] = Int32(parent)
  }

  /// Makes the first row of each cycle a root, and returns these rows.
  mutating func breakCycles() -> [Int] {
    // Rows that follow their parents form no cycle.
    if parents.indices.allSatisfy({ parents[$0] < $0 }) { return [] }

    var cuts: [Int] = []
    /// The row at which the walk first reached each row.
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

  mutating func link(_ row: Int) {
    let parent = parents[row] < 0 ? parents.count : Int(parents[row])
    if firstChildren[parent] < 0 {
      firstChildren[parent] = Int32(row)
    } else {
      nextSiblings[Int(lastChildren[parent])] = Int32(row)
    }
    lastChildren[parent] = Int32(row)
  }

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
