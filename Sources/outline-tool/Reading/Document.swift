import Outline

/// A node of an outline, known by its number in the order of reading.
///
/// A text would not do for an identity: a file may hold the same one a thousand times.
struct Node: Hashable {
  let number: UInt32

  init(_ number: Int) {
    self.number = UInt32(number)
  }

  /// Numbers in a row come into slots in a row, where no two meet and memory is near.
  var hashValue: Int { Int(number) }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// An outline of numbered nodes and the bytes that their texts are in.
struct Document {
  var outline = SectionSnapshot<Node>()
  var bytes: Bytes = []
  /// Where in `bytes` the text of each node is, by node number.
  var texts: [Range<Int>] = []
  /// Where in `bytes` the element of each node starts, by node number, if that was asked for.
  var starts: [UInt32] = []
  /// Where in `bytes` the attributes are that the reader found, if they were asked for.
  var attributes = AttributePlaces()
  /// The names of links, whose texts have the targets, too.
  var linkNames: [Node: Range<Int>] = [:]
  var source = Source.file(.indentedText)
  /// The directories whose entries nobody has asked for, or that could not be read.
  var unreadDirectories: Set<Node> = []

  enum Source {
    case file(Format)
    /// A directory, by the name that it was given.
    case directory(Bytes)
  }

  @inline(__always)
  func range(of node: Node) -> Range<Int> {
    texts[Int(node.number)]
  }

  /// Where the text is that patterns are for: that of a link without its target.
  ///
  /// In line, since the document is copied for each call otherwise.
  @inline(__always)
  func name(of node: Node) -> Range<Int> {
    linkNames.isEmpty ? range(of: node) : linkNames[node] ?? range(of: node)
  }

  func text(of node: Node) -> ArraySlice<UInt8> {
    bytes[range(of: node)]
  }

  /// Whether a visible row hides children, as far as is known: an unread directory may have some.
  func hidesChildren(_ row: SectionSnapshot<Node>.Row) -> Bool {
    if row.isExpanded { return false }
    if row.childCount > 0 { return true }
    return !unreadDirectories.isEmpty && unreadDirectories.contains(row.item)
  }

  /// Returns the attribute `name` of a node, `nil` where it has none.
  func attribute(_ name: Bytes, of node: Node) -> Bytes? {
    let row = Int(node.number)
    if let place = attributes.place(of: name, row: row) { return Bytes(bytes[place]) }
    guard case .file(let format) = source else { return nil }
    if format == .taskPaper { return bytes.span.extracting(range(of: node)).taskPaperTag(name) }
    guard row < starts.count else { return nil }
    return format.attribute(name, at: Int(starts[row]), in: bytes.span)
  }

  /// Whether any node has the attribute `name`, be it shown or not.
  func hasAttribute(_ name: Bytes) -> Bool {
    texts.indices.contains { attribute(name, of: Node($0)) != nil }
  }
}

/// The rows of a file in the order of their lines, as text readers find them.
struct Listing {
  /// The text of the file; readers look through the span of a copy, which costs nothing, where they
  /// change while they look.
  var bytes: Bytes
  var texts: [Range<Int>] = []
  /// The level of each row, from 0, at most one deeper than that of the row before.
  var levels: [Int] = []
  /// Where in `bytes` each row's element starts, if the settings need that: notes and attributes
  /// are read again from there.
  var starts: [UInt32] = []
  /// Where in `bytes` the attributes of the rows are, if the settings ask for them, where they are
  /// not read again.
  var attributes = AttributePlaces()
  /// The rows that stand for other files, and the addresses of those, if the settings ask for them.
  var includes: [(row: Int, address: Bytes)] = []
  /// What the file itself says about which rows are expanded.
  var stored: StoredExpansion?
  var problems: [Problem] = []
}

extension Listing {
  /// Makes room for so many rows: arrays that grow are copied, and room that nobody uses takes no
  /// memory.
  mutating func reserveRows(_ count: Int) {
    texts.reserveCapacity(count)
    texts.adviseLargePages()
    levels.reserveCapacity(count)
    levels.adviseLargePages()
  }

  /// Reads bytes by a function that finds the rows, and the texts that are not in the file as they
  /// are: those come behind the file.
  static func reading(
    _ bytes: consuming Bytes, name: Bytes,
    _ findRows: (Span<UInt8>) -> (listing: Listing, resolved: Bytes)
  ) -> Listing {
    // Places are kept in fewer bits than larger files need.
    guard bytes.count < InputReader.sizeLimit else {
      let problem = Problem(path: name, fact: .tooLarge(limit: InputReader.sizeLimit))
      return Listing(bytes: [], problems: [problem])
    }
    var (listing, resolved) = findRows(bytes.span)
    // Nobody else holds the bytes, so that they need not be copied.
    if !resolved.isEmpty { bytes += resolved }
    listing.bytes = bytes
    return listing
  }
}

/// Which rows a file says are expanded.
enum StoredExpansion {
  case opml(OPMLExpansion)
  /// All rows are expanded but these.
  case collapsed([Int])
}

/// What came of reading an input: its outline, and the problems that left something to show.
struct Reading {
  var document: Document
  var problems: [Problem]
  /// The rows that stand for other files, and the addresses of those.
  var includes: [(row: Int, address: Bytes)] = []
  /// What kept the input itself from being read to its end.
  var failure: Problem?
  /// How many of the document's bytes are those of the file and may not be UTF-8.
  ///
  /// It is enough to look through them once the printer, which looks at all that it shows, has met
  /// one that is not. 0 where they were looked through.
  var uncheckedSize = 0
}

extension Document {
  /// Makes an outline of a listing's rows, open as far as the file says where that is asked for.
  init(_ listing: Listing, format: Format, expansion: Expansion) {
    bytes = listing.bytes
    texts = listing.texts
    starts = listing.starts
    attributes = listing.attributes
    source = .file(format)
    let rows = listing.levels.indices.lazy.map { (item: Node($0), level: listing.levels[$0]) }
    do {
      try outline.append(preorder: rows)
    } catch {
      preconditionFailure("A reader gave rows that are no outline: \(error)")
    }
    guard expansion == .stored else { return }
    switch listing.stored {
    case .opml(let expansion): expansion.apply(to: &outline, levels: listing.levels)
    case .collapsed(let rows):
      outline.expandAll()
      outline.collapse(rows.lazy.map { Node($0) })
    case nil: outline.expandAll()
    }
  }
}
