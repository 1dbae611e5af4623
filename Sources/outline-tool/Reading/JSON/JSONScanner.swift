/// Finds the values of a file of JSON, as forgiving as real files demand.
///
/// What is not well-formed is taken as it was meant, and noted. Open arrays and objects are kept in
/// a list, so that there may be a million of them within each other.
///
/// - Complexity: O(`bytes.count`)
struct JSONScanner {
  /// An array or an object that has begun.
  private struct Container {
    let index: UInt32
    /// The key of the member at hand.
    var key: UInt32 = 0
    /// The keys that have come, by their lowest bits.
    var keyBits: UInt64 = 0
    let isObject: Bool
    /// Whether two keys had the same bits, so that a key may have come twice.
    var mayRepeatKeys = false
  }

  /// What has come last, on which it depends what may come next.
  private enum State {
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
  private var state = State.bracket
  /// The innermost container, which is the sequence of values at the top to begin with.
  private var current = Container(index: 0, isObject: false)
  private var outer: [Container] = []
  /// Whether junk was the last thing to come, which is told once.
  private var isInJunk = false
  /// The members of one object by their keys, kept for the room it has.
  private var membersByKey: [UInt64] = []

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
        position += 1
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
    finish(in: bytes)
  }

  private mutating func finish(in bytes: Span<UInt8>) {
    if !outer.isEmpty { note(.unfinished, at: bytes.count) }
    if state == .key || state == .colon { addMissingValue() }
    while let container = outer.popLast() {
      endContainer(in: bytes)
      current = container
    }
    table.close(0)
  }

  mutating func note(_ fault: JSONFault, at position: Int) {
    faults.note(.malformedJSON(fault), at: position)
  }

  /// Notes something that is in no value, with what follows it.
  private mutating func noteJunk(at position: Int) {
    if !isInJunk { note(.junk, at: position) }
    isInJunk = true
  }

  /// Whether an array or an object at the top has ended, behind which no texts and words come.
  private var isBehindEnd: Bool {
    outer.isEmpty && table.values.count > 1 && table[1].isContainer
  }
}

// MARK: - Structure

extension JSONScanner {
  /// Takes note that a value begins, and returns its key.
  @inline(__always)
  mutating func beginValue() -> UInt32 {
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
    } else if last == .value && !outer.isEmpty {
      note(.missingComma, at: position)
    }
    return 0
  }

  private mutating func open(_ kind: JSONValue.Kind) {
    let key = beginValue()
    outer.append(current)
    let index = table.add(JSONValue(kind: kind, start: position, key: key))
    current = Container(index: UInt32(index), isObject: kind == .object)
    state = .bracket
    position += 1
  }

  private mutating func close(isObject: Bool, in bytes: Span<UInt8>) {
    if current.isObject != isObject || outer.isEmpty {
      guard outer.count > 1, outer[outer.count - 1].isObject == isObject else {
        // Nothing, or nothing near, that it could end.
        if outer.isEmpty { noteJunk(at: position) } else { note(.looseEnd, at: position) }
        position += 1
        return
      }
      note(.missingEnd, at: position)
      closeCurrent(in: bytes)
    }
    closeCurrent(in: bytes)
    position += 1
  }

  private mutating func closeCurrent(in bytes: Span<UInt8>) {
    if state == .comma {
      note(.looseComma, at: position)
    } else if state == .key || state == .colon {
      addMissingValue()
    }
    endContainer(in: bytes)
    current = outer.popLast() ?? current
    state = .value
  }

  @inline(__always)
  private mutating func endContainer(in bytes: Span<UInt8>) {
    table.close(Int(current.index))
    if current.mayRepeatKeys { noteRepeatedKeys() }
  }

  private mutating func readComma() {
    if outer.isEmpty {
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
    } else if !outer.isEmpty {
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

// MARK: - Keys

extension JSONScanner {
  @inline(__always)
  private mutating func readKey(in bytes: Span<UInt8>) {
    if state == .value { note(.missingComma, at: position) }
    let expected = table.keys.follower(of: current.key)
    if expected > 0, let end = bytes.end(ofQuoted: table.keys[expected], at: position) {
      position = end
      begin(expected)
    } else {
      let text = passOverText(in: bytes).range
      begin(table.key(text, in: bytes, after: current.key))
    }
  }

  /// Takes note of the key of the next member.
  @inline(__always)
  private mutating func begin(_ key: UInt32) {
    let bit: UInt64 = 1 << UInt64(key & 63)
    if current.keyBits & bit != 0 { current.mayRepeatKeys = true }
    current.keyBits |= bit
    current.key = key
    state = .key
  }

  /// Notes each member of the object at hand whose key has come before.
  private mutating func noteRepeatedKeys() {
    membersByKey.removeAll(keepingCapacity: true)
    var children = table.children(of: Int(current.index))
    while let child = children.next(in: table) {
      let key = UInt64(table[child].key)
      if key > 0 { membersByKey.append(key << 32 | UInt64(child)) }
    }
    membersByKey.sort()
    var repeated: [Int] = []
    for (first, second) in zip(membersByKey, membersByKey.dropFirst())
    where first >> 32 == second >> 32 {
      repeated.append(Int(second & 0xFFFF_FFFF))
    }
    for index in repeated.sorted() { note(.repeatedKey, at: table[index].start) }
  }
}

// MARK: - Words

extension JSONScanner {
  private mutating func readWord(in bytes: Span<UInt8>) {
    let start = position
    position += 1
    while position < bytes.count && !bytes[position].endsWord { position += 1 }
    let isKnown = bytes.extracting(start..<position).isJSONWord
    if outer.isEmpty && !isKnown || isBehindEnd {
      noteJunk(at: start)
      return
    }
    if current.isObject && state != .key && state != .colon {
      var next = position
      while next < bytes.count && bytes[next].isMarkupBlank { next += 1 }
      if next < bytes.count && bytes[next] == UInt8(ascii: ":") {
        if state == .value { note(.missingComma, at: start) }
        note(.unquotedKey, at: start)
        begin(table.key(start..<position, in: bytes, after: current.key))
        return
      }
    }
    let end = position
    position = start
    let key = beginValue()
    position = end
    if !isKnown {
      note(.badWord, at: start)
      extendWord(in: bytes)
    }
    let range = start..<position
    _ = table.add(JSONValue(kind: .word, range: range, hasEscapes: false, key: key))
  }

  /// Moves on to the end of a text without quotes, which may have blanks in it.
  private mutating func extendWord(in bytes: Span<UInt8>) {
    var end = position
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: " ") {
        index += 1
      } else if byte.endsWord {
        break
      } else {
        index += 1
        end = index
      }
    }
    position = end
  }
}
