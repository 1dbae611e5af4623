/// Writes headlines with drawers for their attributes, and indented notes.
///
/// The property `VISIBILITY` folds collapsed rows, and links become links of Org.
struct OrgWriter: OutlineWriter {
  let name = "org"
  let help = "Headlines with properties, notes, states and VISIBILITY."
  // Lines with more stars are inline tasks.
  let levelLimit = 14
  let holdsExpansion = true
  let holdsTextLinks = true
  let taskSigns: TaskSigns? = .keywords
  let textRule = "a line without blanks at its ends, links in brackets, and blanks before tags"

  /// The level of the last collapsed row, below which all rows are folded.
  private var foldedLevel = Int.max

  mutating func begin(
    _ head: DocumentHead, name: Bytes, attributeNames: [Bytes], to output: inout OutputBuffer
  ) -> WritingLoss {
    var loss: WritingLoss = []
    for attribute in head.allAttributes {
      let isState = attribute.name.span.equalsIgnoringCase("startup")
      guard attribute.name.span.isOrgKeyword, !isState, !attribute.value.isEmpty,
        attribute.value.span.isTrimmedLine
      else {
        loss.insert(head: [attribute])
        continue
      }
      output.append("#+")
      output.appendText(attribute.name.span)
      output.append(": ")
      output.appendText(attribute.value.span)
      output.append("\n")
    }
    if let note = head.note {
      let isExact = note.span.isOrgNote && note.isReadAboveRowsOfOrg
      if !isExact { loss.insert(.textOutsideOfRows) }
      let lines = isExact ? note : note.exampleOfOrg
      output.appendLines(lines.span, indent: lines.span.indentAboveRowsOfOrg)
    }
    return loss
  }

  mutating func write(
    _ row: WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer
  ) -> WritingLoss {
    output.append(UInt8(ascii: "*"), count: row.level + 1)
    output.append(UInt8(ascii: " "))

    var loss: WritingLoss = []
    let isLinked: Bool
    if text.isTrimmedLine, let line = row.links.lineOfOrg(text, address: row.link?.value) {
      if line.leavesOut { loss.insert(.otherLinks) }
      output.appendText(line.text.span)
      isLinked = row.link != nil
    } else {
      if !text.isTrimmedLine { loss.insert(.text) }
      let line = text.trimmedLine
      isLinked = writeLinked(line.span, of: row, to: &output)
      if row.links.hasOthers(than: row.link) { loss.insert(.otherLinks) }
      if text.isChangedByOrg { loss.insert(.text) }
    }
    output.append("\n")
    if !isLinked && row.attributes.isEmpty && row.note == nil && !row.isCollapsed {
      if row.level <= foldedLevel { foldedLevel = .max }
      return loss
    }

    // A link has no name. A feed needs its own.
    var properties = row.attributes.filter {
      !isLinked || $0 != row.link || $0.name.elementsEqual("xmlUrl".utf8)
    }
    let times = row.attributes.filter(\.isTimeOfOrg)
    properties.removeAll(where: \.isTimeOfOrg)
    // Org ignores the case of names.
    var names: Set<String> = isLinked ? ["url"] : []
    let isHeld = properties.map {
      $0.isOrgProperty && names.insert($0.name.lowercasedText).inserted
    }
    loss.insert(zip(properties, isHeld).filter { !$0.1 }.map(\.0))
    properties = zip(properties, isHeld).filter(\.1).map(\.0)
    writeTimes(times, to: &output)

    if row.level <= foldedLevel { foldedLevel = .max }
    let isFolded = row.isCollapsed && foldedLevel == .max
    if isFolded { foldedLevel = row.level }

    let note = row.note.map { $0.span.isOrgNote ? $0 : $0.exampleOfOrg }
    if note != row.note { loss.insert(.noteText) }
    if isFolded || !properties.isEmpty || note?.span.resemblesOrgMetadata == true {
      output.append(":PROPERTIES:\n")
      if isFolded { output.append(":VISIBILITY: folded\n") }
      for property in properties {
        output.append(":")
        output.appendText(property.name.span)
        output.append(": ")
        output.appendText(property.value.span)
        output.append("\n")
      }
      output.append(":END:\n")
    }
    if let note {
      // Lines of stars are inline tasks only without an indent.
      let isIndented = !note.span.isReadWithoutIndent(levelLimit: levelLimit)
      output.appendLines(note.span, indent: isIndented ? 2 : 0)
    }
    return loss
  }

  /// Writes the text of a headline, and returns whether it is a link.
  private func writeLinked(
    _ line: Span<UInt8>, of row: WrittenRow, to output: inout OutputBuffer
  ) -> Bool {
    let isLinked = row.link.map { writeLink(to: $0.value, in: line, to: &output) } ?? false
    if !isLinked { output.appendText(line) }
    return isLinked
  }

  /// Writes a text with a link around it or, if it contains the address, around the address.
  ///
  /// Keywords, priorities and tags stay outside of the link. Returns `false` if there can be none.
  private func writeLink(
    to address: Bytes, in line: Span<UInt8>, to output: inout OutputBuffer
  ) -> Bool {
    let isAddress = !address.isEmpty && !address.contains { $0 == 0x5B || $0 == 0x5D || $0 == 0x0A }
    guard isAddress, !line.isEmpty else { return false }
    let end = line.end(of: address)
    var linked = line.linkedPartOfOrg
    if let end { linked = end - address.count..<end }
    let text = line.extracting(linked)
    if text.isEmpty || text.end(of: "]]", from: 0) != nil || text.last == UInt8(ascii: "]") {
      return false
    }
    output.appendText(line.extracting(..<linked.lowerBound))
    output.append("[[")
    output.appendText(address.span)
    if end == nil {
      output.append("][")
      output.appendText(text)
    }
    output.append("]]")
    output.appendText(line.extracting(linked.upperBound...))
    return true
  }

  private func writeTimes(_ times: [RowAttribute], to output: inout OutputBuffer) {
    for (number, time) in times.enumerated() {
      output.append(number == 0 ? "" : " ")
      output.append(time.name.span)
      output.append(": ")
      output.appendText(time.value.span)
    }
    if !times.isEmpty { output.append("\n") }
  }
}

extension Bytes {
  /// A Boolean value that indicates whether the text is read again above the first headline.
  fileprivate var isReadAboveRowsOfOrg: Bool {
    let indent = String(repeating: " ", count: span.indentAboveRowsOfOrg)
    let lines = split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.isEmpty ? Bytes() : indent.utf8 + Bytes($0)
    }
    var options = ReaderOptions()
    options.findsNotes = true
    options.findsHead = true
    let parsed = OrgReader.read(
      Bytes(lines.joined(separator: "\n".utf8)) + "\n* y\n".utf8, options: options)
    return parsed.texts.count == 1 && parsed.head.note == self && parsed.notes.isEmpty
      && parsed.head.allAttributes.isEmpty
  }

  /// The text as the lines of a block, in which no line is a setting and all blanks count.
  fileprivate var exampleOfOrg: Bytes {
    var block = Bytes("#+begin_example".utf8)
    for line in split(separator: 0x0A, omittingEmptySubsequences: false) {
      let start = line.firstIndex { !$0.isBlank } ?? line.endIndex
      let text = line[start...]
      let isSign = [",", "*", "#+"].contains { text.starts(with: $0.utf8) }
      block += "\n".utf8 + line[..<start] + (isSign ? ",".utf8 : "".utf8) + text
    }
    return block + "\n#+end_example".utf8
  }
}

extension [TextLink] {
  /// Returns a text with those of the links that Org can hold, or `nil` if it has none of them or
  /// would be read otherwise.
  ///
  /// The first link must have the address of the row.
  fileprivate func lineOfOrg(
    _ text: Span<UInt8>, address: Bytes?
  ) -> (text: Bytes, leavesOut: Bool)? {
    let outer = outermost
    let held = outer.drop { address != nil && $0.address != address }
    if held.isEmpty { return nil }
    var line = Bytes()
    var end = 0
    for link in held {
      let label = text.extracting(link.range)
      line.append(text.extracting(end..<link.range.lowerBound))
      line += "[[".utf8 + link.address
      if !label.equals(link.address.span) {
        line += "][".utf8
        line.append(label)
      }
      line += "]]".utf8
      end = link.range.upperBound
    }
    line.append(text.extracting(end...))

    let tags = line.span.orgTags(of: 0..<line.count)
    let read = line.span.orgText(of: 0..<line.count, tags: tags)
    let shown = read.pieces.reduce(into: Bytes()) { $0.append(line.span.extracting($1)) }
    let isSame = zip(read.links, held).allSatisfy {
      $0.range == $1.range && $0.address == $1.address
    }
    guard shown.span.equals(text), read.links.count == held.count, isSame else { return nil }
    return (line, held.count < count)
  }
}

extension RowAttribute {
  /// A Boolean value that indicates whether the attribute is a planned time.
  fileprivate var isTimeOfOrg: Bool {
    let isName = ["SCHEDULED", "DEADLINE", "CLOSED"].contains { name.elementsEqual($0.utf8) }
    return isName && value.span.endOfTime(at: 0) == value.count
      && !value.dropFirst().dropLast().contains { "<>[]\n".utf8.contains($0) }
  }

  /// A Boolean value that indicates whether a drawer can hold the attribute.
  fileprivate var isOrgProperty: Bool {
    let reserved = ["tags", "priority", "end", "visibility", "properties"]
    return !name.isEmpty && !value.isEmpty && value.span.isTrimmedLine
      && !name.contains { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
      && !reserved.contains { name.span.equalsIgnoringCase($0) }
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether Org takes a part of a headline for other markup: a
  /// link, or tags with extra space.
  fileprivate var isChangedByOrg: Bool {
    if last != UInt8(ascii: ":") && end(of: "[[", from: 0) == nil { return false }
    let tags = orgTags(of: 0..<count)
    let pieces = orgPieces(of: 0..<count, tags: tags)
    return pieces.count != 1 && pieces.reduce(0) { $0 + $1.count } != count
      || OrgLink(in: 0..<count, of: self) != nil
  }

  /// The range of a headline without a keyword, a priority and tags.
  fileprivate var linkedPartOfOrg: Range<Int> {
    var start = 0
    for sign in [TaskSigns.keywords.toDo, TaskSigns.keywords.done]
    where starts(with: sign, ignoringCase: false) {
      start = sign.utf8.count
    }
    let rest = extracting(start...)
    if rest.starts(with: "[#", ignoringCase: false), let end = rest.end(of: "] ", from: 0) {
      start += end
    }
    let end = orgTags(of: start..<count)?.lowerBound ?? count
    return trimming(start..<end, where: \.isBlank)
  }

  /// Returns the index after the first occurrence of a text.
  fileprivate func end(of text: Bytes) -> Int? {
    guard let first = text.first else { return nil }
    var index = 0
    while let found = firstIndex(of: first, from: index), found + text.count <= count {
      if extracting(found..<found + text.count).equals(text.span) { return found + text.count }
      index = found + 1
    }
    return nil
  }

  /// A Boolean value that indicates whether a note does not change a setting of the document.
  fileprivate var isOrgNote: Bool {
    guard isReadAsNote else { return false }
    var lines = TextLines(self)
    while let line = lines.next(in: self) {
      let text = extracting(firstText(in: line)..<line.upperBound)
      for key in ["#+startup:"] + OrgFormat.stateKeys
      where text.starts(with: key, ignoringCase: true) {
        return false
      }
    }
    return true
  }

  /// Stars without an indent begin headlines.
  fileprivate var indentAboveRowsOfOrg: Int { hasLineOfStars ? 2 : 0 }

  /// Returns whether there are inline tasks, and no line that would be a headline without an indent.
  fileprivate func isReadWithoutIndent(levelLimit: Int) -> Bool {
    guard hasLineOfStars else { return false }
    var lines = TextLines(self)
    while let line = lines.next(in: self) {
      var end = line.lowerBound
      while end < line.upperBound && self[end] == UInt8(ascii: "*") { end += 1 }
      if 1...levelLimit ~= end - line.lowerBound { return false }
    }
    return true
  }

  fileprivate var hasLineOfStars: Bool {
    starts(with: "*", ignoringCase: false) || end(of: "\n*", from: 0) != nil
  }

  /// A Boolean value that indicates whether the start of a note would belong to the headline.
  fileprivate var resemblesOrgMetadata: Bool {
    ["scheduled:", "deadline:", "closed:", ":"].contains {
      extracting(trimming(0..<count, where: \.isWhitespace)).starts(with: $0, ignoringCase: true)
    }
  }
}
