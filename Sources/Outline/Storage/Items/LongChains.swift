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
@usableFromInline
struct LongChain<Item: Equatable> {
  @usableFromInline var handles: [Int32]
  @usableFromInline var items: [Item]

  @inlinable
  init(_ handles: [Int32], in table: ItemArray<Item>) {
    self.handles = handles
    items = handles.map { table[$0] }
  }
}

extension LongChains: Sendable where Item: Sendable {}
extension LongChain: Sendable where Item: Sendable {}

extension LongChains {
  @inlinable
  mutating func replace(_ handle: Int32, with item: Item, hash: UInt32) {
    if let index = byHash[hash]?.handles.firstIndex(of: handle) {
      byHash[hash]?.items[index] = item
    }
  }

  /// Removes handles, which can be absent.
  @inlinable
  mutating func remove(_ handles: [Int32], hashes: [UInt32]) {
    var removed: [UInt32: [Int32]] = [:]
    for (handle, hash) in zip(handles, hashes) where byHash[hash] != nil {
      removed[hash, default: []].append(handle)
    }
    for (hash, handles) in removed where byHash[hash]?.remove(handles) == true {
      byHash[hash] = nil
    }
  }
}

extension LongChain {
  @inlinable
  func handle(of item: Item) -> Int32? {
    items.firstIndex(of: item).map { handles[$0] }
  }

  /// Inserts a handle unless an item is equal, and returns whether it did.
  @inlinable
  mutating func insert(_ handle: Int32, _ item: Item, isAbsent: Bool) -> Bool {
    if !isAbsent && items.contains(item) { return false }
    handles.append(handle)
    items.append(item)
    return true
  }

  /// Removes handles, which can be absent, and returns whether none is left.
  @inlinable
  mutating func remove(_ old: [Int32]) -> Bool {
    if old.count < 8 {
      for handle in old {
        guard let index = handles.firstIndex(of: handle) else { continue }
        handles.swapAt(index, handles.count - 1)
        items.swapAt(index, items.count - 1)
        handles.removeLast()
        items.removeLast()
      }
    } else {
      let isOld = Set(old)
      let kept = handles.indices.filter { !isOld.contains(handles[$0]) }
      (handles, items) = (kept.map { handles[$0] }, kept.map { items[$0] })
    }
    return handles.isEmpty
  }
}

// MARK: - Invariants

extension ItemTable {
  /// Stops the program unless the handles are valid, and each long chain has its items.
  @usableFromInline
  package func checkInvariants() {
    handles.checkInvariants()
    for (hash, chain) in chains?.byHash ?? [:] {
      precondition(
        !chain.handles.isEmpty
          && chain.handles.sorted() == handles.handlesInSlots(withHash: hash).sorted(),
        "a long chain has all handles with its hash")
      precondition(chain.handles.map { self[$0] } == chain.items, "a long chain has equal items")
    }
  }
}
