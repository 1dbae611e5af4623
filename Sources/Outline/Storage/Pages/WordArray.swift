/// An array of 32-bit words in pages that versions share.
///
/// - Complexity: A copy is O(1); reading, writing and appending a word are O(log `count`) with a
///   large base.
struct WordArray: RandomAccessCollection, MutableCollection, Sendable {
  private var pages: PageTable<WordPage>
  private(set) var count = 0
  /// The binary logarithm of the number of words of a page.
  private let wordBits: UInt8

  init(layout: Layout) {
    pages = PageTable(nodeBits: layout.nodeBits)
    wordBits = layout.wordBits
  }

  init(_ words: [Int32], layout: Layout) {
    self.init(layout: layout)
    count = words.count
    for start in stride(from: 0, to: count, by: 1 << wordBits) {
      let part = words[start..<Swift.min(count, start + (1 << wordBits))]
      let page = pages.append(.make(room: part.count))
      unsafe MutableEntries(pages.unique(page)).append(part)
    }
  }

  /// All words, in one piece.
  var words: [Int32] {
    var words: [Int32] = []
    words.reserveCapacity(count)
    for page in 0..<pages.count {
      let entries: Entries<Int32> = unsafe Entries(pages.borrow(page))
      entries.indices.forEach { words.append(entries[$0]) }
    }
    return words
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Int32 {
    get { unsafe Entries(pages.borrow(index &>> wordBits))[index & mask] }
    set { unsafe MutableEntries(pages.unique(index &>> wordBits))[index & mask] = newValue }
  }

  /// Adds a word at the end.
  mutating func append(_ word: Int32) {
    let page = count &>> wordBits
    let used = count & mask
    if used == 0 {
      // Only a first page starts small: a section of twenty items must not pay for whole pages.
      _ = pages.append(.make(room: page == 0 ? Swift.min(8, 1 << wordBits) : 1 << wordBits))
    }
    let room = used.nonzeroBitCount == 1 ? 2 * used : 0
    unsafe MutableEntries(pages.unique(page, room: room)).append(word)
    count += 1
  }

  /// Sets a word that may be past the end; the words between are -1.
  mutating func set(_ index: Int, to word: Int32) {
    while count <= index {
      append(-1)
    }
    self[index] = word
  }

  private var mask: Int { 1 &<< wordBits &- 1 }
}
