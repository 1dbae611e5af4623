/// Lists of sections, as flat arrays that are reused.
public struct SectionedList: Equatable, Sendable {
  public var sections: [Int] = []
  public var counts: [Int] = []
  public var items: [Int] = []

  public init() {}
}

extension SectionedList: CustomStringConvertible {
  public var description: String {
    var rest = items[...]
    return zip(sections, counts).map { section, count in
      defer { rest = rest.dropFirst(count) }
      return (["\(section):"] + rest.prefix(count).map(String.init)).joined(separator: " ")
    }.joined(separator: " | ")
  }
}

/// All pairs of sectioned lists with a number of items and sections in total, up to names.
///
/// The items of the old list are 0, 1, 2… in order. Items of the new list only have the next
/// numbers, in its order. Sections are numbered the same way. So each pair stands for all pairs
/// with other names. Sections may be empty.
public struct SectionedPairs: Sendable {
  let itemCount: Int
  let sectionCount: Int

  public init(itemCount: Int, sectionCount: Int) {
    self.itemCount = itemCount
    self.sectionCount = sectionCount
  }

  /// Calls the body with each new list of a share, and with all its prepared old lists.
  public func visit<Old>(
    share: Int = 0, of shareCount: Int = 1, prepare: (SectionedList) throws -> Old,
    _ body: (_ olds: [Old], _ new: SectionedList) throws -> Void
  ) rethrows {
    var number = 0
    for oldItemCount in 0...itemCount {
      for oldSectionCount in 0...sectionCount {
        let cuts = Self.cuts(of: oldItemCount, into: oldSectionCount)
        guard !cuts.isEmpty else { continue }
        let olds = try cuts.map { counts in
          var old = SectionedList()
          old.items = Array(0..<oldItemCount)
          old.sections = Array(counts.indices)
          old.counts = counts
          return try prepare(old)
        }
        let sections = Self.arrangements(of: oldSectionCount, upTo: sectionCount)
        let newCuts = (0...itemCount).map { items in
          (0...sectionCount).map { Self.cuts(of: items, into: $0) }
        }
        for items in Self.arrangements(of: oldItemCount, upTo: itemCount) {
          number += 1
          guard number % shareCount == share else { continue }
          try visitNew(items, sections, newCuts[items.count]) { new in try body(olds, new) }
        }
      }
    }
  }

  private func visitNew(
    _ items: [Int], _ sectionLists: [[Int]], _ cuts: [[[Int]]],
    _ body: (SectionedList) throws -> Void
  ) rethrows {
    var new = SectionedList()
    new.items = items
    for sections in sectionLists {
      new.sections = sections
      for counts in cuts[sections.count] {
        new.counts = counts
        try body(new)
      }
    }
  }

  /// Returns the lists of distinct names: known ones in any order, and new ones in ascending order.
  static func arrangements(of knownCount: Int, upTo limit: Int, length: Int = .max) -> [[Int]] {
    var result: [[Int]] = []
    var list: [Int] = []
    func extend(used: Int, next: Int) {
      result.append(list)
      guard list.count < length else { return }
      for name in 0..<min(next + 1, limit) where used >> name & 1 == 0 {
        list.append(name)
        extend(used: used | 1 << name, next: max(next, name + 1))
        list.removeLast()
      }
    }
    extend(used: 0, next: knownCount)
    return result
  }

  /// Returns the ways to split items into parts, which may be empty.
  static func cuts(of count: Int, into parts: Int) -> [[Int]] {
    guard parts > 0 else { return count == 0 ? [[]] : [] }
    guard parts > 1 else { return [[count]] }
    return (0...count).flatMap { first in
      cuts(of: count - first, into: parts - 1).map { [first] + $0 }
    }
  }
}
