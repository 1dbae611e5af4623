extension MarkdownReader {
  /// Resolves links and folds once all rows are known.
  mutating func finishRows() {
    parsed.bytes += namedRows().bytes
    foldRows()
    keepRows()
  }

  /// Removes inline syntax from the texts of rows, and returns the texts to append to the file.
  private mutating func namedRows() -> AppendedTexts {
    var appended = AppendedTexts()
    let source = parsed.bytes
    let bytes = source.span
    // The ends of the next signs of inline syntax; no sign is between a search and its result.
    let signs = ["[", "://", "\\", "&", "<"]
    var signEnds = signs.map { _ in 0 }
    if let start = topicsStart { topics.append(start..<parsed.texts.count) }
    var nextTopics = topics[...]
    for row in parsed.texts.indices {
      var text =
        bytes.extracting(parsed.texts[row]).last == UInt8(ascii: ">")
        ? takeFold(of: row, in: bytes) : parsed.texts[row]
      while let first = nextTopics.first, first.upperBound <= row { nextTopics.removeFirst() }
      if nextTopics.first?.contains(row) == true { text = bytes.topicName(text) }
      for (number, sign) in signs.enumerated() where signEnds[number] <= text.lowerBound {
        signEnds[number] = bytes.end(of: sign, from: text.lowerBound) ?? .max
      }
      if htmlHeadings.first == row {
        htmlHeadings.removeFirst()
        text = takeHTML(of: text, row: row, in: bytes, to: &appended)
      } else if signEnds.contains(where: { $0 <= text.upperBound }) {
        text = takeSyntax(of: text, row: row, in: bytes, to: &appended)
      }
      parsed.texts[row] = text
    }
    numberBlocks(in: bytes, to: &appended)
    for (row, name, value) in properties {
      parsed.attributes.set(name, of: row, to: appended.range(after: bytes) { $0 += value })
    }
    return appended
  }

  /// Writes numbers before the texts of blocks that Logseq numbers.
  private mutating func numberBlocks(in bytes: Span<UInt8>, to appended: inout AppendedTexts) {
    if numberedRows.isEmpty { return }
    // By level: the number of the last row, or 0 if it has none.
    var numbers: [Int] = []
    for (row, level) in parsed.levels.enumerated() {
      numbers.removeLast(max(0, numbers.count - level - 1))
      numbers += repeatElement(0, count: level + 1 - numbers.count)
      guard numberedRows.contains(row) else {
        numbers[level] = 0
        continue
      }
      numbers[level] += 1
      let range = parsed.texts[row]
      let isInFile = range.lowerBound < bytes.count
      let text =
        isInFile
        ? Bytes(copying: bytes.extracting(range))
        : Bytes(appended.bytes[(range.lowerBound - bytes.count)..<(range.upperBound - bytes.count)])
      parsed.texts[row] = appended.range(after: bytes) { [numbers] in
        $0 += "\(numbers[level]). ".utf8 + text
      }
    }
  }

  /// Returns a text without inline syntax, and sets the attribute `url` to the first address.
  private mutating func takeSyntax(
    of text: Range<Int>, row: Int, in bytes: Span<UInt8>, to appended: inout AppendedTexts
  ) -> Range<Int> {
    let inline = InlineText(
      in: text, of: bytes, references: references, allowingBlanks: isSummary)
    if let address = inline.address { setURL(of: row, to: address) }
    if inline.isPlain { return text }
    return appended.range(after: bytes) { inline.write(to: &$0, from: bytes) }
  }

  /// Returns the visible text of a heading in HTML: its text, or else that of its first image.
  private mutating func takeHTML(
    of text: Range<Int>, row: Int, in bytes: Span<UInt8>, to appended: inout AppendedTexts
  ) -> Range<Int> {
    let markup = bytes.extracting(text)
    if let address = TagScanner.value(of: "href", ofFirst: "a", in: markup) {
      setURL(of: row, to: appended.range(after: bytes) { $0 += address })
    }
    let visible = appended.range(after: bytes) { $0.appendText(of: markup) }
    if !visible.isEmpty { return visible }
    guard let image = TagScanner.value(of: "alt", ofFirst: "img", in: markup) else { return text }
    return appended.range(after: bytes) { $0 += image }
  }

  private mutating func setURL(of row: Int, to address: Range<Int>) {
    for (number, name) in parsed.attributes.names.enumerated()
    where name.elementsEqual("url".utf8) {
      parsed.attributes.set(number, of: row, to: address)
    }
  }

  /// Removes the comment that folds a row from its text.
  private mutating func takeFold(of row: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let text = parsed.texts[row]
    let comments = [("<!-- markmap: foldAll -->", true), ("<!-- markmap: fold -->", false)]
    for (comment, foldsAll) in comments {
      let start = text.upperBound - comment.utf8.count
      guard start >= text.lowerBound, bytes.extracting(start..<text.upperBound).equals(comment)
      else { continue }
      if foldsAll { foldedSubtrees.insert(row) } else { foldedRows.insert(row) }
      var end = start
      while end > text.lowerBound && bytes[end - 1].isBlank { end -= 1 }
      return text.lowerBound..<end
    }
    return text
  }

  private mutating func foldRows() {
    if foldedRows.isEmpty && foldedSubtrees.isEmpty && foldLevel == nil { return }
    let levels = parsed.levels
    // A single root is the topic of a mind map; otherwise the topic is above all rows.
    let depthOfRoots = levels.count { $0 == 0 } == 1 ? 1 : 2
    var closed: [Int] = []
    var foldedFrom = Int.max
    for row in levels.indices {
      if levels[row] <= foldedFrom { foldedFrom = .max }
      if foldedFrom == .max && foldedSubtrees.contains(row) { foldedFrom = levels[row] }
      let isDeep = foldLevel.map { levels[row] + depthOfRoots >= $0 } ?? false
      let isFolded = foldedFrom < .max || isDeep || foldedRows.contains(row)
      if isFolded && row + 1 < levels.count && levels[row + 1] > levels[row] { closed.append(row) }
    }
    parsed.storedExpansion = .collapsed(closed)
  }

  /// Removes either the headings or the items, if the options ask for only one kind.
  private mutating func keepRows() {
    if tree == .both {
      finishNotes(of: nil)
      return
    }
    var kept: [Int] = []
    for row in parsed.levels.indices where (itemDepths[row] < 0) == (tree == .headings) {
      kept.append(row)
    }
    finishNotes(of: kept)
    parsed.texts = kept.map { parsed.texts[$0] }
    if recordsStarts { parsed.starts = kept.map { parsed.starts[$0] } }
    parsed.attributes.keep(kept)
    if case .collapsed(let rows) = parsed.storedExpansion {
      var next = rows[...]
      var closed: [Int] = []
      for (new, old) in kept.enumerated() {
        next = next.drop { $0 < old }
        if next.first == old { closed.append(new) }
      }
      parsed.storedExpansion = .collapsed(closed)
    }
    parsed.levels = kept.map { tree == .lists ? Int(itemDepths[$0]) : parsed.levels[$0] }
  }
}

extension MarkdownReader {
  /// Records a line that is a property of Logseq, and returns whether it is one.
  mutating func takeProperty(_ line: Range<Int>) -> Bool {
    let source = parsed.bytes
    guard source.span.isProperty(line) else { return false }
    let row = parsed.texts.count - 1
    let property = source.span.extracting(line)
    isInDrawer = property[0] == UInt8(ascii: ":") && !property.equals(":END:")
    if property.equals("collapsed:: true") { foldedRows.insert(row) }
    if property.equals("logseq.order-list-type:: number") { numberedRows.insert(row) }
    for (number, name) in parsed.attributes.names.enumerated() {
      let keyEnd = name.count
      guard property.count > keyEnd + 3, property.extracting(..<keyEnd).equals(name.span),
        property.extracting(keyEnd..<keyEnd + 3).equals(":: ")
      else { continue }
      // Copy the value: the text of the item may be moved over it.
      properties.append((row, number, Bytes(copying: property.extracting((keyEnd + 3)...))))
    }
    return true
  }

  /// Adds a row for a chapter outside the list of a summary.
  mutating func addChapter(_ line: Range<Int>) -> Bool {
    guard isSummary, items.isEmpty, parsed.bytes[line.lowerBound] == UInt8(ascii: "["),
      InlineText(in: line, of: parsed.bytes.span, allowingBlanks: true).isOneLink
    else { return false }
    addRow(line, level: headings.count, itemDepth: 0)
    return true
  }
}

extension FrontMatter {
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
      var start = line.lowerBound
      while bytes[start].isBlank { start += 1 }
      let entry = bytes.extracting(start..<line.upperBound)
      for key in ["initialExpandLevel:", "foldLevel:"]
      where entry.starts(with: key, ignoringCase: false) {
        var level: Int?
        for index in key.utf8.count..<entry.count where !entry[index].isBlank {
          guard entry[index].isASCIIDigit else { return nil }
          let digit = Int(entry[index] - UInt8(ascii: "0"))
          level = min((level ?? 0) * 10 + digit, ParsedFile.numberLimit)
        }
        return level
      }
    }
    return nil
  }
}

extension Span where Element == UInt8 {
  /// Returns whether a line is a property such as `key:: value`, or begins or ends a drawer.
  func isProperty(_ line: Range<Int>) -> Bool {
    guard let first = line.first else { return false }
    let text = extracting(line)
    if self[first] == UInt8(ascii: ":") { return text.isDrawerName }
    guard text[0].isASCIILetter else { return false }
    // The limit keeps long texts linear, since each of their lines is examined.
    var end = 1
    while end < min(text.count, 64), text[end] > 0x20, text[end] != UInt8(ascii: ":") { end += 1 }
    guard end + 1 < text.count, text[end] == UInt8(ascii: ":"), text[end + 1] == UInt8(ascii: ":")
    else { return false }
    return end + 2 == text.count || text[end + 2].isBlank
  }

  /// Whether this is the name of a drawer in capital letters between colons, such as `:LOGBOOK:`.
  private var isDrawerName: Bool {
    guard count > 2, self[count - 1] == UInt8(ascii: ":") else { return false }
    return (1..<count - 1).allSatisfy {
      self[$0] == UInt8(ascii: "-") || self[$0].isASCIILetter && self[$0].lowercased != self[$0]
    }
  }

  /// Whether this looks like a page of Logseq: all its lines are items, their text and properties.
  var isLogseq: Bool {
    let sample = extracting(first: Swift.min(count, 1 << 14))
    var lines = TextLines(sample)
    var hasMark = false
    while let line = lines.next(in: sample) {
      guard let first = line.first else { continue }
      if sample[first] == UInt8(ascii: "\t") || sample.isProperty(line) {
        hasMark = true
      } else if sample[first] != UInt8(ascii: "-") && sample[first] != 0x20 {
        return false
      }
    }
    return hasMark
  }

  /// Returns the name in a DocC link to an article or a symbol, or else the whole text.
  fileprivate func topicName(_ text: Range<Int>) -> Range<Int> {
    let link = extracting(text)
    if link.starts(with: "<doc:", ignoringCase: false), link.last == UInt8(ascii: ">"),
      link.count > 6
    {
      return (text.lowerBound + 5)..<(text.upperBound - 1)
    }
    let quotes = link.count > 4 && link.starts(with: "``", ignoringCase: false)
    guard quotes, extracting((text.upperBound - 2)..<text.upperBound).equals("``"),
      link.firstIndex(of: UInt8(ascii: "`"), from: 2) == link.count - 2
    else { return text }
    return (text.lowerBound + 2)..<(text.upperBound - 2)
  }
}
