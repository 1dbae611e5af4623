//  Pages, the only memory of the storage: each is one allocation behind one reference, found by
//  number through a `PageTable`, and copied by it before the first write while another version
//  still holds it. The module's unsafe code is in this folder and, where items and sections are
//  looked up, in `ItemTable` and `SectionContents`; all else sees `Entries` and `MutableEntries`.

/// What a `PageTable` asks of the pages that it keeps.
@usableFromInline
protocol StoragePage: AnyObject {
  /// What is on the page.
  associatedtype Content

  /// The number of words or items that fit.
  var room: Int { get }

  /// Returns an empty page with room for so many words or items.
  static func make(room: Int) -> Self

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

  @usableFromInline
  static func make(room: Int) -> WordPage {
    let page = unsafe unsafeDowncast(
      create(minimumCapacity: room) { _ in Header(room: room) }, to: WordPage.self)
    unsafe page.bytes.initializeMemory(as: Int32.self, repeating: 0, count: room)
    return page
  }

  @usableFromInline var room: Int { unsafe state.pointee.room }

  @usableFromInline
  func copy(room: Int) -> WordPage {
    let page = WordPage.make(room: max(room, self.room))
    unsafe page.state.pointee.count = state.pointee.count
    unsafe page.bytes.copyMemory(from: bytes, byteCount: self.room * MemoryLayout<Int32>.size)
    return page
  }

  /// The header, without the bookkeeping of accesses that `header` costs.
  fileprivate var state: UnsafeMutablePointer<Header> {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0 }
  }

  fileprivate var bytes: UnsafeMutableRawPointer {
    unsafe withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
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
  fileprivate let page: Unmanaged<WordPage>
  fileprivate let base: UnsafeMutablePointer<Entry>

  fileprivate init(_ page: Unmanaged<WordPage>) {
    unsafe self.page = unsafe page
    // A page has entries of one type as long as it lives.
    unsafe base = page._withUnsafeGuaranteedRef {
      unsafe $0.bytes.bindMemory(to: Entry.self, capacity: $0.room / Entry.words)
    }
  }

  var count: Int { unsafe page._withUnsafeGuaranteedRef { unsafe $0.state.pointee.count } }

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Entry {
    assert(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// What `transform` makes of a range of the entries, without what it makes nothing of.
  ///
  /// The array is filled in place: appending to it one by one takes most of the time of a walk.
  func compactMap<Result: BitwiseCopyable>(
    in range: Range<Int>, _ transform: (Entry) -> Result?
  ) -> [Result] {
    unsafe Array(unsafeUninitializedCapacity: range.count) { results, count in
      for index in range {
        guard let result = transform(self[index]) else { continue }
        unsafe results.initializeElement(at: count, to: result)
        count += 1
      }
    }
  }
}

/// The entries of one page that this version alone holds, to read and write: valid as `Entries`
/// are.
@safe
struct MutableEntries<Entry: PageEntry> {
  /// The same entries, to read.
  let entries: Entries<Entry>

  fileprivate init(_ page: Unmanaged<WordPage>) {
    entries = unsafe Entries(page)
  }

  var count: Int { entries.count }

  var indices: Range<Int> { entries.indices }

  subscript(index: Int) -> Entry {
    get { entries[index] }
    nonmutating _modify {
      assert(index >= 0 && index < count)
      yield unsafe &entries.base[index]
    }
  }

  /// Moves the entries from `index` on up by `gap` places, which the caller fills.
  func openGap(_ gap: Int, at index: Int) {
    let count = count
    let base = unsafe entries.base
    unsafe assert((count + gap) * Entry.words <= entries.page._withUnsafeGuaranteedRef { $0.room })
    unsafe (base + index + gap).update(from: base + index, count: count - index)
    setCount(count + gap)
  }

  func append(_ new: some RandomAccessCollection<Entry>) {
    let start = count
    openGap(new.count, at: start)
    let gap = unsafe UnsafeMutableBufferPointer(start: entries.base + start, count: new.count)
    _ = unsafe gap.update(fromContentsOf: new)
  }

  func remove(_ range: Range<Int>) {
    let count = count
    let base = unsafe entries.base
    unsafe (base + range.lowerBound).update(
      from: base + range.upperBound, count: count - range.upperBound)
    setCount(count - range.count)
  }

  private func setCount(_ count: Int) {
    unsafe entries.page._withUnsafeGuaranteedRef { unsafe $0.state.pointee.count = count }
  }
}

extension WordPage {
  /// Returns a page that begins with some entries.
  static func make<Entry: PageEntry>(
    _ entries: some RandomAccessCollection<Entry>, roomFor count: Int
  ) -> WordPage {
    let page = make(room: count * Entry.words)
    withExtendedLifetime(page) {
      unsafe MutableEntries(.passUnretained(page)).append(entries)
    }
    return page
  }
}

extension PageTable where Page == WordPage {
  /// The entries of a page, to read.
  func entries<Entry: PageEntry>(
    of page: Int, as type: Entry.Type = Entry.self
  ) -> Entries<Entry> {
    unsafe Entries(borrow(page))
  }

  /// The entries of a page for this version alone, with room for at least `count` of them.
  mutating func write<Entry: PageEntry>(
    _ page: Int, as type: Entry.Type = Entry.self, roomFor count: Int = 0
  ) -> MutableEntries<Entry> {
    unsafe MutableEntries(unique(page, room: count * Entry.words))
  }
}
