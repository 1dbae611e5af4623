/// Lists of sections, as flat arrays that are quick to fill again.
public struct SectionedList: Equatable, Sendable {
  public var sections: [Int] = []
  /// How many items each section has.
  public var counts: [Int] = []
  /// The items of all sections.
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

/// All pairs of sectioned lists that have so many items and sections between them, up to names.
///
/// The items of the old list are 0, 1, 2… in order, and those that only the new list has follow in
/// its order; likewise the sections. So each pair stands for all that differ from it by names.
/// Items may be in both lists, in the same section or another, or in one; sections may be empty.
public struct SectionedPairs: Sendable {
  let itemCount: Int
  let sectionCount: Int

  public init(itemCount: Int, sectionCount: Int) {
    self.itemCount = itemCount
    self.sectionCount = sectionCount
  }

  /// Calls the body with each new list of one of several equal shares, and with all old lists that
  /// go with it, prepared beforehand.
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

  /// The lists, of at most so many names, of distinct names of which so many are known, the unknown
  /// ones in order, so that all together are no more than the limit.
  static func arrangements(
    of knownCount: Int, upTo limit: Int, length: Int = .max
  ) -> [[Int]] {
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

  static func cuts(of count: Int, intoAtMost parts: Int) -> [[Int]] {
    (0...parts).flatMap { cuts(of: count, into: $0) }
  }

  /// The ways to cut so many items into so many parts, which may be empty.
  static func cuts(of count: Int, into parts: Int) -> [[Int]] {
    guard parts > 0 else { return count == 0 ? [[]] : [] }
    guard parts > 1 else { return [[count]] }
    return (0...count).flatMap { first in
      cuts(of: count - first, into: parts - 1).map { [first] + $0 }
    }
  }
}
