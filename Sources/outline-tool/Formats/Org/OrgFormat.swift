struct OrgFormat: Format {
  let name = "org"
  let fileExtensions = ["org", "org_archive"]
  let help = [
    "*.org, or a text that begins with a keyword such as '#+title:' or",
    "with a headline. Headlines are rows, with keywords and tags.",
    "Inline tasks (15 or more stars) are not rows. List items are rows",
    "only with --tree lists or --tree both. Links appear as their",
    "texts. Attributes are the properties, TAGS, PRIORITY, DEADLINE,",
    "SCHEDULED, CLOSED, and url for the first link. --expand stored",
    "applies STARTUP, VISIBILITY and the tag ARCHIVE.",
  ]
  let rowNoun = "headlines"
  let itemNoun = "list items"
  let addressNames = ["url"]
  let identityNames = ["ID", "CUSTOM_ID"]

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    OrgReader.read(bytes, options: options)
  }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    start.flatMap { OrgReader.attribute(name, at: $0, in: bytes) }
  }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    OrgReader.attributeNames(at: start, in: bytes).compactMap { name in
      let value = OrgReader.attribute(name, at: start, in: bytes)
      return value.map { RowAttribute(name: name, value: $0) }
    }
  }

  func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    OrgReader.attributeRange(at: start, in: bytes)
  }

  /// Returns whether a text begins with a keyword or a headline, and has a headline below.
  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    var lines = TextLines(text)
    var fewest: Int?
    while let line = lines.next(in: text) {
      if line.isEmpty { continue }
      let headline = OrgHeadline(in: text, at: line)
      if let fewest {
        if let headline, headline.stars > fewest { return true }
      } else if let headline {
        guard headline.stars == 1 else { return false }
        fewest = 1
      } else if beginsOrg(text.extracting(line)) {
        fewest = 0
      } else {
        return false
      }
    }
    return false
  }

  private func beginsOrg(_ line: Span<UInt8>) -> Bool {
    if line.starts(with: ":properties:", ignoringCase: true) { return true }
    // A line such as "#+++" is a comment.
    guard line.count > 3, line.starts(with: "#+", ignoringCase: false) else { return false }
    return line[2].isASCIILetter && line.firstIndex(of: UInt8(ascii: ":"), from: 3) != nil
  }
}
