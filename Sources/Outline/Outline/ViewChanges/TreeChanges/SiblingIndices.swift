/// The children of one row that change, with the child index of each during the steps.
///
/// A removed child has a slot at its old index, and an inserted child has one at its new index. The
/// number of unchanged children before a slot is constant. Filled slots are counted.
struct SiblingIndices {
  /// A child by its index among all children, and its row.
  struct Child {
    var index: Int
    var row: Int
  }

  private struct Slot {
    /// The number of unchanged children before the slot.
    var unchangedBefore: Int
    var row: Int
    var isOld: Bool
  }

  private var slots: [Slot] = []
  private var oldSlots: [Int: Int] = [:]
  private var newSlots: [Int: Int] = [:]
  /// The numbers of filled slots, as a Fenwick tree.
  private var sums: [Int] = []

  init(old: [Child], new: [Child]) {
    slots.reserveCapacity(old.count + new.count)
    append(old, isOld: true)
    append(new, isOld: false)
    slots = slots.sorted(byKey: { ($0.unchangedBefore, 0) })
    sums = [Int](repeating: 0, count: slots.count + 1)
    for (index, slot) in slots.enumerated() {
      if slot.isOld {
        oldSlots[slot.row] = index
        add(1, at: index)
      } else {
        newSlots[slot.row] = index
      }
    }
  }

  private mutating func append(_ children: [Child], isOld: Bool) {
    for (number, child) in children.sorted(byKey: { ($0.index, 0) }).enumerated() {
      slots.append(Slot(unchangedBefore: child.index - number, row: child.row, isOld: isOld))
    }
  }

  mutating func remove(oldRow row: Int) -> Int {
    let slot = oldSlots[row] ?? 0
    add(-1, at: slot)
    return index(of: slot)
  }

  mutating func insert(newRow row: Int) -> Int {
    let slot = newSlots[row] ?? 0
    add(1, at: slot)
    return index(of: slot)
  }

  private func index(of slot: Int) -> Int {
    var sum = slots[slot].unchangedBefore
    var end = slot
    while end > 0 {
      sum += sums[end]
      end &= end - 1
    }
    return sum
  }

  private mutating func add(_ value: Int, at slot: Int) {
    var end = slot + 1
    while end < sums.count {
      sums[end] += value
      end += end & -end
    }
  }
}

extension RowTree {
  func child(atRow row: Int) -> SiblingIndices.Child {
    SiblingIndices.Child(index: childIndex(ofRow: row), row: row)
  }
}
