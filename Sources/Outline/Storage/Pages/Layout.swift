/// How many entries the pages of a snapshot hold: a page is about 1 KiB, and tiny under test, so
/// that small outlines make deep trees.
@usableFromInline
package struct Layout: Sendable {
  /// The most rows of a leaf: at least 4.
  let leafCapacity: UInt8
  /// The most children of a branch: at least 4.
  let branchCapacity: UInt8
  /// The binary logarithm of the number of words of a page of a `WordArray`.
  let wordBits: UInt8
  /// The binary logarithm of the number of items of an `ItemPage`: at most 6.
  @usableFromInline let itemBits: UInt8
  /// The binary logarithm of the number of children of a `PageTableNode`.
  @usableFromInline let nodeBits: UInt8

  /// The binary logarithm of the number of sections of a page: few, for a section is large.
  @usableFromInline var sectionBits: UInt8 { min(itemBits, 2) }

  @usableFromInline
  package static let standard = Layout(
    leafCapacity: 85, branchCapacity: 32, wordBits: 8, itemBits: 6, nodeBits: 5)

  package static let tiny = Layout(
    leafCapacity: 4, branchCapacity: 4, wordBits: 2, itemBits: 1, nodeBits: 1)

  /// How many entries to make room for on a page that is to hold `count` of them and at most
  /// `most`.
  ///
  /// Only small pages grow, by doubling, up to a full one: a section of twenty items must not pay
  /// for whole pages.
  @usableFromInline
  static func room(for count: Int, atMost most: Int) -> Int {
    var room = 8
    while room < count {
      room *= 2
    }
    return min(room, most)
  }
}
