import OutlineCore

/// One side of a comparison: the visible rows of all inputs in one sequence.
///
/// The parent of a row is a row, or `~section` for a root of a section.
struct ComparedSide {
  let documents: [Document]
  /// The rows of each section.
  private(set) var sections: [Range<Int>] = []
  private(set) var nodes: [Node] = []
  private(set) var levels: [Int32] = []
  /// The parent of each row.
  private(set) var parents: [Int32] = []
  /// The end of each row's subtree.
  private(set) var ends: [Int32] = []
  /// The hash of each row's text, and of the texts of its subtree.
  private(set) var texts: [UInt64] = []
  private let hasher: TextHasher
  /// The hash of an empty text.
  let emptyText: UInt64
  private let hasNotes: Bool
  private(set) var subtrees: [UInt64] = []
  /// The rows that hide their children.
  private(set) var hidesChildren: [Bool] = []
  /// The rows that hide their children, or that the inputs store as collapsed.
  private(set) var isCollapsed: [Bool] = []

  var count: Int { nodes.count }

  init(_ documents: [Document], hasher: TextHasher) {
    self.documents = documents
    self.hasher = hasher
    hasNotes = documents.contains { !$0.file.notes.isEmpty || $0.hasAttributes }
    emptyText = hasher.hash(of: 0..<0, in: Bytes().span, scope: 0)
    reserveRows(documents.reduce(0) { $0 + $1.outline.visibleItems.count })
    for (section, document) in documents.enumerated() {
      append(document, section: section, hasher: hasher)
    }

    ends = findEnds()
    subtrees = subtreeHashes(texts)
    isCollapsed = hidesChildren
    for (section, document) in documents.enumerated() {
      findCollapsedRows(of: document, section: section)
    }
  }

  /// Reserves memory, so that the arrays are not copied as they grow.
  private mutating func reserveRows(_ count: Int) {
    nodes.reserveLargePages(count)
    levels.reserveLargePages(count)
    parents.reserveLargePages(count)
    texts.reserveLargePages(count)
    hidesChildren.reserveCapacity(count)
  }

  private mutating func append(_ document: Document, section: Int, hasher: TextHasher) {
    let first = count
    // The last row of each level. Those below the level of the current row are out of date.
    var open: [Int32] = []
    for row in document.outline.rows {
      parents.append(row.level > 0 ? open[row.level - 1] : ~Int32(section))
      if row.level < open.count {
        open[row.level] = Int32(count)
      } else {
        open.append(Int32(count))
      }
      levels.append(Int32(row.level))
      nodes.append(row.item)
      hidesChildren.append(document.hidesChildren(row))
    }
    texts += nodes[first...].lazy.map { node in
      let text = document.comparedRange(of: node)
      return hasher.hash(of: text, in: document.file.bytes.span, scope: UInt64(text.count))
    }
    sections.append(first..<count)
  }

  private func findEnds() -> [Int32] {
    var ends: [Int32] = []
    ends.reserveLargePages(count)
    ends += (0..<Int32(count)).lazy.map { $0 + 1 }
    for row in (0..<count).reversed() {
      let parent = Int(parents[row])
      if parent >= 0 { ends[parent] = max(ends[parent], ends[row]) }
    }
    return ends
  }

  /// Returns the hashes of subtrees by the hashes of their rows.
  private func subtreeHashes(_ rows: [UInt64], ignoringOrder: Bool = false) -> [UInt64] {
    var hashes: [UInt64] = []
    hashes.reserveLargePages(count)
    hashes += rows
    for row in (0..<count).reversed() {
      let parent = Int(parents[row])
      if parent < 0 { continue }
      // Two calls, because a single one ignores the order of the two hashes.
      hashes[parent] =
        ignoringOrder
        ? hashes[parent] &+ hasher.combine(hashes[row], 1)
        : hasher.combine(hasher.combine(hashes[parent], 1), hashes[row])
    }
    return hashes
  }

  private mutating func findCollapsedRows(of document: Document, section: Int) {
    guard let stored = document.file.storedExpansion else { return }
    let (numbers, isListed) =
      switch stored {
      case .expanded(let rows): (rows, false)
      case .collapsed(let rows): (rows, true)
      }
    var isMember = [Bool](repeating: !isListed, count: document.file.texts.count)
    for number in numbers where number < isMember.count { isMember[number] = isListed }
    for row in sections[section] where isParent(row) {
      isCollapsed[row] = isMember[Int(nodes[row].number)]
    }
  }
}

extension ComparedSide {
  /// The rows below a parent.
  func rows(in parent: Int32) -> Range<Int> {
    parent < 0 ? sections[Int(~parent)] : Int(parent) + 1..<Int(ends[Int(parent)])
  }

  /// The children of a parent.
  func children(of parent: Int32) -> ComparedChildren {
    ComparedChildren(ends: ends, rows: rows(in: parent))
  }

  /// Returns whether a row has visible children.
  func isParent(_ row: Int) -> Bool { Int(ends[row]) > row + 1 }

  func section(of row: Int) -> Int {
    sections.partitioningIndex { $0.lowerBound > row } - 1
  }

  func document(of row: Int) -> Document { documents[section(of: row)] }

  /// Returns the text of a row as the tool prints it.
  func text(of row: Int) -> ArraySlice<UInt8> { document(of: row).text(of: nodes[row]) }

  /// Returns the text of a row without its position in an array or a list.
  func comparedText(of row: Int) -> ArraySlice<UInt8> {
    let document = document(of: row)
    return document.file.bytes[document.comparedRange(of: nodes[row])]
  }

  /// Returns whether a row has no text to compare, such as an object in an array of JSON.
  func hasNoText(_ row: Int) -> Bool { texts[row] == emptyText }

  /// Returns whether a row is an element of an array without a text of its own.
  func isElement(_ row: Int) -> Bool { hasNoText(row) && !text(of: row).isEmpty }

  /// Returns the hash of the text below a row in the file.
  func note(of row: Int) -> UInt64? {
    if !hasNotes { return nil }
    return document(of: row).note(of: nodes[row]).map { hasher.hash(of: $0) }
  }

  /// Returns the leaves below a parent by their keys, the texts before `: `; empty if one has no
  /// key of its own.
  func members(of parent: Int32) -> [UInt64: Int] {
    // A copy of the document would be slow.
    let section = parent < 0 ? Int(~parent) : section(of: Int(parent))
    let bytes = documents[section].file.bytes
    var members: [UInt64: Int] = [:]
    for row in children(of: parent) where !isParent(row) {
      let text = documents[section].comparedRange(of: nodes[row])
      guard let end = bytes.span.extracting(text).end(of: ": ", from: 0) else { return [:] }
      let key = hasher.hash(of: text.prefix(end - 2), in: bytes.span)
      if end < 3 || members.updateValue(row, forKey: key) != nil { return [:] }
    }
    return members
  }
}

/// The rows that are siblings.
struct ComparedChildren: Sequence, IteratorProtocol {
  private let ends: [Int32]
  private var row: Int
  private let end: Int

  fileprivate init(ends: [Int32], rows: Range<Int>) {
    self.ends = ends
    row = rows.lowerBound
    end = rows.upperBound
  }

  var first: Int? { row < end ? row : nil }

  mutating func removeFirst() { row = Int(ends[row]) }

  mutating func next() -> Int? {
    guard let first else { return nil }
    removeFirst()
    return first
  }
}

// MARK: - Identities

extension ComparedSide {
  /// Returns the identities of both sides, or empty arrays if they are not used.
  ///
  /// Some programs give all rows new identities each time they write a file. So by default,
  /// identities are used only if both sides share at least half of them, measured on the side with
  /// fewer.
  func usualIdentities(
    with new: ComparedSide, by strategy: MatchingStrategy, named name: Bytes?
  ) -> (old: [UInt64], new: [UInt64]) {
    if strategy == .path || strategy == .text { return ([], []) }

    let hasher = TextHasher()
    let identities = identities(hasher: hasher, named: name)
    let newIdentities = new.identities(hasher: hasher, named: name)

    let known = Set(identities.lazy.filter { $0 > 0 })
    let newKnown = Set(newIdentities.lazy.filter { $0 > 0 })
    let shared = known.intersection(newKnown).count
    let fewer = min(known.count, newKnown.count)

    let counts = strategy == .id || shared > 0 && shared * 2 >= fewer
    return counts ? (identities, newIdentities) : ([], [])
  }

  /// Returns the hashes of the identities of the rows, or 0 for a row without one; empty if no row
  /// has one.
  private func identities(hasher: TextHasher, named name: Bytes?) -> [UInt64] {
    var identities: [UInt64] = []
    for (section, document) in documents.enumerated() {
      guard let name = document.identityName(named: name, in: nodes[sections[section]]) else {
        continue
      }
      if identities.isEmpty { identities = [UInt64](repeating: 0, count: count) }
      for row in sections[section] {
        guard let value = document.attribute(name, of: nodes[row]), !value.isEmpty else { continue }
        identities[row] = hasher.hash(of: 0..<value.count, in: value.span) | 1
      }
    }
    return identities
  }
}

extension Document {
  /// Returns the name of the attribute that identifies rows, if one of the first 100 rows has it.
  fileprivate func identityName(named name: Bytes?, in nodes: ArraySlice<Node>) -> Bytes? {
    guard let format else { return nil }
    var names = format.identityNames.map { Bytes($0.utf8) }
    let ranked = file.attributes.names.compactMap { name in
      FieldRole(named: name.span).identityRank.map { (name, $0) }
    }
    names += ranked.sorted { $0.1 < $1.1 }.map(\.0)
    return (name.map { [$0] } ?? names).first { name in
      nodes.prefix(100).contains { attribute(name, of: $0)?.isEmpty == false }
    }
  }
}

// MARK: - Contents

extension ComparedSide {
  /// Returns hashes of everything in subtrees that the options compare, or `nil` if these are only
  /// texts in their order.
  ///
  /// The attributes and the note of a row count if other rows have its text.
  func contents(
    with new: ComparedSide, options: ComparisonOptions
  ) -> (old: [UInt64], new: [UInt64])? {
    let documents = self.documents + new.documents
    guard options.ignoresOrder || options.compareDetails(of: documents) else { return nil }
    let isSameFormat = Set(documents.map { $0.format?.name }).count == 1
    let repeated = repeatedTexts.union(new.repeatedTexts)
    func contents(of side: ComparedSide) -> [UInt64] {
      var hashes = side.texts
      for (section, document) in side.documents.enumerated() {
        for row in side.sections[section] where repeated.contains(hashes[row]) {
          let node = side.nodes[row]
          for attribute in Set(options.attributes(of: node, in: document, findsAll: isSameFormat)) {
            let name = hasher.combine(hasher.hash(of: attribute.name), 1)
            hashes[row] &+= hasher.combine(name, hasher.hash(of: attribute.value))
          }
          if !options.ignoresNotes, let note = document.note(of: node) {
            hashes[row] &+= hasher.combine(hasher.hash(of: note), 2)
          }
          if !options.ignoresExpansion && side.isCollapsed[row] { hashes[row] &+= 1 }
        }
      }
      return side.subtreeHashes(hashes, ignoringOrder: options.ignoresOrder)
    }
    return (contents(of: self), contents(of: new))
  }

  /// The hashes of the texts that several rows have.
  private var repeatedTexts: Set<UInt64> {
    // The last bits exclude most texts, because a set of all texts is slow.
    let mask = UInt64.max >> UInt64(count * 8).leadingZeroBitCount
    var counts = [UInt8](repeating: 0, count: Int(mask) + 1)
    for text in texts { counts[Int(text & mask)] = min(counts[Int(text & mask)] + 1, 2) }
    return repeatedTexts(of: texts.indices.filter { counts[Int(texts[$0] & mask)] > 1 })
  }
}

extension TextHasher {
  fileprivate func hash(of text: Bytes) -> UInt64 {
    hash(of: 0..<text.count, in: text.span, scope: UInt64(text.count))
  }
}
