/// Writes headlines with drawers for their attributes, and indented notes.
///
/// The property `VISIBILITY` folds collapsed rows, and links become links of Org.
struct OrgWriter: OutlineWriter {
  let name = "org"
  let help = "Headlines with properties, notes, states and VISIBILITY."
  // Lines with more stars are inline tasks.
  let levelLimit = 14
  let holdsExpansion = true
  let holdsAttributes = true
  let taskSigns: TaskSigns? = .keywords
  let textRule: String? =
    "a line without blanks at its ends, links in brackets, and blanks before tags"

  /// The level of the last collapsed row, below which all rows are folded.
  private var foldedLevel = Int.max
  private var states = TaskState.standard {
    didSet { keywords = Set(states.map(\.keyword)) }
  }
  private var keywords = Set(TaskState.standard.map(\.keyword))
  var declaredStates: [TaskState] { states.filter(\.isDeclared) }

  mutating func begin(
    _ head: inout DocumentHead, name: Bytes, columns: AttributeColumns,
    to output: inout OutputBuffer
  ) {
    let all = head.allAttributes
    let lines = all.map { "#+".utf8 + $0.name + ": ".utf8 + $0.value + "\n".utf8 }
    states = OrgFormat().taskStates(in: Bytes(lines.joined()).span)
    head.title = nil

    head.changesNote = head.note.map { !($0.span.isOrgNote && $0.isReadAboveRowsOfOrg) } ?? false
    let note = (head.changesNote ? head.note?.exampleOfOrg : head.note) ?? Bytes()
    if !head.changesNote { head.note = nil }
    let indent = note.span.indentAboveRowsOfOrg
    let settings = note.span.lengthOfOrgSettings
    if settings > 0 { output.appendLines(note.span.extracting(first: settings), indent: indent) }
    head.attributes = all.filter { attribute in
      let changesWhenRead =
        attribute.name.span.equalsIgnoringCase("startup")
        && OrgFolds.otherKeywords(in: attribute.value.span) != attribute.value
      guard attribute.name.span.isOrgKeyword, !changesWhenRead, !attribute.value.isEmpty,
        attribute.value.span.isTrimmedLine
      else { return true }
      output.append("#+")
      output.appendText(attribute.name.span)
      output.append(": ")
      output.appendText(attribute.value.span)
      output.append("\n")
      return false
    }
    if settings < note.count {
      let text = note.span.extracting((settings > 0 ? settings + 1 : 0)...)
      output.appendLines(text, indent: indent)
    }
  }

  func linkedPart(of text: Span<UInt8>) -> Range<Int>? {
    let visible = text.trimming(0..<text.count, where: \.isWhitespace)
    let part = linkedPart(ofLine: text.extracting(visible))
    return visible.dropFirst(part.lowerBound).prefix(part.count)
  }

  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer) {
    output.append(UInt8(ascii: "*"), count: row.level + 1)
    output.append(UInt8(ascii: " "))

    if let link = row.link, let part = linkedPart(of: text),
      link.value.contains(where: { "[]".utf8.contains($0) })
    {
      // No link can have this address, so the reader takes the next one for that of the row.
      // Without another one, the address is a property, and the text has no links.
      row.links.removeAll { $0.address == link.value }
      let other = OrgFormat().addressNames.compactMap { name in
        row.attributes.first { $0 != link && $0.isNamed(name) }
      }.first
      if let other {
        row.link = other
        row.addLink(around: part, of: text)
      }
    }
    let attributes = row.attributes
    writeText(of: &row, text, to: &output)
    output.append("\n")
    if row.level <= foldedLevel { foldedLevel = .max }
    if attributes.isEmpty && row.note == nil && !row.isCollapsed { return }

    let isLinked = row.attributes.count < attributes.count
    // Org ignores the case of names.
    var names: Set<String> = isLinked ? ["url"] : []
    var times: [RowAttribute] = []
    var properties: [RowAttribute] = []
    row.attributes = attributes.filter { attribute in
      if attribute.isTimeOfOrg && !times.contains(where: { $0.name == attribute.name }) {
        times.append(attribute)
        return false
      }
      // A link has no name. The addresses of feeds and of their pages need their own.
      if isLinked && attribute == row.link && !attribute.isAddressWithName {
        return false
      }
      // Each line with a name such as `header-args+` adds to the value.
      let isAdded = attribute.name.last == UInt8(ascii: "+")
      guard attribute.isOrgProperty,
        names.insert(attribute.name.lowercasedText).inserted || isAdded
      else { return true }
      properties.append(attribute)
      return false
    }
    writeTimes(times, to: &output)

    let isFolded = row.isCollapsed && foldedLevel == .max
    if isFolded { foldedLevel = row.level }

    let note = row.note.map(\.withoutTrailingBlanks).map {
      $0.span.isOrgNote ? $0 : $0.exampleOfOrg
    }
    row.changesNote = note != row.note
    if !row.changesNote { row.note = nil }
    if isFolded || !properties.isEmpty || note?.span.resemblesOrgMetadata == true {
      output.append(":PROPERTIES:\n")
      if isFolded { output.append(":VISIBILITY: folded\n") }
      for property in properties {
        output.append(":")
        output.appendText(property.name.span)
        output.append(property.value.isEmpty ? ":" : ": ")
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
  }

  /// Writes the text of a headline with the links that are read again, and removes these.
  private func writeText(
    of row: inout WrittenRow, _ text: Span<UInt8>, to output: inout OutputBuffer
  ) {
    if row.links.isEmpty && text.isTrimmedLine && !text.mayHaveOrgMarkup {
      return output.appendText(text)
    }
    let visible = text.trimming(0..<text.count, where: \.isWhitespace)
    var line = text.trimmedLine
    row.links = row.links.within(visible)
    row.changesText = !text.isTrimmedLine
    var shown = row
    if row.link != nil && line.span.lineOfOrg(with: []) == nil {
      // A link in the text would replace the address of the row.
      row.changesText = true
      let (text, offsets) = line.withoutLinksOfOrg
      shown.links = row.links.map { link in
        let range = offsets[link.range.lowerBound]..<offsets[link.range.upperBound]
        return TextLink(range: range, address: link.address, isImage: link.isImage)
      }
      line = text
    }
    let part = shown.links.isEmpty ? 0..<0 : linkedPart(ofLine: line.span)
    for choice in shown.linkChoices(around: part) {
      // The first link is that of the row.
      let links = choice.outermost.drop { row.link != nil && $0.address != row.link?.value }
      let linked = line.span.lineOfOrg(with: links)
      guard choice.isEmpty || !links.isEmpty && linked != nil else { continue }
      let written = linked ?? line
      output.appendText(written.span)
      row.changesText = row.changesText || linked == nil
      row.remove(Array(links))
      return
    }
  }

  /// Returns the range of a headline without a keyword, a priority and tags.
  private func linkedPart(ofLine line: Span<UInt8>) -> Range<Int> {
    let word = line.firstIndex(of: UInt8(ascii: " "), from: 0) ?? 0
    var start = keywords.contains(Bytes(copying: line.extracting(first: word))) ? word + 1 : 0
    let rest = line.extracting(start...)
    if rest.starts(with: "[#", ignoringCase: false), let end = rest.end(of: "] ", from: 0) {
      start += end
    }
    let end = line.orgTags(of: start..<line.count)?.lowerBound ?? line.count
    return line.trimming(start..<end, where: \.isBlank)
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

extension RowAttribute {
  /// A Boolean value that indicates whether the attribute is an address of a certain kind.
  var isAddressWithName: Bool { isNamed("xmlUrl") || isNamed("htmlUrl") }
}

extension Bytes {
  /// The text with a zero-width space between opening brackets, so that Org reads no links, and the
  /// offsets of all bytes and of the end in it.
  fileprivate var withoutLinksOfOrg: (text: Bytes, offsets: [Int]) {
    var text = Bytes()
    var offsets: [Int] = []
    for byte in self {
      if byte == UInt8(ascii: "["), text.last == byte { text += "\u{200B}".utf8 }
      offsets.append(text.count)
      text.append(byte)
    }
    return (text, offsets + [text.count])
  }

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

extension RowAttribute {
  /// A Boolean value that indicates whether the attribute is a planned time.
  fileprivate var isTimeOfOrg: Bool {
    let isName = OrgFormat.timeNames.contains { isNamed($0) }
    return isName && value.span.endOfTime(at: 0) == value.count
      && !value.dropFirst().dropLast().contains { "<>[]\n".utf8.contains($0) }
  }

  /// A Boolean value that indicates whether a drawer can hold the attribute.
  fileprivate var isOrgProperty: Bool {
    let reserved = ["tags", "priority", "end", "visibility", "properties"]
    return !name.isEmpty && value.span.isTrimmedLine
      && !name.contains { $0 <= 0x20 }
      && !reserved.contains { name.span.equalsIgnoringCase($0) }
  }
}

extension Span where Element == UInt8 {
  /// Returns a headline with links, or `nil` if it is read otherwise.
  fileprivate func lineOfOrg(with links: ArraySlice<TextLink>) -> Bytes? {
    if links.contains(where: { $0.address.contains(0x0A) }) { return nil }
    var line = Bytes()
    var end = 0
    for link in links {
      let label = extracting(link.range)
      line.append(extracting(end..<link.range.lowerBound))
      line += "[[".utf8 + link.address
      if !label.equals(link.address.span) {
        line += "][".utf8
        line.append(label)
      }
      line += "]]".utf8
      end = link.range.upperBound
    }
    line.append(extracting(end...))
    if !line.span.mayHaveOrgMarkup { return line }

    let tags = line.span.orgTags(of: 0..<line.count)
    let read = line.span.orgText(of: 0..<line.count, tags: tags)
    let shown = read.pieces.reduce(into: Bytes()) { $0.append(line.span.extracting($1)) }
    let isSame = zip(read.links, links).allSatisfy {
      $0.range == $1.range && $0.address == $1.address
    }
    return shown.span.equals(self) && read.links.count == links.count && isSame ? line : nil
  }

  /// A Boolean value that indicates whether a headline may have tags or links.
  fileprivate var mayHaveOrgMarkup: Bool {
    last == UInt8(ascii: ":") || end(of: "[[", from: 0) != nil
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

  /// The length of the comments and the drawer at the start of a file, if Emacs reads settings from
  /// them.
  fileprivate var lengthOfOrgSettings: Int {
    var length = 0
    var isInDrawer = false
    var lines = TextLines(self)
    while let line = lines.next(in: self) {
      let text = extracting(firstText(in: line)..<line.upperBound)
      if isInDrawer {
        guard text.equalsIgnoringCase(":end:") else { continue }
        isInDrawer = false
      } else if text.equalsIgnoringCase(":properties:") {
        isInDrawer = true
        continue
      } else if text.starts(with: "# ", ignoringCase: false) || text.equals("#") {
        // The first line can set variables of Emacs.
        guard line.lowerBound == 0, text.end(of: "-*-", from: 0) != nil else { continue }
      } else {
        break
      }
      length = Swift.min(lines.position - 1, count)
    }
    return length
  }

  /// Stars without an indent begin headlines.
  fileprivate var indentAboveRowsOfOrg: Int { hasLineOfStars ? 2 : 0 }

  /// Returns whether there are inline tasks, and no line that would be a headline without an
  /// indent.
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
