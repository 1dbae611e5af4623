/// The capacities of the pages of a snapshot.
///
/// A page has about 1 KiB. Under test, pages are tiny, so that small outlines make deep trees.
@usableFromInline
package struct Layout: Sendable {
  /// The largest number of rows on a leaf page: at least 4.
  let leafCapacity: UInt8
  /// The largest number of children of a branch page: at least 4.
  let branchCapacity: UInt8
  /// The binary logarithm of the number of words on a page of a `WordArray`.
  let wordBits: UInt8
  /// The binary logarithm of the number of items on a page of items: at most 6.
  @usableFromInline let itemBits: UInt8
  /// The binary logarithm of the number of children of a `PageTableNode`.
  @usableFromInline package let nodeBits: UInt8

  /// The binary logarithm of the number of sections on a page: small, because sections are large.
  @usableFromInline package var sectionBits: UInt8 { min(itemBits, 2) }

  @usableFromInline
  package static let standard = Layout(
    leafCapacity: 85, branchCapacity: 32, wordBits: 8, itemBits: 6, nodeBits: 5)

  package static let tiny = Layout(
    leafCapacity: 4, branchCapacity: 4, wordBits: 2, itemBits: 1, nodeBits: 1)

  /// The room of a page with `count` entries: a power of two or one and a half times as much, which
  /// saves room in small sections.
  @usableFromInline
  static func room(for count: Int, atMost capacity: Int) -> Int {
    var room = 8
    while room < count {
      room += room.nonzeroBitCount == 1 ? room / 2 : room / 3
    }
    return min(room, capacity)
  }
}
