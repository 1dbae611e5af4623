/// The metadata at the start of a document, between two lines `---`.
enum FrontMatter {
  /// Returns the title and the names of other keys, with their values; that of markmap holds folds.
  static func head(in bytes: Span<UInt8>, end: Int) -> DocumentHead {
    var head = DocumentHead()
    let bytes = bytes.extracting(first: min(end, bytes.count))
    var lines = TextLines(bytes)
    var source = Bytes()
    var isInMarkmap = false
    while let line = lines.next(in: bytes) {
      let text = bytes.extracting(line)
      if line.lowerBound > 0 && lines.position < bytes.count {
        if !text.isEmpty && !text[0].isBlank { isInMarkmap = text.equals("markmap:") }
        // The writer has other signs of folds.
        if !isInMarkmap {
          source.append(text)
          source.append(UInt8(ascii: "\n"))
        }
      }
      guard !text.isEmpty, !text[0].isBlank, !"#-.".utf8.contains(text[0]),
        let colon = text.firstIndex(of: UInt8(ascii: ":"), from: 1), !text.equals("markmap:")
      else { continue }
      let value = Bytes(copying: text.extracting(text.firstText(in: colon + 1..<text.count)...))
      let name = Bytes(copying: text.extracting(..<colon))
      // The first line of a list or a block is no title.
      let isTitle = name.span.equalsIgnoringCase("title")
      head.add(name, value.scalarOfYAML ?? (isTitle ? [] : value))
    }
    if !source.isEmpty { head.source = source }
    return head
  }

  /// Returns front matter with the title and the attributes, and removes these from the head.
  static func text(of head: inout DocumentHead) -> Bytes {
    var text = head.source ?? []
    let all = head.allAttributes
    head.title = nil
    head.attributes = []
    if head.source == nil {
      var names: Set<Bytes> = []
      for attribute in all {
        let name = attribute.name
        // A key that comes twice is an error in YAML.
        if names.contains(name) || !name.isKeyOfYAML || !attribute.value.isScalarOfYAML {
          head.attributes.append(attribute)
        } else {
          names.insert(name)
          text += name + ": ".utf8 + attribute.value.quotedForYAML + "\n".utf8
        }
      }
    }
    return text.isEmpty ? [] : "---\n".utf8 + text + "---\n\n".utf8
  }

  /// Returns the depth at which markmap folds rows, according to the front matter.
  static func foldLevel(in bytes: Span<UInt8>, end: Int) -> Int? {
    let bytes = bytes.extracting(first: min(end, bytes.count))
    var lines = TextLines(bytes)
    var isInMarkmap = false
    while let line = lines.next(in: bytes) {
      if line.isEmpty { continue }
      let isIndented = bytes[line.lowerBound].isBlank
      if !isIndented { isInMarkmap = bytes.extracting(line).equals("markmap:") }
      guard isIndented && isInMarkmap else { continue }
      let entry = bytes.extracting(bytes.firstText(in: line)..<line.upperBound)
      for key in ["initialExpandLevel:", "foldLevel:"]
      where entry.starts(with: key, ignoringCase: false) {
        let value = entry.firstText(in: key.utf8.count..<entry.count)
        return Bytes(copying: entry.extracting(value...)).number
      }
    }
    return nil
  }
}

extension Bytes {
  /// The text of a YAML scalar in one line, or `nil` if it has another form.
  fileprivate var scalarOfYAML: Bytes? {
    guard let quote = first, quote == 0x22 || quote == 0x27 else {
      if let first, "|>&*!%@`[{".utf8.contains(first) { return nil }
      // A number sign after a blank begins a comment.
      let comment = indices.dropFirst().first {
        self[$0] == UInt8(ascii: "#") && self[$0 - 1].isBlank
      }
      return Bytes(self[span.trimming(0..<(comment ?? count), where: \.isBlank)])
    }
    guard count >= 2, last == quote else { return nil }
    var text = Bytes()
    var isEscaped = false
    for byte in self[1..<count - 1] {
      // A backslash, or a second single quote, escapes a character.
      if !isEscaped && byte == (quote == 0x22 ? UInt8(ascii: "\\") : quote) {
        isEscaped = true
      } else if isEscaped && quote == 0x22 && byte != quote && byte != UInt8(ascii: "\\") {
        return nil
      } else {
        text.append(byte)
        isEscaped = false
      }
    }
    return text
  }
}

extension Bytes {
  fileprivate var isKeyOfYAML: Bool {
    first?.isASCIILetter == true
      && allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) }
  }

  /// A Boolean value that indicates whether the bytes fit on a line with a key.
  fileprivate var isScalarOfYAML: Bool { !isEmpty && !contains { $0 < 0x20 } }

  /// The bytes, in quotes unless YAML reads them as a text without quotes.
  fileprivate var quotedForYAML: Bytes {
    let isText =
      span.isTrimmedLine && first?.isASCIILetter == true
      && allSatisfy { $0 >= 0x80 || $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x20 }
    let otherValues = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    if isText && !otherValues.contains(where: { span.equalsIgnoringCase($0) }) { return self }
    var quoted: Bytes = [UInt8(ascii: "\"")]
    for byte in self {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        quoted.append(UInt8(ascii: "\\"))
      }
      quoted.append(byte)
    }
    quoted.append(UInt8(ascii: "\""))
    return quoted
  }
}
