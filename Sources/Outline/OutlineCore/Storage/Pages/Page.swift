//  Pages hold all data of the storage. A page is one allocation behind one reference. A `PageTable`
//  finds pages by number. It copies a shared page before the first write.
//
//  The unsafe code of the module is in this folder. Other code uses `Entries`, `MutableEntries`,
//  `WordArray`, `ItemArray` and `ItemReader`.

@usableFromInline
protocol StoragePage: AnyObject {
  associatedtype Content

  var room: Int { get }

  static func make(room: Int) -> Self

  /// Returns a page with the same contents, and with room for at least `room` words or items.
  func copy(room: Int) -> Self
}

/// A page of 32-bit words, and the number of entries that the words stand for.
@usableFromInline
final class WordPage: ManagedBuffer<WordPage.Header, Int32>, StoragePage {
  @usableFromInline typealias Content = Int32

  @usableFromInline
  struct Header {
    var room: Int
    var count = 0
  }

  @usableFromInline
  static func make(room: Int) -> WordPage {
    // Embedded Swift cannot allocate an instance of `Self`: it needs the name of a class.
    let page = unsafe unsafeDowncast(
      WordPage.create(minimumCapacity: room) { _ in Header(room: room) }, to: WordPage.self)
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

  /// The header, without the exclusivity checks of `header`.
  fileprivate var state: UnsafeMutablePointer<Header> {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0 }
  }

  fileprivate var bytes: UnsafeMutableRawPointer {
    unsafe withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
  }
}

/// An entry of a page: a fixed number of 32-bit words.
protocol PageEntry: BitwiseCopyable, Sendable {}

extension PageEntry {
  static var words: Int { MemoryLayout<Self>.size / MemoryLayout<Int32>.size }
}

extension Int32: PageEntry {}

/// A read-only view of the entries of a page, valid until the owner of the page changes.
@safe
struct Entries<Entry: PageEntry> {
  fileprivate let page: Unmanaged<WordPage>
  fileprivate let base: UnsafeMutablePointer<Entry>

  fileprivate init(_ page: Unmanaged<WordPage>) {
    unsafe self.page = unsafe page
    // All entries of a page have the same type.
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

  /// Returns a Boolean value that indicates whether as many entries of another page have the same
  /// words.
  ///
  /// The loop does not end early, because it then compares several words at once.
  func hasSameWords(as other: Entries) -> Bool {
    let count = count * Entry.words
    return unsafe base.withMemoryRebound(to: Int32.self, capacity: count) { words in
      unsafe other.base.withMemoryRebound(to: Int32.self, capacity: count) { otherWords in
        var differences: Int32 = 0
        for index in 0..<count {
          unsafe differences |= words[index] ^ otherWords[index]
        }
        return differences == 0
      }
    }
  }

  func append(to array: inout [Entry]) {
    unsafe array.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
  }

  /// Returns the non-`nil` results of a transformation of a range of the entries.
  ///
  /// Fills the array in place: `append` would take most of the time of a traversal.
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

/// A view of the entries of a unique page, valid until the owner of the page changes.
@safe
struct MutableEntries<Entry: PageEntry> {
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

  /// Moves the entries from `index` on up by `gap`, which the caller fills.
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
  func entries<Entry: PageEntry>(
    of page: Int, as type: Entry.Type = Entry.self
  ) -> Entries<Entry> {
    unsafe Entries(borrow(page))
  }

  /// Makes a page unique, and returns its entries, with room for at least `count` of them.
  mutating func write<Entry: PageEntry>(
    _ page: Int, as type: Entry.Type = Entry.self, roomFor count: Int = 0
  ) -> MutableEntries<Entry> {
    unsafe MutableEntries(uniquePage(page, room: count * Entry.words))
  }
}
