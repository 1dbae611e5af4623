/// The handles of a long chain of equal hashes, which are collected once for several insertions.
@usableFromInline
struct HandleChain {
  /// The number of candidates after which a search treats a chain as long.
  ///
  /// Ranges of handles take an array, which costs more than a few comparisons.
  @inlinable static var minimumCount: Int { 4 }

  private var hash: UInt32?
  private var ranges: [Range<Int32>] = []
  private var end = 0

  /// Returns the empty slot that ends the chain of a hash, or `nil` if there is an equal handle.
  ///
  /// The chain stays valid after insertions: the search first collects the inserted handles.
  mutating func emptySlot(
    for handle: Int32, hash: UInt32, in table: HandleTable,
    _ isAmong: ([Range<Int32>], Int32) -> Bool
  ) -> Int? {
    if hash != self.hash {
      self.hash = hash
      ranges = []
      end = table.start(for: hash)
    }
    while true {
      let candidates = table.nextCandidates(for: hash, at: &end)
      if candidates.isEmpty { break }
      for range in candidates {
        append(range)
      }
    }
    return isAmong(ranges, handle) ? nil : end
  }

  private mutating func append(_ range: Range<Int32>) {
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }
}

extension HandleTable {
  /// Returns ranges of the next handles that probably have a hash, and advances `index` past them.
  ///
  /// For long chains: it reads one page of slots, or more until it finds a handle. Returns no range
  /// if there is none, and leaves `index` at the empty slot that ends the search.
  @usableFromInline
  func nextCandidates(for hash: UInt32, at index: inout Int) -> [Range<Int32>] {
    let mask = UInt32(slots.mask)
    var ranges: [Range<Int32>] = []
    repeat {
      let page = slots.page(at: index)
      let count = page.count
      var offset = index & slots.pageMask
      let pageStart = index - offset
      while offset < count {
        let slot = UInt32(bitPattern: page[offset])
        if slot == 0 { break }
        let start = offset
        offset &+= 1
        guard (slot ^ hash) & ~mask == 0 else { continue }
        // Items that were added together have consecutive handles, and so consecutive slots.
        var next = slot &+ 1
        while offset < count && UInt32(bitPattern: page[offset]) == next {
          offset &+= 1
          next &+= 1
        }
        let handle = Int32(slot & mask) - 1
        ranges.append(handle..<handle + Int32(offset - start))
      }
      index = (pageStart + offset) & Int(mask)
      if offset < count { break }
    } while ranges.isEmpty
    return ranges
  }
}
