/// Finds the values of a file of JSON, as forgiving as real files demand.
///
/// What is not well-formed is taken as it was meant, and noted. Arrays and objects that go on are
/// linked to those that they are in, so that there may be a million of them within each other.
///
/// - Complexity: O(`bytes.count`)
struct JSONScanner {
  /// What has come last, on which it depends what may come next.
  enum State {
    case bracket
    case comma
    case key
    case colon
    case value
  }

  var table: JSONTable
  private(set) var faults = FaultLog()
  var position = 0
  /// Texts that begin before this place end with their line: what follows has no end for them.
  var isUnclosedBefore = 0
  var state = State.bracket
  /// The innermost array or object, 0 being the sequence of values at the top, and whether it is an
  /// object.
  private(set) var container = 0
  private(set) var isInObject = false
  /// The key of the member at hand, 0 before the first and in arrays.
  var key: UInt32 = 0
  /// Whether junk was the last thing to come, which is told once.
  private var isInJunk = false
  /// The members of one object by their keys, kept for the room it has.
  var membersByKey: [UInt64] = []

  /// Finds the values of a file.
  static func scan(_ bytes: Span<UInt8>) -> JSONScanner {
    var scanner = JSONScanner(byteCount: bytes.count)
    scanner.findValues(in: bytes)
    return scanner
  }

  private init(byteCount: Int) {
    table = JSONTable(byteCount: byteCount)
  }

  private mutating func findValues(in bytes: Span<UInt8>) {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        passOverBlanks(in: bytes)
      case UInt8(ascii: "\""):
        if state == .colon {
          readText(for: key, in: bytes)
        } else if isInObject && state != .key {
          readKey(in: bytes)
        } else {
          readLooseText(in: bytes)
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open(byte == UInt8(ascii: "{") ? .object : .array)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        close(isObject: byte == UInt8(ascii: "}"), in: bytes)
      case UInt8(ascii: ","): readComma()
      case UInt8(ascii: ":"): readColon()
      case UInt8(ascii: "/") where bytes.beginsComment(at: position), UInt8(ascii: "#"):
        passOverComment(in: bytes)
      default: readWord(in: bytes)
      }
    }
    finish(at: bytes.count)
  }

  private mutating func finish(at end: Int) {
    if container > 0 { note(.unfinished, at: end) }
    if state == .key || state == .colon { addMissingValue() }
    while container > 0 { endContainer() }
    _ = table.close(0)
  }

  mutating func note(_ fault: JSONFault, at position: Int) {
    faults.note(.malformedJSON(fault), at: position)
  }

  /// Notes something that is in no value, with what follows it.
  mutating func noteJunk(at position: Int) {
    if !isInJunk { note(.junk, at: position) }
    isInJunk = true
  }

  /// Whether an array or an object at the top has ended, behind which no texts and words come.
  var isBehindEnd: Bool {
    container == 0 && table.values.count > 1 && table[1].isContainer
  }
}

// MARK: - Structure

extension JSONScanner {
  /// Takes note that a value begins, and returns its key.
  @inline(__always)
  mutating func beginValue(at position: Int) -> UInt32 {
    let last = state
    state = .value
    isInJunk = false
    if last == .colon { return key }
    if isInObject || last == .value { noteLooseValue(behind: last, at: position) }
    return last == .key ? key : 0
  }

  /// Notes what is missing before a value.
  @inline(never)
  private mutating func noteLooseValue(behind last: State, at position: Int) {
    if last == .key {
      note(.missingColon, at: position)
      return
    }
    if last == .value && container > 0 { note(.missingComma, at: position) }
    if isInObject {
      note(.missingKey, at: position)
      table.doubtKeys(of: container)
    }
  }

  @inline(__always)
  private mutating func open(_ kind: JSONValue.Kind) {
    let ownKey = beginValue(at: position)
    container = table.add(JSONValue(kind: kind, start: position, key: ownKey, in: container))
    isInObject = kind == .object
    key = 0
    state = .bracket
    position &+= 1
  }

  @inline(__always)
  private mutating func close(isObject: Bool, in bytes: Span<UInt8>) {
    if isInObject == isObject && container > 0 || endsOuter(isObject: isObject) {
      closeContainer()
      position &+= 1
      passOverComma(in: bytes)
    } else {
      position &+= 1
    }
  }

  /// Whether a bracket that does not end the innermost array or object ends the one around it,
  /// which is then the innermost.
  @inline(never)
  private mutating func endsOuter(isObject: Bool) -> Bool {
    let outer = table[container].end
    guard outer > 0, (table[outer].kind == .object) == isObject else {
      if container == 0 { noteJunk(at: position) } else { note(.looseEnd, at: position) }
      return false
    }
    note(.missingEnd, at: position)
    closeContainer()
    return true
  }

  @inline(__always)
  private mutating func closeContainer() {
    if state != .value && state != .bracket { finishMember() }
    endContainer()
    state = .value
  }

  /// Settles what the last member before a bracket lacks.
  @inline(never)
  private mutating func finishMember() {
    if state == .comma { note(.looseComma, at: position) } else { addMissingValue() }
  }

  @inline(__always)
  private mutating func endContainer() {
    let ended = table.close(container)
    if ended.mayRepeatKeys { noteRepeatedKeys(of: container) }
    container = ended.end
    isInObject = table[container].kind == .object
    key = ended.key
  }

  @inline(__always)
  private mutating func passOverBlanks(in bytes: Span<UInt8>) {
    repeat { position += 1 } while position < bytes.count && bytes[position].isMarkupBlank
  }

  /// Moves past the comma that mostly comes right behind a value.
  @inline(__always)
  mutating func passOverComma(in bytes: Span<UInt8>) {
    if position < bytes.count && bytes[position] == UInt8(ascii: ",") && container > 0 {
      position &+= 1
      state = .comma
    }
  }

  private mutating func readComma() {
    if container == 0 {
      noteJunk(at: position)
    } else {
      switch state {
      case .value: break
      case .bracket, .comma: note(.looseComma, at: position)
      case .key, .colon: addMissingValue()
      }
      state = .comma
    }
    position += 1
  }

  private mutating func readColon() {
    if state == .key {
      state = .colon
    } else if container > 0 {
      note(.looseColon, at: position)
    } else {
      noteJunk(at: position)
    }
    position += 1
  }

  /// Adds an empty value for a key that has none.
  private mutating func addMissingValue() {
    note(.missingValue, at: position)
    let place = position..<position
    _ = table.add(JSONValue(kind: .word, range: place, hasEscapes: false, key: key))
    state = .value
  }

  private mutating func passOverComment(in bytes: Span<UInt8>) {
    note(.comment, at: position)
    let end: Int? =
      if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "*") {
        bytes.end(of: "*/", from: position + 2)
      } else {
        bytes.firstIndex(of: UInt8(ascii: "\n"), from: position)
      }
    position = end ?? bytes.count
  }
}
