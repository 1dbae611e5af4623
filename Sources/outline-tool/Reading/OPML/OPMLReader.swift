/// Reads the outlines of an OPML file.
///
/// A row's text is its `text`, or else its `title`, or else the address that it leads to. What is
/// not well-formed is taken as it was meant, and noted. Nothing that a file names is fetched.
///
/// - Complexity: O(`bytes.count`)
struct OPMLReader {
  private var listing: Listing
  private var scanner = TagScanner()
  /// Texts that are not in the file as they are.
  private var resolved: Bytes = []
  /// How many elements named `outline` are open.
  private var depth = 0
  private var lastOpened = 0
  private var state = OPMLExpansion()
  private let settings: Settings

  static func read(_ bytes: consuming Bytes, name: Bytes, settings: Settings) -> Listing {
    var reader = OPMLReader(Listing(bytes: bytes), settings: settings)
    reader.findRows()
    reader.report(in: name)
    return reader.listing
  }

  private init(_ listing: Listing, settings: Settings) {
    self.listing = listing
    self.settings = settings
  }

  private mutating func findRows() {
    let source = listing.bytes
    let bytes = source.span
    while let tag = scanner.nextTag(in: bytes) {
      switch tag {
      case .start(let name) where bytes.extracting(name).isOutline:
        addRow(in: bytes)
      case .start(let name):
        scanner.passOverAttributes(in: bytes)
        if bytes.extracting(name).holds("expansionState") && !scanner.endsElement {
          let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: scanner.position) ?? bytes.count
          state.read(bytes.extracting(scanner.position..<end))
        }
      case .end(let name) where bytes.extracting(name).isOutline:
        if depth == 0 {
          scanner.note(.looseEnd, at: name.lowerBound)
        } else {
          depth -= 1
        }
      case .end:
        break
      }
    }
    if depth > 0 { scanner.note(.missingEnd, at: lastOpened) }
  }

  private mutating func addRow(in bytes: Span<UInt8>) {
    var texts = RowTexts()
    let start = scanner.position
    while let attribute = scanner.nextAttribute(in: bytes) {
      let name = bytes.extracting(attribute.name)
      if name.word == 0x636F_6C6C_6170_7365 {  // collapse
        let isCollapsed = bytes.extracting(attribute.value).starts(with: "true", ignoringCase: true)
        state.note(row: listing.texts.count, isCollapsed: isCollapsed)
      } else {
        texts.take(attribute, named: name.word)
      }
    }
    if settings.needsStarts { listing.starts.append(UInt32(start)) }
    listing.levels.append(depth)
    listing.texts.append(place(of: texts.shown, in: bytes))
    if settings.followsIncludes { noteInclude(at: start, in: bytes) }
    if !scanner.endsElement {
      depth += 1
      lastOpened = start
    }
  }

  /// Notes that a row stands for another file, if its type says so.
  private mutating func noteInclude(at start: Int, in bytes: Span<UInt8>) {
    let type = OPMLReader.attribute(Bytes("type".utf8), at: start, in: bytes)
    guard type?.elementsEqual("include".utf8) == true else { return }
    let address = OPMLReader.attribute(Bytes("url".utf8), at: start, in: bytes)
    listing.includes.append((listing.texts.count - 1, address ?? []))
  }

  /// Where the text of an attribute stands, its references resolved.
  private mutating func place(
    of attribute: TagScanner.Attribute?, in bytes: Span<UInt8>
  ) -> Range<Int> {
    if let attribute, !attribute.isEncoded { return attribute.value }
    let start = bytes.count + resolved.count
    if let attribute {
      resolved.appendResolved(bytes.extracting(attribute.value))
    } else {
      resolved += "(untitled)".utf8
    }
    return start..<bytes.count + resolved.count
  }

  private mutating func report(in name: Bytes) {
    listing.note(scanner, in: name)
    listing.bytes += resolved
    listing.stored = .opml(state)
  }
}

extension OPMLReader {
  /// Whether a text of unknown kind begins with a tag and has `<opml` near its start.
  static func recognizes(_ bytes: Span<UInt8>) -> Bool {
    var lines = TextLines(bytes)
    while let line = lines.next(in: bytes) {
      if line.isEmpty { continue }
      let start = bytes.extracting(line.lowerBound..<min(line.lowerBound + 4096, bytes.count))
      return start[0] == UInt8(ascii: "<") && start.end(of: "<opml", from: 0) != nil
    }
    return false
  }

  /// Returns the attribute `name` of the element whose attributes start at `start`.
  static func attribute(_ name: Bytes, at start: Int, in bytes: Span<UInt8>) -> Bytes? {
    var scanner = TagScanner(at: start)
    while let attribute = scanner.nextAttribute(in: bytes) {
      guard bytes.extracting(attribute.name).equals(name.span) else { continue }
      var value = Bytes()
      value.appendResolved(bytes.extracting(attribute.value))
      return value
    }
    return nil
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
  /// The bytes as one number, which is compared faster than a name; 0 for more than eight.
  fileprivate var word: UInt64 {
    var word: UInt64 = 0
    if count <= 8 { for index in indices { word = word << 8 | UInt64(self[index]) } }
    return word
  }

  /// Whether this is `outline`, in capital or small letters.
  fileprivate var isOutline: Bool {
    count == 7 && word | 0x20_2020_2020_2020 == 0x6F_7574_6C69_6E65
  }
}
