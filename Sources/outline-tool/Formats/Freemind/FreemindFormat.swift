struct FreemindFormat: MarkupFormat {
  let name = "freemind"
  let fileExtensions = ["mm"]
  let help = [
    "*.mm, or a file with <map version= near the start, as Freemind and",
    "Freeplane write it. Nodes are rows, with notes and details. The",
    "attribute 'icon' lists their icons.",
    "--expand stored collapses FOLDED nodes.",
  ]
  let rowNoun = "<node> elements"
  let addressNames = ["LINK"]
  let identityNames = ["ID"]

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    TagScanner.recognizes(text) { $0.end(of: "<map version=", from: 0) != nil }
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    FreemindReader.read(bytes, name: name, options: options)
  }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    let all = TagScanner.attributes(at: start, in: bytes)
    let text = all.first { attribute in
      let isText = ["TEXT", "LOCALIZED_TEXT"].contains { attribute.name.elementsEqual($0.utf8) }
      return isText && !attribute.value.isEmpty
    }
    return all.filter { $0 != text && !$0.isNamed("FOLDED") }
      + innerAttributes(at: start, in: bytes)
  }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    TagScanner.value(of: name, at: start, in: bytes)
      ?? start.flatMap { start in
        innerAttributes(at: start, in: bytes).first { $0.name == name }?.value
      }
  }

  func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    start..<endOfAttributes(at: start, in: bytes) { _, _ in }
  }

  /// Returns the attributes of a node that are elements, and its icons as one attribute.
  private func innerAttributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    var attributes: [RowAttribute] = []
    var icons: [Bytes] = []
    _ = endOfAttributes(at: start, in: bytes) { element, start in
      func value(_ name: String) -> Bytes? {
        TagScanner.value(of: Bytes(name.utf8), at: start, in: bytes)
      }
      if bytes.extracting(element).equals("icon") {
        if let icon = value("BUILTIN") { icons.append(icon) }
      } else if bytes.extracting(element).equals("attribute"), let name = value("NAME") {
        attributes.append(RowAttribute(name: name, value: value("VALUE") ?? []))
      }
    }
    if icons.isEmpty { return attributes }
    let list = Bytes(icons.joined(separator: Bytes(",".utf8)))
    return attributes + [RowAttribute(name: Bytes("icon".utf8), value: list)]
  }

  /// Visits the elements of a node before its first child, and returns the end of the last one.
  private func endOfAttributes(
    at start: Int, in bytes: Span<UInt8>, _ visit: (_ element: Range<Int>, _ start: Int) -> Void
  ) -> Int {
    // A search for the end of a damaged element must not pass the next node.
    let next = bytes.end(of: "<node", from: start).map { $0 - "<node".utf8.count }
    let bytes = bytes.extracting(first: next ?? bytes.count)
    var scanner = TagScanner(at: start, dialect: dialect)
    scanner.skipAttributes(in: bytes)
    var end = scanner.position
    var depth = scanner.endsElement ? -1 : 0
    while depth >= 0, let tag = scanner.nextTag(in: bytes) {
      switch tag {
      case .start(let name):
        if depth == 0 { visit(name, scanner.position) }
        scanner.skipAttributes(in: bytes)
        if !scanner.endsElement { depth += 1 }
      case .end: depth -= 1
      }
      if depth == 0 { end = scanner.position }
    }
    return end
  }
}
