import Outline

/// A node of an outline, known by its number in the order of reading.
///
/// A text would not do for an identity: a file may hold the same one a thousand times.
struct Node: Hashable {
  let number: UInt32

  init(_ number: Int) {
    self.number = UInt32(number)
  }
}

/// An outline of numbered nodes and the bytes that their texts are in.
struct Document {
  var outline = SectionSnapshot<Node>()
  var bytes: Bytes = []
  /// Where in `bytes` the text of each node is, by node number.
  var texts: [Range<Int>] = []
  /// The directories whose entries nobody has asked for, or that could not be read.
  var unreadDirectories: Set<Node> = []

  func range(of node: Node) -> Range<Int> {
    texts[Int(node.number)]
  }

  func text(of node: Node) -> ArraySlice<UInt8> {
    bytes[range(of: node)]
  }

  /// Whether a row has this text, or could have it in a directory that was not read.
  func mayHold(_ text: Bytes) -> Bool {
    !unreadDirectories.isEmpty || texts.contains { bytes[$0].elementsEqual(text) }
  }

  /// Whether a visible row hides children, as far as is known: an unread directory may have some.
  func hidesChildren(_ row: SectionSnapshot<Node>.Row) -> Bool {
    if row.isExpanded { return false }
    if row.childCount > 0 { return true }
    return !unreadDirectories.isEmpty && unreadDirectories.contains(row.item)
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
  /// Where in `bytes` each row's element starts, if the settings need that: notes and attributes are
  /// read again from there.
  var starts: [UInt32] = []
  /// What the file itself says about which rows are expanded.
  var stored: StoredExpansion?
  var problems: [Problem] = []
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
  /// What kept the input itself from being read to its end.
  var failure: Problem?
}

extension Document {
  /// Makes an outline of a listing's rows, open as far as the settings say.
  init(_ listing: Listing, settings: Settings) {
    bytes = listing.bytes
    texts = listing.texts
    let rows = listing.levels.indices.lazy.map { (item: Node($0), level: listing.levels[$0]) }
    do {
      try outline.append(preorder: rows)
    } catch {
      preconditionFailure("A reader gave rows that are no outline: \(error)")
    }
    switch settings.expansion {
    case .none: break
    case .levels(let levels): outline.expand(toLevel: levels)
    case .stored:
      switch listing.stored {
      case .opml(let expansion): expansion.apply(to: &outline)
      case .collapsed(let rows):
        outline.expandAll()
        outline.collapse(rows.lazy.map { Node($0) })
      case nil: outline.expandAll()
      }
    case .all: outline.expandAll()
    }
    if let depth = settings.depth {
      let deepest = listing.levels.indices.filter { listing.levels[$0] == depth - 1 }
      outline.collapse(deepest.lazy.map { Node($0) })
    }
    if !settings.collapsedTexts.isEmpty {
      let collapsed = texts.indices.filter { settings.collapses(bytes[texts[$0]]) }
      outline.collapse(collapsed.map { Node($0) })
    }
  }
}
