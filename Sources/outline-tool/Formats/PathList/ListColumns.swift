/// The columns of a list around its paths.
enum ListColumns {
  /// Columns that tabs separate, as `du -a` prints them before the paths and `find -printf
  /// '%p\t%s\n'` after them; `size` is the number of the one with sizes, which is negative if it
  /// counts from the end.
  case tabs(before: Int, after: Int, size: Int?)
  /// A size before each path, as in `find -printf '%s %p\n'`.
  case size
  /// The details of `ls -l`, `find -ls` or `tar -tv` before each path; only `find` and `tar` print
  /// escapes in names.
  case details(areEscaped: Bool)

  /// Recognizes the columns that most lines of a sample have.
  ///
  /// Names that end with zero bytes can contain tabs, so such a list has columns between tabs only
  /// if one of them has sizes.
  init?(in list: Span<UInt8>) {
    var entries = PathEntries(list)
    var lines: [Range<Int>] = []
    var hasTotals = false
    while let entry = entries.next(in: list), entry.lowerBound < 1 << 16 {
      let line = list.extracting(entry)
      hasTotals = hasTotals || line.isTotal
      if line.isEmpty || line.isHeading || entries.isMessage(entry, in: list) { continue }
      lines.append(entry)
    }
    let tabs = ListColumns(tabsIn: lines, of: list, areEndedByZeros: entries.areEndedByZeros)
    guard let columns = tabs ?? ListColumns(factsIn: lines, of: list) else { return nil }
    self = columns
    // `ls -lis` begins its lines like `find -ls`, but prints no escapes.
    if hasTotals, case .details = self { self = .details(areEscaped: false) }
  }

  private init?(tabsIn lines: [Range<Int>], of list: Span<UInt8>, areEndedByZeros: Bool) {
    let counts = lines.map { line in line.count { list[$0] == UInt8(ascii: "\t") } }
    guard let fewest = counts.median, fewest > 0 else { return nil }
    // The others can be messages of other programs.
    let lines = zip(lines, counts).filter { $1 >= fewest }.map(\.0)
    let slash = UInt8(ascii: "/")
    let first = lines.first { $0.contains { list[$0] == slash } } ?? lines[0]
    let start = first.first { list[$0] == slash } ?? first.upperBound
    let end = first.last { list[$0] == slash } ?? first.upperBound
    let tabs = first.filter { list[$0] == UInt8(ascii: "\t") }
    let before = tabs.count { $0 < start }
    if fewest < before { return nil }
    let fields = list.fields(tabs.count + 1, in: first)
    func isSize(_ number: Int) -> Bool {
      list.extracting(fields[number < 0 ? fields.count + number : number]).isSize
    }
    var after = min(tabs.count { $0 > end }, fewest - before)
    // Otherwise, the tabs are in texts, such as the lines that `grep` prints after paths.
    let isUniform = counts.allSatisfy { $0 <= fewest }
    if !isUniform && !(-after..<0).contains(where: isSize) { after = 0 }
    if before + after == 0 { return nil }

    // The last column of names without slashes can be anything.
    let others = Array(0..<before) + (-after..<0)
    let size = (start < first.upperBound ? others : [0]).first(where: isSize)
    if size == nil && areEndedByZeros { return nil }
    self = .tabs(before: before, after: after, size: size)
  }

  /// Recognizes details before paths, or sizes before paths that begin with `./` or a slash, or
  /// whose directories are also in the list.
  ///
  /// Other numbers and dates can belong to a text.
  private init?(factsIn lines: [Range<Int>], of list: Span<UInt8>) {
    let details = lines.compactMap { FileFacts(detailsIn: $0, of: list) }
    if 2 * details.count > lines.count {
      self = .details(areEscaped: 2 * details.count(where: \.isEscaped) > details.count)
      return
    }

    let sizes = lines.compactMap { FileFacts(sizeIn: $0, of: list) }
    let evident = sizes.count { $0.hasEvidentPath(in: list) }
    guard 2 * sizes.count > lines.count,
      2 * evident > sizes.count || list.containsDirectories(of: sizes.map(\.path))
    else { return nil }
    self = .size
  }

  var attributeNames: [Bytes] {
    switch self {
    case .tabs(let before, let after, let size):
      (Array(0..<before) + (-after..<0)).map { number in
        let position = number < 0 ? before + after + 2 + number : number + 1
        return Bytes((number == size ? "size" : "column\(position)").utf8)
      }
    case .size: [Bytes("size".utf8)]
    case .details: ["size", "mode", "modified"].map { Bytes($0.utf8) }
    }
  }

  /// Returns the attributes in a line; none if the line has other columns.
  func attributes(in line: Range<Int>, of bytes: Span<UInt8>) -> [Range<Int>?] {
    guard case .tabs(let before, let after, _) = self else {
      return facts(in: line, of: bytes).map { [$0.size, $0.mode, $0.time] } ?? []
    }
    guard let path = path(in: line, of: bytes) else { return [] }
    // The last column before the path also holds the old name of a renamed file.
    let start = before == 0 ? line.lowerBound : path.lowerBound - 1
    let end = after == 0 ? line.upperBound : path.upperBound + 1
    return bytes.fields(before, in: line.lowerBound..<start)
      + bytes.fields(after, in: end..<line.upperBound)
  }

  /// Returns whether two lines have the same attributes.
  func haveSameValues(
    _ line: Range<Int>, _ other: Range<Int>, in bytes: Span<UInt8>
  ) -> Bool {
    let values = attributes(in: line, of: bytes)
    let others = attributes(in: other, of: bytes)
    return zip(values, others).allSatisfy { bytes.equals($0 ?? 0..<0, bytes, $1 ?? 0..<0) }
  }

  /// Returns whether a line has a size or details, so it is an entry of a list.
  func hasSize(in line: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    guard case .tabs(_, _, let size) = self else { return facts(in: line, of: bytes) != nil }
    guard let field = size.flatMap({ bytes.field($0, in: line) }) else { return false }
    return bytes.extracting(field).isSize && path(in: line, of: bytes) != nil
  }

  private func facts(in line: Range<Int>, of bytes: Span<UInt8>) -> FileFacts? {
    switch self {
    case .tabs: nil
    case .size: FileFacts(sizeIn: line, of: bytes)
    case .details: FileFacts(detailsIn: line, of: bytes)
    }
  }

  /// Returns the path in a line, or `nil` if the line lacks a column or its path is empty.
  ///
  /// Without sizes, the columns between tabs are those of git, which quotes names with tabs, and
  /// prints the old name of a renamed file before the new one.
  func path(in line: Range<Int>, of bytes: Span<UInt8>) -> Range<Int>? {
    guard case .tabs(let before, let after, let size) = self else {
      return facts(in: line, of: bytes)?.path
    }
    guard let first = bytes.field(before, in: line) else { return nil }
    var path = first.lowerBound..<line.upperBound
    // Most lists have no columns after the paths.
    if after > 0 || size == nil {
      guard let last = bytes.field(-after - 1, in: path) else { return nil }
      path = before > 0 && size == nil ? last : path.lowerBound..<last.upperBound
    }
    return path.isEmpty ? nil : path
  }
}

/// The facts about a file in the words before its path: its size, or all details.
struct FileFacts {
  let size: Range<Int>
  private(set) var mode: Range<Int>?
  /// The time of the last change.
  private(set) var time: Range<Int>?
  /// The path without the target of a link.
  private(set) var path: Range<Int>
  /// A Boolean value that indicates whether these are the details of `find` or `tar`.
  private(set) var isEscaped = false

  init?(sizeIn line: Range<Int>, of bytes: Span<UInt8>) {
    let words = bytes.words(in: line)
    guard words.count > 1, bytes.extracting(words[0]).isSize else { return nil }
    size = words[0]
    path = words[1].lowerBound..<line.upperBound
  }

  /// Reads details that begin with a mode, after at most two numbers, and end with a time.
  init?(detailsIn line: Range<Int>, of bytes: Span<UInt8>) {
    let words = bytes.words(in: line)
    guard let first = words.prefix(3).firstIndex(where: { bytes.extracting($0).isMode }),
      words[..<first].allSatisfy({ bytes.extracting($0).isSize })
    else { return nil }
    // At most nine words: links, owner, group, size, another number of a device, and the time.
    let end = words.indices.dropLast().dropFirst(first + 3).prefix(6).first { index in
      bytes.extracting(words[index]).isClock || index > first + 4 && bytes.isYear(index, of: words)
    }
    guard var last = end else { return nil }
    // The name of a month is before or after the day.
    let hasMonth =
      bytes.extracting(words[last - 1]).isShortNumber
      || !bytes[words[last - 1].lowerBound].isASCIIDigit
    let date = hasMonth ? last - 2 : last - 1
    if last + 2 < words.count && bytes.extracting(words[last + 1]).isTimeZone { last += 1 }
    // The size is between the mode and the date.
    if date - 1 <= first { return nil }
    mode = words[first]
    size = words[date - 1]
    time = words[date].lowerBound..<words[last].upperBound
    // Names after details can begin with blanks.
    path = words[last].upperBound + 1..<line.upperBound
    let sign: String? =
      switch bytes[words[first].lowerBound] {
      case UInt8(ascii: "l"): " -> "
      case UInt8(ascii: "h"): " link to "
      default: nil
      }
    if let sign, let end = bytes.extracting(..<path.upperBound).end(of: sign, from: path.lowerBound)
    {
      path = path.lowerBound..<end - sign.utf8.count
    }
    if path.isEmpty { return nil }
    // `find` begins with two numbers. `tar` prints owner and group in one word, or no links.
    let next = bytes.extracting(words[first + 1])
    isEscaped =
      first == 2 || next.equals("0") || next.firstIndex(of: UInt8(ascii: "/"), from: 0) != nil
  }

  /// Returns whether the path begins with `./` or a slash.
  func hasEvidentPath(in bytes: Span<UInt8>) -> Bool {
    let path = bytes.extracting(path)
    return path.equals(".") || path.starts(with: "./", ignoringCase: false)
      || path.starts(with: "/", ignoringCase: false)
  }
}

extension Span where Element == UInt8 {
  /// Returns whether a path has escapes: in the quotes of git, or in a list of details.
  func isEscapedName(_ path: Range<Int>, in columns: ListColumns?) -> Bool {
    if case .details(let areEscaped)? = columns {
      return areEscaped && extracting(path).firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil
    }
    return extracting(path).isQuotedName
  }

  /// A Boolean value that indicates whether this is a line of `ls -lR` above the files of a
  /// directory: its name, or the total of their sizes.
  var isHeading: Bool { last == UInt8(ascii: ":") || isTotal }

  fileprivate var isTotal: Bool { starts(with: "total ", ignoringCase: false) }

  /// A Boolean value that indicates whether this is a message of a program that lists files, such
  /// as `find: 'a/b': Permission denied`.
  var isMessage: Bool {
    messageStarts.contains { starts(with: $0, ignoringCase: false) }
  }

  /// A Boolean value that indicates whether the quotes of git are around a name.
  var isQuotedName: Bool {
    count > 2 && self[0] == UInt8(ascii: "\"") && self[count - 1] == UInt8(ascii: "\"")
  }

  /// Returns whether the directories of most paths with slashes are also paths of a list.
  fileprivate func containsDirectories(of paths: [Range<Int>]) -> Bool {
    let hasher = TextHasher()
    let listed = Set(paths.map { hasher.hash(of: $0, in: self) })
    let directories = paths.compactMap { path in
      path.last { self[$0] == UInt8(ascii: "/") }.map { path.lowerBound..<$0 }
    }
    return 2 * directories.count { listed.contains(hasher.hash(of: $0, in: self)) }
      > directories.count
  }

  /// Returns a field of a line between tabs, counted from the end if the number is negative.
  fileprivate func field(_ number: Int, in line: Range<Int>) -> Range<Int>? {
    let tab = UInt8(ascii: "\t")
    var field = line
    for _ in 0..<(number < 0 ? -number - 1 : 0) {
      guard let start = field.last(where: { self[$0] == tab }) else { return nil }
      field = field.lowerBound..<start
    }
    if number < 0 {
      return field.dropFirst(field.last { self[$0] == tab }.map { $0 - field.lowerBound + 1 } ?? 0)
    }
    let bytes = extracting(..<line.upperBound)
    for _ in 0..<number {
      guard let end = bytes.firstIndex(of: tab, from: field.lowerBound) else { return nil }
      field = end + 1..<line.upperBound
    }
    return field.lowerBound..<(bytes.firstIndex(of: tab, from: field.lowerBound) ?? line.upperBound)
  }

  /// Returns a number of fields between tabs; the last one can contain tabs.
  fileprivate func fields(_ count: Int, in line: Range<Int>) -> [Range<Int>] {
    if count == 0 { return [] }
    return line.split(maxSplits: count - 1, omittingEmptySubsequences: false) {
      self[$0] == UInt8(ascii: "\t")
    }
  }

  /// A Boolean value that indicates whether this is a size such as `4096` or `4.0K`.
  fileprivate var isSize: Bool {
    guard let last = indices.last, self[0].isASCIIDigit,
      self[last].isASCIIDigit || self[last].isASCIILetter
    else { return false }
    // Seconds have a fraction, but no unit.
    return (0..<last).allSatisfy {
      self[$0].isASCIIDigit || self[$0] == UInt8(ascii: ".") && !self[last].isASCIIDigit
    }
  }

  /// A Boolean value that indicates whether this is the mode of a file such as `drwxr-xr-x`.
  fileprivate var isMode: Bool {
    guard 10...11 ~= count, "-bcdhlps".utf8.contains(self[0]) else { return false }
    return (1..<10).allSatisfy { "-rwxsStT".utf8.contains(self[$0]) }
  }

  /// A Boolean value that indicates whether this is a time such as `09:30`.
  fileprivate var isClock: Bool {
    self[0].isASCIIDigit && firstIndex(of: UInt8(ascii: ":"), from: 0) != nil
      && indices.allSatisfy { self[$0].isASCIIDigit || ":.".utf8.contains(self[$0]) }
  }

  fileprivate var isShortNumber: Bool {
    1...2 ~= count && indices.allSatisfy { self[$0].isASCIIDigit }
  }

  /// Returns whether a word is a year after the name of a month and a day.
  fileprivate func isYear(_ index: Int, of words: [Range<Int>]) -> Bool {
    func isDayAndMonth(_ day: Int, _ month: Int) -> Bool {
      extracting(words[day]).isShortNumber && !self[words[month].lowerBound].isASCIIDigit
    }
    return words[index].count == 4 && words[index].allSatisfy { self[$0].isASCIIDigit }
      && (isDayAndMonth(index - 1, index - 2) || isDayAndMonth(index - 2, index - 1))
  }

  /// A Boolean value that indicates whether this is a time zone such as `+0100`.
  fileprivate var isTimeZone: Bool {
    count == 5 && "+-".utf8.contains(self[0]) && (1..<5).allSatisfy { self[$0].isASCIIDigit }
  }
}

private let messageStarts = ["du: ", "find: ", "ls: ", "md5sum: ", "tar: "]

extension [Int] {
  /// The greatest number that most numbers reach.
  fileprivate var median: Int? { isEmpty ? nil : sorted()[(count - 1) / 2] }
}

extension Bytes {
  /// Appends a name with its escapes resolved, such as `\303\244` and `\t`.
  mutating func appendUnescapedName(_ text: Span<UInt8>) {
    let controls: [UInt8: UInt8] = [
      0x61: 0x07, 0x62: 0x08, 0x74: 0x09, 0x6E: 0x0A, 0x76: 0x0B, 0x66: 0x0C, 0x72: 0x0D,
    ]
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else {
        append(text[index])
        index += 1
        continue
      }
      let digits = text.extracting(index + 1..<Swift.min(index + 4, text.count))
      if digits.count == 3, digits.indices.allSatisfy({ 0x30...0x37 ~= digits[$0] }) {
        let value = digits.indices.reduce(UInt32(0)) { $0 << 3 | UInt32(digits[$1] - 0x30) }
        append(UInt8(truncatingIfNeeded: value))
        index += 4
      } else {
        append(controls[text[index + 1]] ?? text[index + 1])
        index += 2
      }
    }
  }
}
