/// The children of one row that come, go or move, among those that stay: tells the child index of
/// each while the steps are made.
///
/// The children that stay are only counted. A child that leaves its place has a slot there, one
/// that comes has a slot where it comes to; ahead of a slot are the same staying children all the
/// time, and those slots that are filled at the moment.
struct SiblingIndices {
  /// A child by its index among all children, and its row.
  struct Child {
    var index: Int
    var row: Int
  }

  private struct Slot {
    /// How many children that stay come before.
    var stayingBefore: Int
    var row: Int
    var isOld: Bool

    var order: (Int, Int, Int) { (stayingBefore, isOld ? 0 : 1, row) }
  }

  private var slots: [Slot] = []
  /// The places of the slots by old and by new row.
  private var oldPlaces: [Int: Int] = [:]
  private var newPlaces: [Int: Int] = [:]
  /// How many slots are filled: a Fenwick tree.
  private var sums: [Int] = []

  /// Creates the slots of children by child index and row: old ones, all there, and new ones, none
  /// there yet.
  init(old: [Child], new: [Child]) {
    slots.reserveCapacity(old.count + new.count)
    append(old, isOld: true)
    append(new, isOld: false)
    slots.sort { $0.order < $1.order }
    sums = [Int](repeating: 0, count: slots.count + 1)
    for (place, slot) in slots.enumerated() {
      if slot.isOld {
        oldPlaces[slot.row] = place
        add(1, at: place)
      } else {
        newPlaces[slot.row] = place
      }
    }
  }

  private mutating func append(_ children: [Child], isOld: Bool) {
    for (position, child) in children.sorted(by: { $0.index < $1.index }).enumerated() {
      slots.append(Slot(stayingBefore: child.index - position, row: child.row, isOld: isOld))
    }
  }

  /// Takes the child of an old row away, and returns the index that it had.
  mutating func remove(oldRow row: Int) -> Int {
    let place = oldPlaces[row] ?? 0
    add(-1, at: place)
    return index(of: place)
  }

  /// Puts the child of a new row in its place, and returns the index that it has.
  mutating func insert(newRow row: Int) -> Int {
    let place = newPlaces[row] ?? 0
    add(1, at: place)
    return index(of: place)
  }

  private func index(of place: Int) -> Int {
    var sum = slots[place].stayingBefore
    var end = place
    while end > 0 {
      sum += sums[end]
      end &= end - 1
    }
    return sum
  }

  private mutating func add(_ value: Int, at place: Int) {
    var end = place + 1
    while end < sums.count {
      sums[end] += value
      end += end & -end
    }
  }
}
