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
    var nextProperties = properties[...]
    for row in parsed.texts.indices {
      var text =
        bytes.extracting(parsed.texts[row]).last == UInt8(ascii: ">")
        ? takeFold(of: row, in: bytes) : parsed.texts[row]

      if findsLinks { parsed.sources.append(text) }
      while let first = nextTopics.first, first.upperBound <= row { nextTopics.removeFirst() }
      if nextTopics.first?.contains(row) == true {
        let link = text
        text = bytes.topicName(link)
        if text != link { parsed.markedRows.insert(row) }
      }

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
      while let first = nextProperties.first, first.row == row {
        let value = appended.range(after: bytes) { $0 += first.value }
        parsed.attributes.set(first.name, to: value)
        nextProperties.removeFirst()
      }
      parsed.attributes.endRow()
    }

    numberBlocks(in: bytes, to: &appended)
    return appended
  }

  /// Writes numbers before the texts of blocks that Logseq numbers.
  private mutating func numberBlocks(in bytes: Span<UInt8>, to appended: inout AppendedTexts) {
    if numberedRows.isEmpty { return }
    // The number of the last row on each level, or 0 if it has none.
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
      let number = "\(numbers[level]). ".utf8
      parsed.texts[row] = appended.range(after: bytes) { $0 += number + text }
      parsed.positionLengths[row] = UInt8(number.count)
      parsed.links[row] = parsed.links[row]?.shifted(by: number.count)
    }
  }

  /// Returns a text without inline syntax, and sets the attribute `url` to the first address.
  private mutating func takeSyntax(
    of text: Range<Int>, row: Int, in bytes: Span<UInt8>, to appended: inout AppendedTexts
  ) -> Range<Int> {
    let inline = InlineText(
      in: text, of: bytes, references: references, allowingBlanks: isSummary)
    if let address = inline.address { setURL(to: address) }
    if findsLinks {
      var links: [TextLink] = []
      let range = appended.range(after: bytes) {
        links = inline.writeLinked(to: &$0, from: bytes)
      }
      if !links.isEmpty { parsed.links[row] = links }
      // A text without visible characters is shown with all markup.
      if inline.hidesMarkup && range.count < text.count { parsed.markedRows.insert(row) }
      return range
    }
    if inline.isPlain { return text }
    return appended.range(after: bytes) { inline.write(to: &$0, from: bytes) }
  }

  /// Returns the visible text of a heading in HTML: its text, or else that of its first image.
  private mutating func takeHTML(
    of text: Range<Int>, row: Int, in bytes: Span<UInt8>, to appended: inout AppendedTexts
  ) -> Range<Int> {
    let markup = bytes.extracting(text)
    if let address = TagScanner.value(of: "href", ofFirst: "a", in: markup) {
      setURL(to: appended.range(after: bytes) { $0 += address })
    }

    let visible = appended.range(after: bytes) {
      let start = $0.count
      $0.appendText(of: markup)
      if findsLinks { findLinks(in: markup, of: row, shownAs: $0[start...]) }
    }
    if !visible.isEmpty { return visible }
    guard let image = TagScanner.value(of: "alt", ofFirst: "img", in: markup) else { return text }
    return appended.range(after: bytes) { $0 += image }
  }

  /// Finds the links of a heading in HTML, if Markdown would show the same text.
  private mutating func findLinks(
    in markup: Span<UInt8>, of row: Int, shownAs text: ArraySlice<UInt8>
  ) {
    var line = Bytes()
    for index in markup.indices {
      let byte = markup[index].isWhitespace ? 0x20 : markup[index]
      if byte != 0x20 || line.last != 0x20 { line.append(byte) }
    }
    let inline = InlineText(in: 0..<line.count, of: line.span, allowingBlanks: false)
    var shown = Bytes()
    let links = inline.writeLinked(to: &shown, from: line.span)
    let isSame = shown[...] == text
    if isSame && !links.isEmpty { parsed.links[row] = links }
    if !isSame || inline.hidesMarkup { parsed.markedRows.insert(row) }
  }

  private mutating func setURL(to address: Range<Int>) {
    guard let name = parsed.attributes.position(of: Bytes("url".utf8)) else { return }
    parsed.attributes.set(name, to: address)
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
    parsed.positionLengths = kept.map { parsed.positionLengths[$0] }
    if findsLinks {
      parsed.sources = kept.map { parsed.sources[$0] }
      let links = parsed.links
      let markedRows = parsed.markedRows
      parsed.links.removeAll()
      parsed.markedRows.removeAll()
      for (new, old) in kept.enumerated() {
        parsed.links[new] = links[old]
        if markedRows.contains(old) { parsed.markedRows.insert(new) }
      }
    }
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

extension Span where Element == UInt8 {
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
