//  Searches in long chains of equal hashes, which read all hashes in the order of the handles.

/// The end of a long chain, where the search for the next empty slot begins.
struct ChainEnd {
  var hash: UInt32?
  var index = 0
}

extension HandleTable {
  /// The number of candidates after which a search reads all hashes, in the order of the handles.
  ///
  /// The slots of a chain have handles in any order, so a candidate costs as much as many hashes.
  @usableFromInline var longChainCount: Int { max(4, count >> 7) }

  /// Returns the first handle that a closure finds among the handles with a hash.
  ///
  /// - Parameter search: Takes up to 64 neighboring handles, which can be free: the first one, and
  ///   bits for the handles with the hash.
  @usableFromInline
  func first(
    withHash hash: UInt32, below limit: Int, _ search: (_ start: Int32, _ bits: UInt64) -> Int32?
  ) -> Int32? {
    let size = 1 << Int(layout.itemBits)
    for start in stride(from: 0, to: limit, by: size) {
      let bits = hashes.bits(of: Int32(bitPattern: hash), in: start..<min(start + size, limit))
      if bits != 0, let handle = search(Int32(start), bits) { return handle }
    }
    return nil
  }

  /// Returns the slot for a new handle in a long chain, or `nil` if a handle in a slot is equal.
  @inline(never)
  func emptySlot(
    for handle: Int32, hash: UInt32, newFrom limit: Int, after chain: inout ChainEnd,
    _ firstEqual: (Int32, Int32, UInt64) -> Int32?
  ) -> Int? {
    // If the handle was never in use before, all handles after it are inserted later.
    let end = handle < limit ? handleLimit : Int(handle)
    let duplicate = first(withHash: hash, below: end) { first, bits in
      var bits = bits
      while let equal = firstEqual(handle, first, bits) {
        if equal != handle && hasSlot(for: equal, hash: hash) { return equal }
        bits &= .max << (equal - first + 1)
      }
      return nil
    }
    guard duplicate == nil else { return nil }
    chain.index = slots.emptySlot(from: chain.hash == hash ? chain.index : start(for: hash))
    chain.hash = hash
    return chain.index
  }

  private func hasSlot(for handle: Int32, hash: UInt32) -> Bool {
    var index = start(for: hash)
    while true {
      let candidate = nextCandidate(for: hash, at: &index)
      if candidate < 0 || candidate == handle { return candidate == handle }
    }
  }
}
