/// Records that have an identity and name their parents by it.
struct LinkedRecords {
  /// Where in the file the identity of each record is; empty where it has none.
  private var identities: [Range<UInt32>] = []
  private var parents: [Range<UInt32>] = []

  /// What came of looking for the parents.
  struct Result {
    var links: RowLinks
    var faults = FaultLog()
    /// How many records name a parent, and how many name one that is there.
    var namedCount = 0
    var foundCount = 0
  }

  init(expecting count: Int) {
    identities.reserveCapacity(count)
    parents.reserveCapacity(count)
  }

  mutating func append(identity: Range<Int>?, parent: Range<Int>?) {
    identities.append(identity.map(LinkedRecords.packed) ?? 0..<0)
    parents.append(parent.map(LinkedRecords.packed) ?? 0..<0)
  }

  /// Returns the records for lists of their children.
  func lists(in bytes: Span<UInt8>) -> ListedRecords {
    ListedRecords(identities, in: bytes)
  }

  private static func packed(_ range: Range<Int>) -> Range<UInt32> {
    UInt32(range.lowerBound)..<UInt32(range.upperBound)
  }

  private static func unpacked(_ range: Range<UInt32>) -> Range<Int> {
    Int(range.lowerBound)..<Int(range.upperBound)
  }

  /// Finds the parents, wherever they stand; records without one and those in circles are roots.
  func linked(in bytes: Span<UInt8>) -> Result {
    var result = Result(links: RowLinks(count: identities.count))
    // Where records are in order, those above tell.
    var index = isOrdered(in: bytes) ? nil : RecordIndex(identities, in: bytes)
    let isUnambiguous = index?.repeated.isEmpty ?? true
    for row in index?.repeated ?? [] {
      result.faults.note(.link(.repeatedIdentity), at: Int(identities[row].lowerBound))
    }
    for row in parents.indices where !parents[row].isEmpty {
      let name = LinkedRecords.unpacked(parents[row])
      var parent = isUnambiguous ? self.parent(name, above: row, result.links, in: bytes) : nil
      if parent == nil {
        if index == nil { index = RecordIndex(identities, in: bytes) }
        parent = index?.row(of: name, in: bytes)
      }
      if let parent {
        if parent == row { continue }
        result.foundCount += 1
        result.namedCount += 1
        result.links.setParent(of: row, to: parent)
      } else if !bytes.extracting(name).isRootName {
        result.namedCount += 1
        result.faults.note(.link(.missingParent), at: name.lowerBound)
      }
    }
    for row in result.links.cutCircles() {
      result.faults.note(.link(.circle), at: Int(identities[row].lowerBound))
    }
    for row in identities.indices { result.links.link(row) }
    return result
  }

  /// Looks for a parent where it mostly is: right above, or a parent of that record.
  private func parent(
    _ name: Range<Int>, above row: Int, _ links: borrowing RowLinks, in bytes: Span<UInt8>
  ) -> Int? {
    var candidate = row - 1
    for _ in 0..<8 where candidate >= 0 {
      if bytes.equals(name, bytes, LinkedRecords.unpacked(identities[candidate])) {
        return candidate
      }
      candidate = links.parent(of: candidate)
    }
    return nil
  }

  /// Whether each identity is longer than the one before, or greater, so that none comes twice.
  private func isOrdered(in bytes: Span<UInt8>) -> Bool {
    var last = bytes.extracting(first: 0)
    for identity in identities {
      let text = bytes.extracting(LinkedRecords.unpacked(identity))
      guard text.count > last.count || text.count == last.count && last.precedes(text) else {
        return false
      }
      last = text
    }
    return true
  }
}

/// Records that list the identities of their children.
struct ListedRecords {
  private let index: RecordIndex
  private var result: LinkedRecords.Result
  /// The records that are named as children, in that order.
  private var named: [Int32] = []
  private var isNamed: [Bool]
  private let identities: [Range<UInt32>]

  fileprivate init(_ identities: [Range<UInt32>], in bytes: Span<UInt8>) {
    self.identities = identities
    index = RecordIndex(identities, in: bytes)
    result = LinkedRecords.Result(links: RowLinks(count: identities.count))
    isNamed = Array(repeating: false, count: identities.count)
    for row in index.repeated {
      result.faults.note(.link(.repeatedIdentity), at: Int(identities[row].lowerBound))
    }
  }

  /// Puts the record that a list names below the one that has the list; the first list counts.
  mutating func add(_ name: Range<Int>, to parent: Int, in bytes: Span<UInt8>) {
    result.namedCount += 1
    guard let child = index.row(of: name, in: bytes) else {
      result.faults.note(.link(.missingChild), at: name.lowerBound)
      return
    }
    result.foundCount += 1
    if isNamed[child] {
      result.faults.note(.link(.severalParents), at: name.lowerBound)
    } else {
      isNamed[child] = true
      named.append(Int32(child))
      result.links.setParent(of: child, to: parent)
    }
  }

  /// Returns the links; the children are in the order of the lists.
  consuming func linked() -> LinkedRecords.Result {
    for row in result.links.cutCircles() {
      isNamed[row] = false
      result.faults.note(.link(.circle), at: Int(identities[row].lowerBound))
    }
    for row in isNamed.indices where !isNamed[row] { result.links.link(row) }
    for row in named where isNamed[Int(row)] { result.links.link(Int(row)) }
    return result
  }
}

/// The first row of each identity.
struct RecordIndex {
  private var texts: TextIndex
  private var rows: [Int32] = []
  /// The rows whose identity is that of a row before.
  private(set) var repeated: [Int] = []

  init(_ identities: [Range<UInt32>], in bytes: Span<UInt8>) {
    texts = TextIndex(expecting: identities.count)
    rows.reserveCapacity(identities.count)
    for (row, identity) in identities.enumerated() where !identity.isEmpty {
      if texts.add(Int(identity.lowerBound)..<Int(identity.upperBound), in: bytes).isNew {
        rows.append(Int32(row))
      } else {
        repeated.append(row)
      }
    }
  }

  func row(of identity: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    texts.number(of: identity, in: bytes).map { Int(rows[$0]) }
  }
}

extension Span where Element == UInt8 {
  /// Whether this is what records at the root have for a parent.
  fileprivate var isRootName: Bool {
    holds("0") || holds("-1") || holds("null") || holds("#") || holds("none")
  }
}
