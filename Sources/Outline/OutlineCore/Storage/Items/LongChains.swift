/// Copies of the items in long chains of equal hashes.
///
/// The items of a chain have handles in any order, so they are scattered in memory. A search reads
/// their copies one after another, like those in a `Dictionary`.
@usableFromInline
struct LongChains<Item: Equatable> {
  /// By hash: all handles with the hash.
  @usableFromInline var byHash: [UInt32: LongChain<Item>] = [:]

  @inlinable
  init() {}
}

/// The handles with a hash, in any order, and their items.
///
/// They are in pages. The first change of a copied chain copies one or two of them, and a reference
/// to each of the others.
@usableFromInline
struct LongChain<Item: Equatable> {
  @usableFromInline
  struct Page {
    @usableFromInline var handles: [Int32] = []
    @usableFromInline var items: [Item] = []

    @inlinable
    init() {}
  }

  /// All pages but the last are full.
  @usableFromInline var pages: [Page] = []

  @inlinable
  init(_ handles: some Sequence<Int32>, in table: ItemArray<Item>) {
    for handle in handles { append(handle, table[handle]) }
  }
}

extension LongChains: Sendable where Item: Sendable {}
extension LongChain: Sendable where Item: Sendable {}
extension LongChain.Page: Sendable where Item: Sendable {}

extension LongChains {
  @inlinable
  mutating func replace(_ handle: Int32, with item: Item, hash: UInt32) {
    if let (page, index) = byHash[hash]?.position(of: handle) {
      byHash[hash]?.pages[page].items[index] = item
    }
  }

  /// Removes handles, which can be absent, and the chains that are short then.
  @inlinable
  mutating func remove(_ handles: [Int32], hashes: [UInt32], shortCount: Int) {
    var removed: [UInt32: [Int32]] = [:]
    for (handle, hash) in zip(handles, hashes) where byHash[hash] != nil {
      removed[hash, default: []].append(handle)
    }
    for (hash, handles) in removed {
      byHash[hash]?.remove(handles)
      if let chain = byHash[hash], chain.count <= shortCount { byHash[hash] = nil }
    }
  }
}

extension LongChain {
  @inlinable static var pageLength: Int { 64 }

  @inlinable var count: Int {
    pages.last.map { (pages.count - 1) * Self.pageLength + $0.handles.count } ?? 0
  }

  @inlinable
  func handle(of item: Item) -> Int32? {
    for page in pages {
      if let index = page.items.firstIndex(of: item) { return page.handles[index] }
    }
    return nil
  }

  @inlinable
  func position(of handle: Int32) -> (page: Int, index: Int)? {
    for (number, page) in pages.enumerated() {
      if let index = page.handles.firstIndex(of: handle) { return (number, index) }
    }
    return nil
  }

  /// Inserts a handle unless an item is equal, and returns whether it did.
  @inlinable
  mutating func insert(_ handle: Int32, _ item: Item, isAbsent: Bool) -> Bool {
    if !isAbsent && self.handle(of: item) != nil { return false }
    append(handle, item)
    return true
  }

  @inlinable
  mutating func append(_ handle: Int32, _ item: Item) {
    if pages.last?.handles.count ?? Self.pageLength == Self.pageLength { pages.append(Page()) }
    pages[pages.count - 1].handles.append(handle)
    pages[pages.count - 1].items.append(item)
  }

  /// Removes handles, which can be absent; the last handles fill the gaps.
  @inlinable
  mutating func remove(_ old: [Int32]) {
    guard old.count < Self.pageLength else { return removeMany(Set(old)) }
    for handle in old {
      guard let (page, index) = position(of: handle) else { continue }
      let last = pages.count - 1
      guard let lastHandle = pages[last].handles.popLast(),
        let lastItem = pages[last].items.popLast()
      else { continue }
      if lastHandle != handle {
        pages[page].handles[index] = lastHandle
        pages[page].items[index] = lastItem
      }
      if pages[last].handles.isEmpty { pages.removeLast() }
    }
  }

  @inlinable
  mutating func removeMany(_ old: Set<Int32>) {
    let all = pages
    pages = []
    for page in all {
      for (handle, item) in zip(page.handles, page.items) where !old.contains(handle) {
        append(handle, item)
      }
    }
  }
}

// MARK: - Invariants

extension ItemTable {
  /// Stops the program unless the handles are valid, and each long chain has its items.
  @usableFromInline
  package func checkInvariants() {
    handles.checkInvariants()
    for (hash, chain) in chains?.byHash ?? [:] {
      let handles = chain.pages.flatMap { $0.handles }
      precondition(
        !handles.isEmpty && handles.count == chain.count
          && handles.sorted() == self.handles.handlesInSlots(withHash: hash).sorted(),
        "a long chain has all handles with its hash")
      precondition(
        handles.map { self[$0] } == chain.pages.flatMap { $0.items }, "a long chain has its items")
    }
  }
}
