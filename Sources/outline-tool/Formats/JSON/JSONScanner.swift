/// Finds the values of a JSON file and tolerates syntax errors.
///
/// The scanner repairs syntax errors and reports them. Open arrays and objects are linked to the
/// enclosing ones, so that a million of them can be nested.
///
/// - Complexity: O(`bytes.count`)
struct JSONScanner {
  /// The last token, which determines what can follow.
  enum State {
    case bracket
    case comma
    case key
    case colon
    case value
  }

  var keys = JSONKeys()
  private(set) var problems = ProblemLog()
  var position = 0
  /// The offset before which strings end with their lines, because the closing quote is missing.
  var unterminatedBefore = 0
  var state = State.bracket
  /// The innermost open array or object, or 0 for the sequence of values at the top.
  private(set) var container = 0
  private(set) var isInObject = false
  var key: UInt32 = 0
  /// Whether the last text was stray, which is reported once.
  private var isInStrayCharacters = false
  private var isFinished = false
  /// Whether comments are legal, or one has been reported.
  private var allowsComments = false
  /// The members of one object by key; a property only to reuse its memory.
  var membersByKey: [UInt64] = []

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
        if state == .colon {
          readString(for: key, in: bytes, to: &values)
        } else if isInObject && state != .key {
          readKey(in: bytes, &values)
        } else {
          readStrayString(in: bytes, to: &values)
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

  mutating func report(_ problem: JSONProblem, at position: Int) {
    problems.report(problem, at: position)
  }

  /// Reports text outside all values, once.
  mutating func reportStrayCharacters(at position: Int) {
    if !isInStrayCharacters { report(.strayCharacters, at: position) }
    isInStrayCharacters = true
  }

  /// Whether an array or an object at the top has ended, after which scalars are stray.
  func isAfterEnd(of values: borrowing OutputSpan<JSONValue>) -> Bool {
    container == 0 && values.count > 1 && values[1].isContainer
  }
}

// MARK: - Structure

extension JSONScanner {
  @inline(__always)
  mutating func beginValue(
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
  mutating func skipComma(in bytes: Span<UInt8>) {
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
