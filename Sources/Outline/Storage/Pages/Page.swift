//  Pages, the only memory of the storage: each is one allocation behind one reference, found by
//  number through a `PageTable`, and copied by it before the first write while another version
//  still holds it. The module's unsafe code is in the files of this folder whose names begin with
//  `Page`; all others see `Entries` and `MutableEntries`.

/// What a `PageTable` asks of the pages that it keeps.
@usableFromInline
protocol StoragePage: AnyObject {
  /// What is on the page.
  associatedtype Content

  /// The number of words or items that fit.
  var room: Int { get }

  /// Returns a page with the same contents and room for at least `room` words or items.
  func copy(room: Int) -> Self
}

/// A page of 32-bit words, and a count that its user keeps in it.
@usableFromInline
final class WordPage: ManagedBuffer<WordPage.Header, Int32>, StoragePage {
  @usableFromInline typealias Content = Int32

  @usableFromInline
  struct Header {
    /// The number of words.
    var room: Int
    /// The number of entries in use.
    var count = 0
  }

  static func make(room: Int) -> WordPage {
    let page = unsafe unsafeDowncast(
      create(minimumCapacity: room) { _ in Header(room: room) }, to: WordPage.self)
    unsafe page.words.initialize(repeating: 0, count: room)
    return page
  }

  @usableFromInline var room: Int { unsafe state.pointee.room }

  @usableFromInline
  func copy(room: Int) -> WordPage {
    let page = WordPage.make(room: max(room, self.room))
    unsafe page.state.pointee.count = state.pointee.count
    unsafe page.words.update(from: words, count: self.room)
    return page
  }

  /// The header, without the bookkeeping of accesses that `header` costs.
  fileprivate var state: UnsafeMutablePointer<Header> {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0 }
  }

  fileprivate var words: UnsafeMutablePointer<Int32> {
    unsafe withUnsafeMutablePointerToElements { unsafe $0 }
  }
}

/// An entry of a page: some 32-bit words and nothing else.
protocol PageEntry: BitwiseCopyable, Sendable {}

extension PageEntry {
  static var words: Int { MemoryLayout<Self>.size / MemoryLayout<Int32>.size }
}

extension Int32: PageEntry {}

/// The entries of one page, to read: valid until the tree that gave them is changed or released.
@safe
struct Entries<Entry: PageEntry> {
  private let page: Unmanaged<WordPage>
  private let base: UnsafeMutablePointer<Entry>

  init(_ page: Unmanaged<WordPage>) {
    unsafe self.page = unsafe page
    // An entry consists of words, so the page's words are memory for it.
    unsafe base = UnsafeMutableRawPointer(page._withUnsafeGuaranteedRef { unsafe $0.words })
      .assumingMemoryBound(to: Entry.self)
  }

  var count: Int { unsafe page._withUnsafeGuaranteedRef { unsafe $0.state.pointee.count } }

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Entry {
    assert(index >= 0 && index < count)
    return unsafe base[index]
  }
}

/// The entries of one page that this version alone holds, to read and write: valid as `Entries`
/// are.
@safe
struct MutableEntries<Entry: PageEntry> {
  private let page: Unmanaged<WordPage>
  private let base: UnsafeMutablePointer<Entry>

  init(_ page: Unmanaged<WordPage>) {
    unsafe self.page = unsafe page
    unsafe base = UnsafeMutableRawPointer(page._withUnsafeGuaranteedRef { unsafe $0.words })
      .assumingMemoryBound(to: Entry.self)
  }

  var count: Int { unsafe page._withUnsafeGuaranteedRef { unsafe $0.state.pointee.count } }

  var indices: Range<Int> { 0..<count }

  /// The same entries, to read.
  var entries: Entries<Entry> { unsafe Entries(page) }

  subscript(index: Int) -> Entry {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    nonmutating _modify {
      assert(index >= 0 && index < count)
      yield unsafe &base[index]
    }
  }

  /// Moves the entries from `index` on up by `gap` places, which the caller fills.
  func openGap(_ gap: Int, at index: Int) {
    let count = count
    unsafe assert((count + gap) * Entry.words <= page._withUnsafeGuaranteedRef { $0.room })
    unsafe (base + index + gap).update(from: base + index, count: count - index)
    unsafe page._withUnsafeGuaranteedRef { unsafe $0.state.pointee.count = count + gap }
  }

  func append(_ entries: some RandomAccessCollection<Entry>) {
    let start = count
    openGap(entries.count, at: start)
    for (offset, entry) in entries.enumerated() {
      self[start + offset] = entry
    }
  }

  func remove(_ range: Range<Int>) {
    let count = count
    unsafe (base + range.lowerBound).update(
      from: base + range.upperBound, count: count - range.upperBound)
    unsafe page._withUnsafeGuaranteedRef { unsafe $0.state.pointee.count = count - range.count }
  }
}
