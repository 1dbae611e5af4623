// Keys, and values without quotes.

extension JSONScanner {
  @inline(__always)
  mutating func readKey(in bytes: Span<UInt8>) {
    if state == .value { note(.missingComma, at: position) }
    if let (key, end) = table.keys.expected(
      at: position, after: key, of: table[container].key, in: bytes)
    {
      beginMember(key)
      position = end
    } else {
      readUnexpectedKey(in: bytes)
    }
    state = .key
    // The colon is mostly right behind it.
    if position < bytes.count && bytes[position] == UInt8(ascii: ":") {
      position &+= 1
      state = .colon
    }
  }

  @inline(never)
  private mutating func readUnexpectedKey(in bytes: Span<UInt8>) {
    beginMember(passOverText(in: bytes).range, in: bytes)
  }

  private mutating func beginMember(_ text: Range<Int>, in bytes: Span<UInt8>) {
    beginMember(table.keys.add(text, in: bytes, after: key, of: table[container].key))
  }

  /// Takes note of the key of the next member.
  @inline(__always)
  private mutating func beginMember(_ key: UInt32) {
    // Most objects have their keys in the order in which the file had them first.
    if key <= self.key { table.doubtKeys(of: container) }
    self.key = key
  }

  /// Notes each member of an object whose key has come before.
  @inline(never)
  mutating func noteRepeatedKeys(of object: Int) {
    if !mayRepeatKeys(object) { return }
    membersByKey.removeAll(keepingCapacity: true)
    var children = table.children(of: object)
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

  /// Whether two members of an object have keys with the same lowest bits.
  private func mayRepeatKeys(_ object: Int) -> Bool {
    var bits: UInt64 = 0
    var children = table.children(of: object)
    while let child = children.next(in: table) {
      let bit: UInt64 = 1 << UInt64(table[child].key & 63)
      if bits & bit != 0 { return true }
      bits |= bit
    }
    return false
  }

  mutating func readWord(in bytes: Span<UInt8>) {
    let start = position
    while position < bytes.count && bytes[position].isASCIIDigit { position += 1 }
    let isNumber = position > start && (bytes[start] != 0x30 || position == start + 1)
    if position == start { position += 1 }
    let end = position
    while position < bytes.count && !bytes[position].endsWord { position += 1 }
    let isKnown =
      isNumber && position == end || bytes.extracting(start..<position).isJSONWord
    if container == 0 && !isKnown || isBehindEnd {
      noteJunk(at: start)
      return
    }
    if isInObject && state != .key && state != .colon {
      var next = position
      while next < bytes.count && bytes[next].isMarkupBlank { next += 1 }
      if next < bytes.count && bytes[next] == UInt8(ascii: ":") {
        if state == .value { note(.missingComma, at: start) }
        note(.unquotedKey, at: start)
        beginMember(start..<position, in: bytes)
        state = .key
        return
      }
    }
    let key = beginValue(at: start)
    if !isKnown {
      note(.badWord, at: start)
      extendWord(in: bytes)
    }
    let range = start..<position
    _ = table.add(JSONValue(kind: .word, range: range, hasEscapes: false, key: key))
    passOverComma(in: bytes)
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
