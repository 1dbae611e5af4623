/// Counts of the values below each key, which determine the shape of a file.
struct JSONStatistics {
  struct Count {
    /// The objects in arrays under the key, or in objects keyed by name.
    var nodes = 0
    /// The nodes that have a label or, if keyed by name, facts that npm gives about packages.
    var labeled = 0
    var parents = 0
    var words = 0
    /// The number of values beside or below members with the key.
    var coverage = 0
    fileprivate var coveredEnd = 0
  }

  private(set) var counts: [Count]
  /// The array with the most objects, and their number.
  private(set) var largestArray = (index: 0, objects: 0)
  private var open: [Frame] = []

  private struct Frame {
    let index: Int32
    let end: Int32
    /// The key under which the values, or the object itself, are children.
    let origin: UInt32
    /// Whether the values are children, not members.
    let isList: Bool
    /// Whether the values, or the object itself, are keyed by name.
    var isKeyed = false
    var objects: Int32 = 0
    var isLabeled = false
  }

  /// Counts the values of a file.
  init(_ table: borrowing JSONTable, members: borrowing JSONMembers) {
    counts = Array(repeating: Count(), count: members.count)
    var frame = Frame(index: 0, end: Int32(table.values.count), origin: 0, isList: true)
    for index in table.values.indices.dropFirst() {
      while index >= frame.end {
        leave(frame)
        frame = open.removeLast()
      }

      let value = table[index]
      if value.isContainer {
        let inner = enter(value, at: index, from: &frame, members: members)
        if inner.end > index + 1 {
          open.append(frame)
          frame = inner
        }
      } else if frame.isList {
        counts[Int(frame.origin)].words += 1
      } else if !frame.isLabeled, members[value.key].isLabel(isKeyed: frame.isKeyed) {
        frame.isLabeled = true
        counts[Int(frame.origin)].labeled += 1
      }
    }

    leave(frame)
    while let outer = open.popLast() { leave(outer) }
  }

  @inline(__always)
  private mutating func enter(
    _ value: JSONValue, at index: Int, from frame: inout Frame, members: borrowing JSONMembers
  ) -> Frame {
    let end = Int32(value.end)
    let isArray = value.kind == .array
    if frame.isList {
      if !isArray {
        frame.objects += 1
        counts[Int(frame.origin)].nodes += 1
      }
      return Frame(
        index: Int32(index), end: end, origin: frame.origin, isList: isArray,
        isKeyed: frame.isKeyed && !isArray)
    }
    cover(index, by: value.key, in: frame)
    let isList = isArray || members.isKeyed(value.key)
    if isList && frame.origin == value.key && value.end > index + 1 {
      counts[Int(value.key)].parents += 1
    }
    return Frame(
      index: Int32(index), end: end, origin: isList ? value.key : 0, isList: isList,
      isKeyed: isList && !isArray)
  }

  /// Counts the values around a member with children.
  @inline(__always)
  private mutating func cover(_ index: Int, by key: UInt32, in object: Frame) {
    guard index >= counts[Int(key)].coveredEnd else { return }
    let region = open.last.map { $0.isList ? $0 : object } ?? object
    counts[Int(key)].coverage += Int(region.end - region.index)
    counts[Int(key)].coveredEnd = Int(region.end)
  }

  private mutating func leave(_ frame: Frame) {
    if frame.isList && Int(frame.objects) > largestArray.objects {
      largestArray = (Int(frame.index), Int(frame.objects))
    }
  }
}

extension JSONMember {
  /// Returns whether an object with this member is probably a node.
  fileprivate func isLabel(isKeyed: Bool) -> Bool {
    isKeyed ? isPackageFact : marksRow
  }
}
