/// An array of 32-bit words in pages that versions share.
///
/// - Complexity: A copy is O(1); reading, writing and appending a word are O(log `count`) with a
///   large base.
struct WordArray: PagedWords, Sendable {
  private var pages: PageTable<WordPage>
  private let wordBits: UInt8
  private var wordCount: Int32 = 0

  init(layout: Layout) {
    pages = PageTable(nodeBits: layout.nodeBits)
    wordBits = layout.wordBits
  }

  var count: Int { Int(wordCount) }

  var words: [Int32] {
    var words: [Int32] = []
    words.reserveCapacity(count)
    for page in 0..<pages.count {
      pages.entries(of: page, as: Int32.self).append(to: &words)
    }
    return words
  }

  func words(at indices: [Int32]) -> [Int32] {
    var page = -1
    var words: Entries<Int32>?
    return indices.map { index in
      if Int(index) &>> wordBits != page {
        page = Int(index) &>> wordBits
        words = pages.entries(of: page)
      }
      return words?[Int(index) & pageMask] ?? 0
    }
  }

  /// Returns the words at random indices that are written next.
  ///
  /// The cache misses of all words and of the headers of their pages overlap.
  func wordsToChange(at indices: [Int]) -> [Int32] {
    indices.map { index in
      let words = page(at: index)
      // Reads the count only for the header, which a write needs: the index is valid.
      return index & pageMask < words.count ? words[index & pageMask] : 0
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Int32 {
    get { pages.entries(of: index &>> wordBits)[index & pageMask] }
    set { pages.write(index &>> wordBits)[index & pageMask] = newValue }
  }

  func page(at index: Int) -> Entries<Int32> { pages.entries(of: index &>> wordBits) }

  var pageMask: Int { 1 &<< wordBits &- 1 }

  mutating func append(_ words: some RandomAccessCollection<Int32>) {
    let pageLength = 1 << wordBits
    var start = words.startIndex
    while start != words.endIndex {
      let (page, used) = (count &>> wordBits, count & pageMask)
      let end = words.index(start, offsetBy: pageLength - used, limitedBy: words.endIndex)
      let slice = words[start..<(end ?? words.endIndex)]
      let room = page > 0 ? pageLength : Layout.room(for: used + slice.count, atMost: pageLength)
      if used == 0 {
        _ = pages.append(.make(room: room))
      }
      pages.write(page, roomFor: room).append(slice)
      wordCount += Int32(slice.count)
      start = slice.endIndex
    }
  }

  /// Sets words at indices, which are mostly neighbors and can be past the end.
  ///
  /// The words between, and the rest of the page, become -1.
  mutating func set(_ indices: some Sequence<Int>, to word: Int32) {
    var page = -1
    var words: MutableEntries<Int32>?
    for index in indices {
      if index &>> wordBits != page || index >= count {
        makeRoom(for: index)
        page = index &>> wordBits
        words = pages.write(page)
      }
      words?[index & pageMask] = word
    }
  }

  /// Makes all pages unique, for many writes at random indices.
  mutating func mutableWords() -> MutableWords {
    let pages = (0..<pages.count).map { self.pages.write($0, as: Int32.self) }
    return MutableWords(pages: pages, count: count, wordBits: wordBits)
  }

  func sharesFirstPage(with other: WordArray) -> Bool {
    count > 0 && other.count > 0 && pages.sharesPage(0, with: other.pages)
  }

  private mutating func makeRoom(for index: Int) {
    guard index >= count else { return }
    let isFirstPage = index <= pageMask
    let end =
      isFirstPage ? Layout.room(for: index + 1, atMost: pageMask + 1) : (index | pageMask) + 1
    append(repeatElement(-1, count: end - count))
  }
}

/// A view of the words of an array with unique pages, valid until the array changes.
struct MutableWords: PagedWords {
  fileprivate let pages: [MutableEntries<Int32>]
  let count: Int
  fileprivate let wordBits: UInt8

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Int32 {
    get { pages[index &>> wordBits][index & pageMask] }
    nonmutating set { pages[index &>> wordBits][index & pageMask] = newValue }
  }

  func page(at index: Int) -> Entries<Int32> { pages[index &>> wordBits].entries }

  var pageMask: Int { 1 &<< wordBits &- 1 }
}

/// Words by index, in pages.
protocol PagedWords: RandomAccessCollection, MutableCollection
where Index == Int, Element == Int32 {
  var pageMask: Int { get }

  /// The words of the page with an index: the word is at `index & pageMask`.
  func page(at index: Int) -> Entries<Int32>
}
