/// Reads the headlines of an Org document and, on request, the items of its lists.
///
/// The text of a row is its headline with keyword, priority and tags; links are replaced by their
/// texts. As in Emacs, a headline counts even within a block. The parent of a headline is the
/// nearest headline above it with fewer stars.
///
/// - Complexity: O(`bytes.count`)
struct OrgReader {
  private var parsed: ParsedFile
  /// The numbers of stars of the open headlines, ascending.
  private var openStars: [Int] = []
  private var lists = OrgLists()
  private var folds = OrgFolds()
  private var appended = AppendedTexts()
  /// The end of the next link marker; there is none before it.
  private var linkStart = 0
  private var section = Section.text
  private var noteLines = NoteLines()
  /// The row of the last headline, and those of the open items.
  private var headlineRow: Int?
  private var itemRows: [Int] = []
  private let options: ReaderOptions
  private let tree: RowKinds

  /// The part of an entry that the current line is in.
  private enum Section {
    case belowHeadline
    case properties
    case text
    case block
  }

  static func read(_ bytes: consuming Bytes, options: ReaderOptions) -> ParsedFile {
    var reader = OrgReader(
      parsed: ParsedFile(bytes: bytes), options: options, tree: options.rowKinds ?? .headings)

    reader.findRows()
    reader.parsed.bytes += reader.appended.bytes

    // Items do not fold.
    if reader.tree != .lists {
      reader.parsed.storedExpansion = .collapsed(reader.folds.collapsedRows(reader.parsed.levels))
    }
    return reader.parsed
  }

  private mutating func findRows() {
    let source = parsed.bytes
    let bytes = source.span
    parsed.reserveRows(bytes.count / 32)

    var lines = TextLines(bytes)
    while let line = lines.next(in: bytes) {
      let lastSection = section
      if let first = line.first {
        if bytes[first] == UInt8(ascii: "*"), let headline = OrgHeadline(in: bytes, at: line) {
          if headline.stars <= folds.mostStars {
            read(headline, in: bytes)
          } else {
            section = .text
            if options.findsNotes { addNoteLine(line, isBelowHeadline: false, in: bytes) }
          }
          continue
        }
        if section != .text || bytes[first] == UInt8(ascii: "#") || bytes[first].isBlank {
          readText(bytes.extracting(bytes.firstText(in: line)..<line.upperBound))
        }
      }

      if options.findsHead && lastSection != .block && addToHead(line, in: bytes) { continue }
      let isInDrawer = lastSection == .properties || section == .properties
      if tree != .headings, let found = lists.read(line, in: bytes) {
        addRow(found.item, depth: found.depth, on: line, in: bytes)
      } else if options.findsNotes
        && (!isInDrawer || bytes.extracting(line).isTextInOrgDrawer)
      {
        addNoteLine(line, isBelowHeadline: lastSection == .belowHeadline, in: bytes)
      }
    }

    if options.findsNotes { parsed.notes = noteLines.notes(in: bytes) }
    parsed.head.note = parsed.notes.removeValue(forKey: Self.noRow)
  }

  /// Stands for the row of the text above all rows.
  private static let noRow = -1

  /// Records a line such as `#+TITLE: text` above all rows, or a line that declares states, and
  /// returns whether it is one.
  private mutating func addToHead(_ line: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let text = bytes.extracting(bytes.firstText(in: line)..<line.upperBound)
    guard text.starts(with: "#+", ignoringCase: false),
      isAboveRows
        || OrgFormat.stateKeys.contains(where: { text.starts(with: $0, ignoringCase: true) }),
      let colon = text.firstIndex(of: UInt8(ascii: ":"), from: 2)
    else { return false }
    let name = text.extracting(2..<colon)
    let value = text.firstText(in: colon + 1..<text.count)
    if !name.isOrgKeyword || name.isAffiliatedOrgKeyword || value == text.count { return false }
    // The expansion of rows is not a part of the head.
    let isStartup = name.equalsIgnoringCase("startup")
    let rest = text.extracting(value...)
    let kept = isStartup ? OrgFolds.otherKeywords(in: rest) : Bytes(copying: rest)
    if !kept.isEmpty { parsed.head.add(Bytes(copying: name), kept) }
    return true
  }

  private var isAboveRows: Bool { parsed.texts.isEmpty && openStars.isEmpty }

  /// Adds a line to the note of the item or the headline that contains it.
  private mutating func addNoteLine(
    _ line: Range<Int>, isBelowHeadline: Bool, in bytes: Span<UInt8>
  ) {
    let text = bytes.extracting(bytes.firstText(in: line)..<line.upperBound)
    // Templates and expressions are kept as text.
    if isBelowHeadline && text.isPlanning && text.hasAllPlannedTimes { return }

    itemRows.removeLast(max(0, itemRows.count - lists.depth))
    if let row = itemRows.last ?? headlineRow {
      noteLines.append(line, to: row)
    } else if options.findsHead && isAboveRows {
      noteLines.append(line, to: Self.noRow)
    }
  }

  private mutating func read(_ headline: OrgHeadline, in bytes: Span<UInt8>) {
    while let last = openStars.last, last >= headline.stars { openStars.removeLast() }
    if tree != .lists { addRow(headline, in: bytes) }
    openStars.append(headline.stars)
    section = .belowHeadline
    lists.endAll()
  }

  private mutating func addRow(_ headline: OrgHeadline, in bytes: Span<UInt8>) {
    if options.needsStarts { parsed.starts.append(UInt32(headline.text.lowerBound)) }

    let tags = bytes.orgTags(of: headline.text)
    let isArchived = tags.map { bytes.extracting($0).end(of: ":ARCHIVE:", from: 0) != nil }
    folds.addHeadline(stars: headline.stars, isArchived: isArchived ?? false)
    headlineRow = parsed.texts.count
    itemRows.removeAll()

    parsed.levels.append(openStars.count)
    parsed.texts.append(shownText(of: headline.text, tags: tags, in: bytes))
  }

  private mutating func addRow(
    _ item: OrgItem, depth: Int, on line: Range<Int>, in bytes: Span<UInt8>
  ) {
    // The start distinguishes items from headlines, which start after their stars.
    if options.needsStarts { parsed.starts.append(UInt32(line.lowerBound)) }
    if tree == .both { folds.addItem(isBelowHeadline: !openStars.isEmpty) }
    itemRows.removeLast(itemRows.count - depth)
    itemRows.append(parsed.texts.count)
    parsed.levels.append(tree == .both ? openStars.count + depth : depth)
    parsed.texts.append(shownText(of: item.text, tags: nil, in: bytes))
  }

  /// Returns the text of a row without the addresses of links and extra blanks before tags.
  private mutating func shownText(
    of text: Range<Int>, tags: Range<Int>?, in bytes: Span<UInt8>
  ) -> Range<Int> {
    if linkStart <= text.lowerBound {
      linkStart = bytes.end(of: "[[", from: text.lowerBound) ?? .max
    }
    if tags == nil && linkStart > text.upperBound { return text }
    let (pieces, links) = bytes.orgText(of: text, tags: tags)
    if options.findsLinks && !links.isEmpty { parsed.links[parsed.texts.count] = links }
    return appended.range(of: pieces, in: bytes)
  }

  /// Reads a line other than a headline for settings of the expansion.
  private mutating func readText(_ line: Span<UInt8>) {
    switch section {
    case .belowHeadline where line.starts(with: ":properties:", ignoringCase: true):
      section = .properties
    case .belowHeadline where line.isPlanning:
      break
    case .properties:
      if line.equalsIgnoringCase(":end:") { section = .text }
      if let (name, state) = line.orgProperty, !state.isEmpty,
        line.extracting(name).equalsIgnoringCase("visibility")
      {
        folds.setVisibility(line.extracting(state))
      }
    case .block:
      if line.starts(with: "#+end_", ignoringCase: true) { section = .text }
    case .belowHeadline, .text:
      section = line.starts(with: "#+begin_", ignoringCase: true) ? .block : .text
      if let words = line.value(of: "#+startup:") { folds.setStartup(line.extracting(words)) }
    }
  }
}

// MARK: - Attributes

extension OrgReader {
  /// Returns a property of the headline at `start`.
  ///
  /// It is a special property, a planned time, the address of the first link, or an entry of the
  /// drawer.
  static func attribute(_ name: Bytes, at start: Int, in bytes: Span<UInt8>) -> Bytes? {
    let rest = bytes.extracting(start...)
    var lines = TextLines(rest)

    let key = name.lowercasedText
    let headline = lines.next(in: rest) ?? 0..<0

    guard isHeadline(at: start, in: bytes) else {
      guard key == "url", let item = OrgItem(in: rest, at: headline) else { return nil }
      return OrgLink(in: item.text, of: rest).map { Bytes(copying: rest.extracting($0.address)) }
    }

    if let range = rest.special(key, of: headline) { return Bytes(copying: rest.extracting(range)) }

    var found: Bytes?
    forEachProperty(at: start, in: bytes) { name, value in
      guard name.equalsIgnoringCase(key) else { return true }
      if found == nil { found = Bytes() } else { found?.append(0x20) }
      found?.append(value)
      return key.hasSuffix("+")
    }
    return found
  }

  /// Returns whether a headline, rather than a list item, begins at `start`, after its stars.
  private static func isHeadline(at start: Int, in bytes: Span<UInt8>) -> Bool {
    start > 0 && (bytes[start - 1].isBlank || bytes[start - 1] == UInt8(ascii: "*"))
  }

  /// Calls a closure with the planned times and the entries of the drawer of the headline at
  /// `start`, until it returns `false`.
  private static func forEachProperty(
    at start: Int, in bytes: Span<UInt8>,
    _ body: (_ name: Span<UInt8>, _ value: Span<UInt8>) -> Bool
  ) {
    guard isHeadline(at: start, in: bytes) else { return }
    var lines = TextLines(bytes, at: start)
    _ = lines.next(in: bytes)
    var isInDrawer = false
    while let range = lines.next(in: bytes) {
      if OrgHeadline(in: bytes, at: range) != nil { return }
      let line = bytes.extracting(bytes.firstText(in: range)..<range.upperBound)
      if isInDrawer {
        if line.equalsIgnoringCase(":end:") { return }
        guard let (name, value) = line.orgProperty else { continue }
        if !body(line.extracting(name), line.extracting(value)) { return }
      } else if line.starts(with: ":properties:", ignoringCase: true) {
        isInDrawer = true
      } else if line.isPlanning {
        for name in OrgFormat.timeNames {
          guard let value = line.planned(name) else { continue }
          if !body(Bytes(name.utf8).span, line.extracting(value)) { return }
        }
      } else {
        return
      }
    }
  }

  /// Returns the address of the first link, the planned times and the properties of the headline at
  /// `start`, without its expansion and, unless they are kept, without repeated ones.
  ///
  /// The values of repeated names that end with a plus sign are joined.
  static func attributes(
    at start: Int, in bytes: Span<UInt8>, keepingRepeated: Bool = false
  ) -> [RowAttribute] {
    let url = Bytes("url".utf8)
    var attributes: [RowAttribute] = []
    if let address = attribute(url, at: start, in: bytes) {
      attributes.append(RowAttribute(name: url, value: address))
    }
    // The indices of the attributes.
    var known = ["visibility": -1]
    if !attributes.isEmpty { known["url"] = 0 }
    forEachProperty(at: start, in: bytes) { name, value in
      let name = Bytes(copying: name)
      let key = name.lowercasedText
      // Without a link, the address is this property.
      let isAddress =
        key == "url" && attributes.first.map { value.equals($0.value.span) } ?? false
      let index = known[key]
      if index == nil || keepingRepeated && key != "visibility" && !isAddress {
        known[key] = attributes.count
        attributes.append(RowAttribute(name: name, value: Bytes(copying: value)))
      } else if let index, key.hasSuffix("+") {
        attributes[index].value.append(0x20)
        attributes[index].value.append(value)
      }
      return true
    }
    // The property tells the name of the address.
    let hasName = attributes.dropFirst().contains {
      $0.isAddressWithName && $0.value == attributes[0].value
    }
    if hasName && attributes[0].name == url { attributes.removeFirst() }
    return attributes
  }

  /// Returns the headline at `start` with its planned times and its drawer.
  static func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    var lines = TextLines(bytes, at: start)
    var end = lines.next(in: bytes)?.upperBound ?? start
    var isInDrawer = false
    while let range = lines.next(in: bytes), OrgHeadline(in: bytes, at: range) == nil {
      let line = bytes.extracting(bytes.firstText(in: range)..<range.upperBound)
      let beginsDrawer = line.starts(with: ":properties:", ignoringCase: true)
      guard isInDrawer || beginsDrawer || line.isPlanning else { break }
      end = range.upperBound
      isInDrawer = beginsDrawer || isInDrawer
      if line.equalsIgnoringCase(":end:") { break }
    }
    return start..<end
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether a line such as `#+TITLE: text` can begin with this
  /// name.
  var isOrgKeyword: Bool {
    !isEmpty && !starts(with: "begin_", ignoringCase: true)
      && indices.allSatisfy {
        self[$0].isASCIILetter || self[$0].isASCIIDigit || "-_".utf8.contains(self[$0])
      }
  }

  /// A Boolean value that indicates whether a line of a drawer is text instead of a property.
  fileprivate var isTextInOrgDrawer: Bool {
    let text = extracting(firstText(in: indices)...)
    return !text.isEmpty && text.orgProperty == nil
  }

  /// A Boolean value that indicates whether a keyword belongs to the element below it.
  var isAffiliatedOrgKeyword: Bool {
    ["caption", "data", "header", "name", "plot", "results"].contains { equalsIgnoringCase($0) }
      || starts(with: "attr_", ignoringCase: true)
  }

  var isPlanning: Bool {
    ["scheduled:", "deadline:", "closed:"].contains { starts(with: $0, ignoringCase: true) }
  }

  /// Returns the range of a special property of a headline.
  fileprivate func special(_ key: String, of headline: Range<Int>) -> Range<Int>? {
    switch key {
    case "tags": orgTags(of: headline)
    case "priority": orgPriority(of: headline)
    case "url": OrgLink(in: headline, of: self)?.address
    default: nil
    }
  }

  /// A Boolean value that indicates whether a time follows each word such as `DEADLINE:`.
  fileprivate var hasAllPlannedTimes: Bool {
    OrgFormat.timeNames.allSatisfy { endOfPlanningWord($0) == nil || planned($0) != nil }
  }

  /// Returns the range of the time or the time span after a word such as `DEADLINE:`.
  fileprivate func planned(_ name: String) -> Range<Int>? {
    guard let word = endOfPlanningWord(name) else { return nil }
    let start = firstText(in: word..<count)
    guard var end = endOfTime(at: start) else { return nil }
    if extracting(end...).starts(with: "--", ignoringCase: false) {
      end = endOfTime(at: end + 2) ?? end
    }
    return start..<end
  }

  /// Returns the end of the colon after a word.
  private func endOfPlanningWord(_ name: String) -> Int? {
    let key = name.lowercased()
    var index = 0
    while let colon = firstIndex(of: UInt8(ascii: ":"), from: index) {
      index = colon + 1
      let start = Swift.max(0, colon - key.utf8.count)
      if extracting(start..<colon).equalsIgnoringCase(key), start == 0 || self[start - 1].isBlank {
        return index
      }
    }
    return nil
  }

  /// Returns the end of a time, which begins with a date such as `<2026-03-01`.
  func endOfTime(at start: Int) -> Int? {
    guard start + 11 < count else { return nil }
    for (index, sign) in "0000-00-00".utf8.enumerated() {
      let byte = self[start + 1 + index]
      if sign == UInt8(ascii: "-") ? byte != sign : !byte.isASCIIDigit { return nil }
    }
    switch self[start] {
    case UInt8(ascii: "<"): return firstIndex(of: UInt8(ascii: ">"), from: start).map { $0 + 1 }
    case UInt8(ascii: "["): return firstIndex(of: UInt8(ascii: "]"), from: start).map { $0 + 1 }
    default: return nil
    }
  }

  /// Returns the range of the value of a key, or `nil` if the line has none.
  fileprivate func value(of key: String) -> Range<Int>? {
    guard starts(with: key, ignoringCase: true) else { return nil }
    let start = firstText(in: key.utf8.count..<count)
    return start < count ? start..<count : nil
  }

  /// Returns the name and the value in a line such as `:Effort: 2h`; the value can be empty, and
  /// the name can contain colons, as in `:header-args:c: :tangle no`.
  fileprivate var orgProperty: (name: Range<Int>, value: Range<Int>)? {
    guard let word = words(in: indices).first, word.count > 2, self[word.lowerBound] == 0x3A,
      self[word.upperBound - 1] == 0x3A
    else { return nil }
    return (word.dropFirst().dropLast(), firstText(in: word.upperBound..<count)..<count)
  }
}
