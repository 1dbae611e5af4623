/// Finds the values of a file of JSON, as forgiving as real files demand.
///
/// What is not well-formed is taken as it was meant, and noted. Open arrays and objects are kept in
/// a list, so that there may be a million of them within each other.
///
/// - Complexity: O(`bytes.count`)
struct JSONScanner {
  /// An array or an object that has begun.
  struct Container {
    let index: UInt32
    /// The key that it has itself.
    let ownKey: UInt32
    /// The key of the member at hand.
    var key: UInt32 = 0
    /// The keys that have come, by their lowest bits.
    var keyBits: UInt64 = 0
    let isObject: Bool
    /// Whether two keys had the same bits, so that a key may have come twice.
    var mayRepeatKeys = false
  }

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
  /// The innermost container, which is the sequence of values at the top to begin with.
  var current = Container(index: 0, ownKey: 0, isObject: false)
  /// How many containers it is in, and these; what is behind them is room for others.
  private(set) var depth = 0
  private var outer: [Container] = []
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
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        passOverBlanks(in: bytes)
      case UInt8(ascii: "\""):
        if current.isObject && state != .key && state != .colon {
          readKey(in: bytes)
        } else if isBehindEnd {
          noteJunk(at: position)
          _ = passOverText(in: bytes)
        } else {
          readText(in: bytes)
        }
      case UInt8(ascii: "{"): open(.object)
      case UInt8(ascii: "["): open(.array)
      case UInt8(ascii: "}"): close(isObject: true, in: bytes)
      case UInt8(ascii: "]"): close(isObject: false, in: bytes)
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
    if depth > 0 { note(.unfinished, at: end) }
    if state == .key || state == .colon { addMissingValue() }
    while depth > 0 { endContainer() }
    table.close(0)
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
    depth == 0 && table.values.count > 1 && table[1].isContainer
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
    if current.isObject {
      if last == .colon { return current.key }
      if last == .key {
        note(.missingColon, at: position)
        return current.key
      }
      if last == .value { note(.missingComma, at: position) }
      note(.missingKey, at: position)
    } else if last == .value && depth > 0 {
      note(.missingComma, at: position)
    }
    return 0
  }

  @inline(__always)
  private mutating func open(_ kind: JSONValue.Kind) {
    let key = beginValue(at: position)
    if depth < outer.count { outer[depth] = current } else { outer.append(current) }
    depth += 1
    let index = table.add(JSONValue(kind: kind, start: position, key: key))
    current = Container(index: UInt32(index), ownKey: key, isObject: kind == .object)
    state = .bracket
    position += 1
  }

  private mutating func close(isObject: Bool, in bytes: Span<UInt8>) {
    if current.isObject != isObject || depth == 0 {
      guard depth > 1, outer[depth - 1].isObject == isObject else {
        // Nothing, or nothing near, that it could end.
        if depth == 0 { noteJunk(at: position) } else { note(.looseEnd, at: position) }
        position += 1
        return
      }
      note(.missingEnd, at: position)
      closeCurrent()
    }
    closeCurrent()
    position += 1
    passOverComma(in: bytes)
  }

  @inline(__always)
  private mutating func closeCurrent() {
    if state == .comma {
      note(.looseComma, at: position)
    } else if state == .key || state == .colon {
      addMissingValue()
    }
    endContainer()
    state = .value
  }

  @inline(__always)
  private mutating func endContainer() {
    table.close(Int(current.index))
    if current.mayRepeatKeys { noteRepeatedKeys() }
    depth -= 1
    current = outer[depth]
  }

  private mutating func passOverBlanks(in bytes: Span<UInt8>) {
    repeat { position += 1 } while position < bytes.count && bytes[position].isMarkupBlank
  }

  /// Moves past the comma that mostly comes right behind a value.
  @inline(__always)
  mutating func passOverComma(in bytes: Span<UInt8>) {
    if position < bytes.count && bytes[position] == UInt8(ascii: ",") && depth > 0 {
      position += 1
      state = .comma
    }
  }

  private mutating func readComma() {
    if depth == 0 {
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
    } else if depth > 0 {
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
    _ = table.add(JSONValue(kind: .word, range: place, hasEscapes: false, key: current.key))
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
