/// Finds the values of a JSON file and tolerates syntax errors.
///
/// The scanner repairs syntax errors and reports them. Open arrays and objects are linked to the
/// enclosing ones, so that a million of them can be nested.
///
/// - Complexity: O(`bytes.count`)
struct JSONScanner {
  /// The last token, which determines what can follow.
  private enum State {
    case bracket
    case comma
    case key
    case colon
    case value
  }

  private var keys = JSONKeys()
  private var problems = ProblemLog()
  private var position = 0
  /// The offset before which strings end with their lines, because the closing quote is missing.
  private var unterminatedBefore = 0
  private var state = State.bracket
  /// The innermost open array or object, or 0 for the sequence of values at the top.
  private var container = 0
  private var isInObject = false
  private var key: UInt32 = 0
  /// Whether the last text was stray, which is reported once.
  private var isInStrayCharacters = false
  private var isFinished = false
  /// Whether comments are legal, or one has been reported.
  private var allowsComments = false
  /// The members of one object by key; a property only to reuse its memory.
  private var membersByKey: [UInt64] = []

  static func scan(
    _ bytes: Span<UInt8>, allowingComments: Bool = false
  ) -> (table: JSONTable, problems: ProblemLog) {
    var scanner = JSONScanner()
    scanner.allowsComments = allowingComments

    // Value 0 is the sequence of values at the top.
    var values = [JSONValue(kind: .array, start: 0, end: 0, key: 0)]
    var room = bytes.count / 12 + 16
    while !scanner.isFinished {
      let found = values
      values = unsafe Array(unsafeUninitializedCapacity: room) { buffer, count in
        unsafe UnsafeMutableRawBufferPointer(buffer).adviseLargePages()
        var values = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
        for value in found { values.append(value) }
        scanner.findValues(in: bytes, to: &values)
        count = unsafe values.finalize(for: buffer)
      }
      room *= 2
    }
    return (JSONTable(values: values, keys: scanner.keys), scanner.problems)
  }

  /// Finds values until there is no room for more.
  private mutating func findValues(
    in bytes: Span<UInt8>, to values: inout OutputSpan<JSONValue>
  ) {
    while position < bytes.count {
      // Each byte adds at most one value, and a missing value at the end adds one more.
      let end = min(bytes.count, position + values.freeCapacity - 1)
      if position >= end { return }
      findValues(in: bytes, upTo: end, to: &values)
    }
    finish(at: bytes.count, &values)
  }

  private mutating func findValues(
    in bytes: Span<UInt8>, upTo end: Int, to values: inout OutputSpan<JSONValue>
  ) {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        skipBlanks(in: bytes)
      case UInt8(ascii: "\""):
        if isInObject && state != .key && state != .colon {
          readKey(in: bytes, &values)
        } else {
          readString(in: bytes, to: &values)
        }
      case UInt8(ascii: "{"): open(isObject: true, in: bytes, &values)
      case UInt8(ascii: "["): open(isObject: false, in: bytes, &values)
      case UInt8(ascii: "}"): close(isObject: true, in: bytes, &values)
      case UInt8(ascii: "]"): close(isObject: false, in: bytes, &values)
      case UInt8(ascii: ","): readComma(&values)
      case UInt8(ascii: ":"): readColon()
      case UInt8(ascii: "/") where bytes.beginsComment(at: position), UInt8(ascii: "#"):
        skipComment(in: bytes)
      default: readLiteral(in: bytes, to: &values)
      }
    }
  }

  private mutating func finish(at end: Int, _ values: inout OutputSpan<JSONValue>) {
    if container > 0 { report(.unterminated, at: end) }
    if state == .key || state == .colon { addMissingValue(to: &values) }
    while container > 0 { endContainer(&values) }
    _ = values.close(0)
    isFinished = true
  }

  private mutating func report(_ problem: JSONProblem, at position: Int) {
    problems.report(problem, at: position)
  }

  /// Reports text outside all values, once.
  private mutating func reportStrayCharacters(at position: Int) {
    if !isInStrayCharacters { report(.strayCharacters, at: position) }
    isInStrayCharacters = true
  }

  /// Returns whether an array or an object at the top has ended, after which a scalar is stray
  /// unless it is alone on its line.
  private func isAfterEnd(of values: borrowing OutputSpan<JSONValue>) -> Bool {
    container == 0 && values.count > 1 && values[1].isContainer
  }
}

// MARK: - Structure

extension JSONScanner {
  @inline(__always)
  private mutating func beginValue(
    at position: Int, in values: inout OutputSpan<JSONValue>
  ) -> UInt32 {
    let last = state
    state = .value
    isInStrayCharacters = false
    if last == .colon { return key }
    if isInObject || last == .value { reportStrayValue(after: last, at: position, in: &values) }
    return last == .key ? key : 0
  }

  /// Reports missing syntax before a value.
  @inline(never)
  private mutating func reportStrayValue(
    after last: State, at position: Int, in values: inout OutputSpan<JSONValue>
  ) {
    if last == .key {
      report(.missingColon, at: position)
      return
    }
    if last == .value && container > 0 { report(.missingComma, at: position) }
    if isInObject {
      report(.missingKey, at: position)
      values[container].mayHaveDuplicateKeys = true
    }
  }

  @inline(__always)
  private mutating func open(
    isObject: Bool, in bytes: Span<UInt8>, _ values: inout OutputSpan<JSONValue>
  ) {
    let ownKey = beginValue(at: position, in: &values)
    let kind: JSONValue.Kind = isObject ? .object : .array
    let start = position
    let index = values.count
    position &+= 1

    // Empty containers are common.
    if position < bytes.count && bytes[position] == UInt8(ascii: isObject ? "}" : "]") {
      values.append(JSONValue(kind: kind, start: start, end: index &+ 1, key: ownKey))
      position &+= 1
      skipComma(in: bytes)
      return
    }

    values.append(JSONValue(kind: kind, start: start, end: container, key: ownKey))
    container = index
    isInObject = isObject
    key = 0
    state = .bracket
  }

  @inline(__always)
  private mutating func close(
    isObject: Bool, in bytes: Span<UInt8>, _ values: inout OutputSpan<JSONValue>
  ) {
    if isInObject == isObject && container > 0 || endsOuter(isObject: isObject, &values) {
      closeContainer(&values)
      position &+= 1
      skipComma(in: bytes)
    } else {
      position &+= 1
    }
  }

  /// Closes the innermost container if a bracket fits only the enclosing one; returns whether it
  /// does.
  @inline(never)
  private mutating func endsOuter(
    isObject: Bool, _ values: inout OutputSpan<JSONValue>
  ) -> Bool {
    let outer = values[container].end
    guard outer > 0, (values[outer].kind == .object) == isObject else {
      if container == 0 {
        reportStrayCharacters(at: position)
      } else {
        report(.strayBracket, at: position)
      }
      return false
    }
    report(.missingBracket, at: position)
    closeContainer(&values)
    return true
  }

  @inline(__always)
  private mutating func closeContainer(_ values: inout OutputSpan<JSONValue>) {
    if state != .value && state != .bracket { finishMember(&values) }
    endContainer(&values)
    state = .value
  }

  /// Completes the last member before a bracket.
  @inline(never)
  private mutating func finishMember(_ values: inout OutputSpan<JSONValue>) {
    if state != .comma { addMissingValue(to: &values) }
    // Files with comments may have commas before brackets.
    if state == .comma && !allowsComments { report(.strayComma, at: position) }
  }

  @inline(__always)
  private mutating func endContainer(_ values: inout OutputSpan<JSONValue>) {
    let ended = values.close(container)
    if ended.mayHaveDuplicateKeys { reportDuplicateKeys(of: container, in: values) }
    container = ended.end
    isInObject = values[container].kind == .object
    key = ended.key
  }

  @inline(__always)
  private mutating func skipBlanks(in bytes: Span<UInt8>) {
    repeat { position += 1 } while position < bytes.count && bytes[position].isWhitespace
  }

  @inline(__always)
  private mutating func skipComma(in bytes: Span<UInt8>) {
    if position < bytes.count && bytes[position] == UInt8(ascii: ",") && container > 0 {
      position &+= 1
      state = .comma
    }
  }

  private mutating func readComma(_ values: inout OutputSpan<JSONValue>) {
    if container == 0 {
      reportStrayCharacters(at: position)
    } else {
      switch state {
      case .value: break
      case .bracket, .comma: report(.strayComma, at: position)
      case .key, .colon: addMissingValue(to: &values)
      }
      state = .comma
    }
    position += 1
  }

  private mutating func readColon() {
    if state == .key {
      state = .colon
    } else if container > 0 {
      report(.strayColon, at: position)
    } else {
      reportStrayCharacters(at: position)
    }
    position += 1
  }

  /// Adds an empty value for a key without one.
  private mutating func addMissingValue(to values: inout OutputSpan<JSONValue>) {
    report(.missingValue, at: position)
    let range = position..<position
    values.append(JSONValue(kind: .literal, range: range, hasEscapes: false, key: key))
    state = .value
  }

  private mutating func skipComment(in bytes: Span<UInt8>) {
    // A file with one comment has many.
    if !allowsComments { report(.comment, at: position) }
    allowsComments = true
    let end: Int? =
      if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "*") {
        bytes.end(of: "*/", from: position + 2)
      } else {
        bytes.firstIndex(of: UInt8(ascii: "\n"), from: position)
      }
    position = end ?? bytes.count
  }
}

// MARK: - Keys

extension JSONScanner {
  @inline(__always)
  private mutating func readKey(in bytes: Span<UInt8>, _ values: inout OutputSpan<JSONValue>) {
    if state == .value { report(.missingComma, at: position) }
    let text = skipString(in: bytes).range
    beginMember(text, in: bytes, of: &values)
    // The colon usually follows immediately.
    state = .key
    if position < bytes.count && bytes[position] == UInt8(ascii: ":") { readColon() }
  }

  private mutating func beginMember(
    _ text: Range<Int>, in bytes: Span<UInt8>, of values: inout OutputSpan<JSONValue>
  ) {
    let key = keys.add(text, in: bytes)
    // Most objects have their keys in the order of their first occurrence.
    if key <= self.key { values[container].mayHaveDuplicateKeys = true }
    self.key = key
  }

  /// Reports the members of the last object whose keys have occurred in it before.
  @inline(never)
  private mutating func reportDuplicateKeys(
    of object: Int, in values: borrowing OutputSpan<JSONValue>
  ) {
    membersByKey.removeAll(keepingCapacity: true)
    // Keys that differ in their lowest bits differ.
    var bits: UInt64 = 0
    var mayRepeat = false
    var child = object + 1
    while child < values.count {
      let value = values[child]
      let bit: UInt64 = 1 << UInt64(value.key & 63)
      mayRepeat = mayRepeat || bits & bit != 0
      bits |= bit
      if value.key > 0 { membersByKey.append(UInt64(value.key) << 32 | UInt64(child)) }
      child = value.isContainer ? value.end : child + 1
    }

    if !mayRepeat { return }
    membersByKey.sort()
    var repeated: [Int] = []
    for (first, second) in zip(membersByKey, membersByKey.dropFirst())
    where first >> 32 == second >> 32 {
      repeated.append(Int(second & 0xFFFF_FFFF))
    }
    for index in repeated.sorted() { report(.duplicateKey, at: values[index].start) }
  }
}

// MARK: - Literals

extension JSONScanner {
  private mutating func readLiteral(in bytes: Span<UInt8>, to values: inout OutputSpan<JSONValue>) {
    let start = position
    while position < bytes.count && bytes[position].isASCIIDigit { position += 1 }
    let isNumber = position > start && (bytes[start] != 0x30 || position == start + 1)
    if position == start { position += 1 }
    let end = position
    while position < bytes.count && !bytes[position].endsLiteral { position += 1 }

    let isKnown =
      isNumber && position == end || bytes.extracting(start..<position).isJSONLiteral
    if container == 0 && !isKnown
      || isAfterEnd(of: values) && !bytes.isLine(start..<position)
    {
      reportStrayCharacters(at: start)
      return
    }

    if isInObject && state != .key && state != .colon {
      var next = position
      while next < bytes.count && bytes[next].isWhitespace { next += 1 }
      if next < bytes.count && bytes[next] == UInt8(ascii: ":") {
        if state == .value { report(.missingComma, at: start) }
        report(.unquotedKey, at: start)
        beginMember(start..<position, in: bytes, of: &values)
        state = .key
        return
      }
    }

    let key = beginValue(at: start, in: &values)
    if !isKnown {
      report(.invalidLiteral, at: start)
      extendLiteral(in: bytes)
    }
    let range = start..<position
    values.append(JSONValue(kind: .literal, range: range, hasEscapes: false, key: key))
    skipComma(in: bytes)
  }

  /// Skips to the end of an invalid literal, which may contain spaces.
  private mutating func extendLiteral(in bytes: Span<UInt8>) {
    var end = position
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: " ") {
        index += 1
      } else if byte.endsLiteral {
        break
      } else {
        index += 1
        end = index
      }
    }
    position = end
  }
}

extension Span where Element == UInt8 {
  /// Returns whether a value is the only one on its line.
  fileprivate func isLine(_ value: Range<Int>) -> Bool {
    var start = value.lowerBound
    while start > 0 && self[start - 1].isBlank { start -= 1 }
    var end = value.upperBound
    while end < count && (self[end].isBlank || self[end] == 0x0D) { end += 1 }
    let isStart = start == 0 || self[start - 1] == UInt8(ascii: "\n")
    return isStart && (end == count || self[end] == UInt8(ascii: "\n"))
  }

  fileprivate func beginsComment(at position: Int) -> Bool {
    guard position + 1 < count else { return false }
    return self[position + 1] == UInt8(ascii: "/") || self[position + 1] == UInt8(ascii: "*")
  }

  fileprivate var isJSONLiteral: Bool {
    switch self[0] {
    case UInt8(ascii: "t"): equals("true")
    case UInt8(ascii: "f"): equals("false")
    case UInt8(ascii: "n"): equals("null")
    default: isJSONNumber
    }
  }

  private var isJSONNumber: Bool {
    var index = 0
    func passDigits(_ index: inout Int) -> Int {
      let start = index
      while index < count && self[index].isASCIIDigit { index += 1 }
      return index - start
    }
    if self[0] == UInt8(ascii: "-") { index += 1 }
    let first = index
    let digits = passDigits(&index)
    if digits == 0 || digits > 1 && self[first] == UInt8(ascii: "0") { return false }
    if index < count && self[index] == UInt8(ascii: ".") {
      index += 1
      if passDigits(&index) == 0 { return false }
    }
    if index < count && self[index].lowercased == UInt8(ascii: "e") {
      index += 1
      if index < count && (self[index] == 0x2B || self[index] == 0x2D) { index += 1 }
      if passDigits(&index) == 0 { return false }
    }
    return index == count
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte cannot be part of a literal.
  fileprivate var endsLiteral: Bool {
    switch self {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}

// MARK: - Strings

extension JSONScanner {
  @inline(__always)
  private mutating func readString(in bytes: Span<UInt8>, to values: inout OutputSpan<JSONValue>) {
    let start = position
    let text = skipString(in: bytes)
    if isAfterEnd(of: values) && !bytes.isLine(start..<position) {
      return reportStrayCharacters(at: start)
    }
    let key = beginValue(at: start, in: &values)
    values.append(
      JSONValue(kind: .string, range: text.range, hasEscapes: text.hasEscapes, key: key))
    skipComma(in: bytes)
  }

  /// Skips a string and returns the range within its quotes.
  ///
  /// A quote ends a string only if the next character allows it. A string may span lines only if
  /// its last quote is such a quote; otherwise it ends with its line.
  @inline(__always)
  private mutating func skipString(in bytes: Span<UInt8>) -> (range: Range<Int>, hasEscapes: Bool) {
    let start = position + 1
    let end = bytes.firstIndexOfQuote(from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), bytes.canEndText(at: end) else {
      return skipString(in: bytes, from: start, seenTo: end)
    }
    position = end + 1
    return (start..<end, false)
  }

  /// Skips a string that contains characters other than printable ones.
  private mutating func skipString(
    in bytes: Span<UInt8>, from start: Int, seenTo end: Int
  ) -> (range: Range<Int>, hasEscapes: Bool) {
    var index = end
    var hasEscapes = false
    var lineEnd: Int?
    var control: Int?
    scan: while true {
      index = bytes.firstIndexOfQuote(from: index)
      guard index < bytes.count else { break scan }

      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        if bytes.canEndText(at: index) {
          if let control { report(.unescapedControl, at: control) }
          position = index + 1
          return (start..<index, hasEscapes)
        }
        if lineEnd != nil { break scan }
        report(.strayQuote, at: index)
        index += 1
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        index = skipEscape(in: bytes, at: index, reports: lineEnd == nil)
      } else {
        if byte == UInt8(ascii: "\n") && lineEnd == nil {
          lineEnd = index
          if start < unterminatedBefore { break scan }
        }
        if control == nil { control = index }
        index += 1
      }
    }

    report(.unterminatedString, at: start - 1)
    unterminatedBefore = max(unterminatedBefore, index)
    var end = lineEnd ?? bytes.count
    while end > start && bytes[end - 1].isWhitespace { end -= 1 }
    if end > start && lineEnd != nil && bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
    position = end
    return (start..<end, hasEscapes)
  }

  private mutating func skipEscape(in bytes: Span<UInt8>, at index: Int, reports: Bool) -> Int {
    switch JSONEscape(in: bytes, at: index) {
    case .scalar(_, let length):
      return index + length
    case .loneSurrogate:
      if reports { report(.loneSurrogate, at: index) }
      return index + 6
    case .none:
      if reports { report(.invalidEscape, at: index) }
      return index + 1
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns whether the quote at `index` can end a string, according to what follows.
  @inline(__always)
  fileprivate func canEndText(at index: Int) -> Bool {
    guard index + 1 < count else { return true }
    switch self[index + 1] {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"),
      UInt8(ascii: "\n"):
      return true
    default:
      return isFollowedByStructure(at: index)
    }
  }

  private func isFollowedByStructure(at index: Int) -> Bool {
    var next = index + 1
    while next < count && (self[next] == UInt8(ascii: " ") || self[next] == UInt8(ascii: "\t")) {
      next += 1
    }
    guard next < count else { return true }
    switch self[next] {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "\n"),
      UInt8(ascii: "\r"), UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "-"):
      return true
    case let byte:
      return byte.isASCIIDigit && next > index + 1
    }
  }
}
