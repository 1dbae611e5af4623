extension Format {
  /// Org, the outline format of Emacs.
  static let org = Format(
    name: "org",
    fileExtensions: ["org", "org_archive"],
    help: [
      "*.org, or a text that begins with a keyword such as '#+title:' or",
      "with a headline. Headlines are rows, with keywords and tags. List",
      "items are rows only with --tree lists or --tree both. Links appear",
      "as their texts. Attributes are the properties, TAGS, PRIORITY,",
      "DEADLINE, SCHEDULED, CLOSED, and url for the first link. --expand",
      "stored applies STARTUP, VISIBILITY and the tag ARCHIVE.",
    ],
    rowNoun: "headlines",
    itemNoun: "list items",
    addressNames: ["url"],
    recognizes: { text, _ in isOrg(text) },
    read: { bytes, _, options in OrgReader.read(bytes, options: options) },
    attribute: { name, _, start, bytes in
      start.flatMap { OrgReader.attribute(name, at: $0, in: bytes) }
    })

  private static func isOrg(_ text: Span<UInt8>) -> Bool {
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

  private static func beginsOrg(_ line: Span<UInt8>) -> Bool {
    if line.starts(with: ":properties:", ignoringCase: true) { return true }
    // A line such as "#+++" is a comment.
    guard line.count > 3, line.starts(with: "#+", ignoringCase: false) else { return false }
    return line[2].isASCIILetter && line.firstIndex(of: UInt8(ascii: ":"), from: 3) != nil
  }
}
