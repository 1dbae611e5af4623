//  Insertion in long chains of equal hashes, whose items an `ItemTable` copies to `LongChains`.

/// The ends of long chains during an insertion of several handles.
struct LongChainEnds {
  /// A Boolean value that indicates whether the table has long chains.
  var hasChains: Bool
  /// By hash: the slot where the search for the next empty slot begins.
  var ends: [UInt32: Int] = [:]
}

extension HandleTable {
  /// The number of candidates up to which a chain is short.
  ///
  /// The first change of a chain in a copied table copies a reference to each chain. So there are
  /// few: when a chain becomes long, it has one item in 4,096.
  @usableFromInline var shortChainCount: Int { max(Int(layout.shortChainCount), count >> 12) }

  /// Returns the slot for a new handle, or -1 if a handle is equal.
  ///
  /// - Parameter findSlot: Compares candidates, and returns `nil` if the chain is long.
  @inline(__always)
  func emptySlot(
    for handle: Int32, hash: UInt32, in chains: inout LongChainEnds,
    _ insertInChain: (Int32, UInt32, [Int32]?) -> Bool?, _ findSlot: () -> Int?
  ) -> Int {
    if chains.hasChains, let isNew = insertInChain(handle, hash, nil) {
      return isNew ? slotAtEnd(of: hash, in: &chains) : -1
    }
    if let slot = findSlot() { return slot }
    chains.hasChains = true
    let isNew = insertInChain(handle, hash, handlesInSlots(withHash: hash)) ?? false
    return isNew ? slotAtEnd(of: hash, in: &chains) : -1
  }

  @inline(never)
  private func slotAtEnd(of hash: UInt32, in chains: inout LongChainEnds) -> Int {
    let end = slots.emptySlot(from: chains.ends[hash] ?? start(for: hash))
    chains.ends[hash] = end
    return end
  }

  @inline(never)
  func handlesInSlots(withHash hash: UInt32) -> [Int32] {
    var index = start(for: hash)
    var handles: [Int32] = []
    while true {
      let handle = nextCandidate(for: hash, at: &index)
      if handle < 0 { return handles }
      if self.hash(of: handle) == hash { handles.append(handle) }
    }
  }
}
