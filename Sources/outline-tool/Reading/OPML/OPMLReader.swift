/// Reads the outlines of an OPML file.
///
/// A row's text is its `text`, or else its `title`, or else the address that it leads to. What is
/// not well-formed is taken as it was meant, and noted. Nothing that a file names is fetched.
///
/// - Complexity: O(`bytes.count`)
struct OPMLReader: MarkupReader {
  var rows: MarkupRows
  private(set) var scanner = TagScanner(checksText: true)
  private var elements = OpenElements()
  private var state = OPMLExpansion()
  private let settings: Settings

  init(_ rows: MarkupRows, settings: Settings) {
    self.rows = rows
    self.settings = settings
  }

  mutating func findRows(in bytes: Span<UInt8>) {
    while let tag = scanner.nextTag(in: bytes) {
      noteLooseText(in: bytes)
      switch tag {
      case .start(let name) where bytes.holdsOutline(in: name):
        addRow(in: bytes)
      case .start(let name):
        scanner.passOverAttributes(in: bytes)
        if !scanner.endsElement { elements.begin(name) }
        if settings.expansion == .stored && !scanner.endsElement
          && bytes.extracting(name).holds("expansionState")
        {
          let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: scanner.position) ?? bytes.count
          state.read(bytes.extracting(scanner.position..<end))
        }
      case .end(let name) where bytes.holdsOutline(in: name):
        rows.end(at: name.lowerBound, in: &scanner)
      case .end(let name):
        elements.end(name, in: bytes, noting: &scanner)
      }
    }
    noteLooseText(in: bytes)
    elements.finish(noting: &scanner)
    rows.store(.opml(state))
  }

  /// Notes a text before the tag at hand, unless it is in an element of the head or an unknown one.
  private mutating func noteLooseText(in bytes: Span<UInt8>) {
    guard let start = scanner.textStart else { return }
    if let place = elements.last {
      let name = bytes.extracting(place)
      guard name.holds("body") || name.holds("head") || name.holds("opml") else { return }
    }
    scanner.note(.looseText, at: start)
  }

  private mutating func addRow(in bytes: Span<UInt8>) {
    var texts = RowTexts()
    let start = scanner.position
    while let attribute = scanner.nextAttribute(in: bytes) {
      let name = bytes.word(in: attribute.name)
      if name == 0x636F_6C6C_6170_7365 {  // collapse
        let isCollapsed = bytes.extracting(attribute.value).starts(with: "true", ignoringCase: true)
        state.note(row: rows.count, isCollapsed: isCollapsed)
      } else {
        texts.take(attribute, named: name)
      }
    }
    var text: Range<Int>?
    if let shown = texts.shown { text = rows.place(of: shown, in: bytes) }
    rows.add(text, level: rows.open.count, at: start)
    if settings.followsIncludes { noteInclude(at: start, in: bytes) }
    if !scanner.endsElement { rows.begin(at: start) }
  }

  /// Notes that a row stands for another file, if its type says so.
  private mutating func noteInclude(at start: Int, in bytes: Span<UInt8>) {
    let type = TagScanner.value(of: Bytes("type".utf8), at: start, in: bytes)
    guard type?.elementsEqual("include".utf8) == true else { return }
    rows.includeLast(TagScanner.value(of: Bytes("url".utf8), at: start, in: bytes) ?? [])
  }
}

extension OPMLReader {
  /// Whether a text of unknown kind begins with a tag and has `<opml` near its start.
  static func recognizes(_ bytes: Span<UInt8>) -> Bool {
    TagScanner.recognizes(bytes) { $0.end(of: "<opml", from: 0) != nil }
  }
}

/// The attributes of an element that may be shown, the best of those that have come.
private struct RowTexts {
  private var rank = Int.max
  private var best: TagScanner.Attribute?

  /// Which attribute to show; `nil` where there is none.
  var shown: TagScanner.Attribute? { best }

  mutating func take(_ attribute: TagScanner.Attribute, named name: UInt64) {
    var rank = rank(of: name)
    // An empty text yields to anything that says more.
    if attribute.value.isEmpty && rank < .max { rank += 4 }
    guard rank < self.rank else { return }
    self.rank = rank
    best = attribute
  }

  private func rank(of name: UInt64) -> Int {
    switch name {
    case 0x7465_7874: 0  // text
    case 0x74_6974_6C65: 1  // title
    case 0x786D_6C55_726C: 2  // xmlUrl
    case 0x75_726C: 3  // url
    default: .max
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether a name is `outline`, in capital or small letters.
  fileprivate func holdsOutline(in name: Range<Int>) -> Bool {
    name.count == 7 && word(in: name) | 0x20_2020_2020_2020 == 0x6F_7574_6C69_6E65
  }
}
