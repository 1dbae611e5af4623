/// Reads the nodes of a mind map of Freemind or Freeplane.
///
/// The text of a node is its attribute `TEXT` or `LOCALIZED_TEXT`, or else its rich text. Notes and
/// details are not rows. The reader skips styles and settings, and the nodes in them.
///
/// - Complexity: O(`bytes.count`)
struct FreemindReader: MarkupReader {
  static let rowElement = "<node>"

  var rows: MarkupRows
  private(set) var scanner = TagScanner()
  private var elements = OpenElements()
  private let options: ReaderOptions
  /// The position of the icons among the attributes of each row.
  private var iconPositions: [Int: Int] = [:]
  /// The offset up to which a search found no end tag, for each name in `skipped`.
  private var searchedEnds = Array(repeating: 0, count: skipped.count)

  private static let skipped = [
    "richcontent", "hook", "map_styles", "stylenode", "attribute_registry",
  ]

  init(_ rows: MarkupRows, options: ReaderOptions) {
    self.rows = rows
    self.options = options
  }

  mutating func findRows(in bytes: Span<UInt8>) {
    while let tag = scanner.nextTag(in: bytes) {
      let isNode = bytes.extracting(tag.name).equals("node")
      switch tag {
      case .start where isNode: addRow(in: bytes)
      case .start: readElement(tag, in: bytes)
      case .end where isNode: rows.end(at: tag.name.lowerBound, in: &scanner)
      case .end: elements.end(tag.name, in: bytes, reportingTo: &scanner)
      }
    }
    elements.finish(reportingTo: &scanner)
  }

  private mutating func addRow(in bytes: Span<UInt8>) {
    let start = scanner.position
    var text: Range<Int>?
    var isCollapsed = false
    while let attribute = scanner.nextAttribute(in: bytes) {
      let name = bytes.extracting(attribute.name)
      if (name.equals("TEXT") || name.equals("LOCALIZED_TEXT")) && !attribute.value.isEmpty
        && text == nil
      {
        text = rows.textRange(of: attribute, in: bytes)
      } else if name.equals("FOLDED") {
        isCollapsed = bytes.extracting(attribute.value).equalsIgnoringCase("true")
      }
    }

    rows.add(text, level: rows.open.count, at: start)
    if isCollapsed { rows.collapseLast() }
    if !scanner.endsElement { rows.begin(at: start) }
  }

  /// Skips an element other than a node, and reads from it the text, a note or an attribute of the
  /// enclosing node.
  private mutating func readElement(_ tag: TagScanner.Tag, in bytes: Span<UInt8>) {
    if options.needsAttributes { addAttribute(tag.name, in: bytes) }
    var isText = false
    var isNote = false
    while let attribute = scanner.nextAttribute(in: bytes) {
      if bytes.extracting(attribute.name).equals("TYPE") {
        let type = bytes.extracting(attribute.value)
        isText = type.equals("NODE")
        isNote = options.findsNotes && (type.equals("NOTE") || type.equals("DETAILS"))
      }
    }
    if scanner.endsElement { return }

    let name = bytes.extracting(tag.name)
    guard let index = FreemindReader.skipped.firstIndex(where: { name.equals($0) }) else {
      elements.begin(tag.name)
      return
    }

    guard let contents = skipContents(of: tag, index: index, in: bytes) else { return }
    if isText && index == 0, let row = rows.open.last,
      let text = rows.textRange(ofTextIn: contents, in: bytes)
    {
      rows.setText(text, of: row)
    } else if isNote, let row = rows.open.last {
      rows.addNote(in: contents, of: row, in: bytes)
    }
  }

  /// Adds an attribute that is an element; the icons of a node are one attribute.
  private mutating func addAttribute(_ element: Range<Int>, in bytes: Span<UInt8>) {
    let start = scanner.position
    func value(_ name: String) -> Bytes? {
      TagScanner.value(of: Bytes(name.utf8), at: start, in: bytes)
    }
    guard let row = rows.open.last else { return }
    if bytes.extracting(element).equals("attribute"), let name = value("NAME") {
      let attribute = RowAttribute(name: name, value: value("VALUE") ?? [])
      rows.parsed.innerAttributes[row, default: []].append(attribute)
    } else if bytes.extracting(element).equals("icon"), let icon = value("BUILTIN") {
      // A copy of the attributes for each icon would take quadratic time.
      if let index = iconPositions[row] {
        rows.parsed.innerAttributes[row]?[index].value.append(contentsOf: ",".utf8 + icon)
      } else {
        iconPositions[row] = rows.parsed.innerAttributes[row]?.count ?? 0
        let attribute = RowAttribute(name: Bytes("icon".utf8), value: icon)
        rows.parsed.innerAttributes[row, default: []].append(attribute)
      }
    }
  }

  /// Skips the contents of an element and returns their range.
  ///
  /// Returns `nil` and skips only the tag if the element does not end within its node.
  private mutating func skipContents(
    of start: TagScanner.Tag, index: Int, in bytes: Span<UInt8>
  ) -> Range<Int>? {
    if start.position < searchedEnds[index] { return nil }

    let beforeContents = scanner
    // The numbers of open elements of this name and of open nodes.
    var depth = 1
    var nodes = 0
    while let tag = scanner.nextTag(in: bytes) {
      var change = -1
      if case .start = tag {
        scanner.skipAttributes(in: bytes)
        change = scanner.endsElement ? 0 : 1
      }

      let name = bytes.extracting(tag.name)
      if name.equals(bytes.extracting(start.name)) {
        depth += change
        if depth == 0 { return beforeContents.position..<tag.position }
      } else if name.equals("node") {
        nodes += change
        if nodes < 0 { break }
      }
    }

    searchedEnds[index] = scanner.position
    scanner = beforeContents
    scanner.report(.unterminated, at: start.position)
    return nil
  }
}
