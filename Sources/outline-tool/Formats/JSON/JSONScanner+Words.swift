// Keys and literals.

extension JSONScanner {
  @inline(__always)
  mutating func readKey(in bytes: Span<UInt8>, _ values: inout OutputSpan<JSONValue>) {
    if state == .value { report(.missingComma, at: position) }
    let expected = keys.expected(
      at: position, after: key, of: values[container].key, in: bytes)
    // The colon usually follows immediately.
    if let (key, end) = expected, end < bytes.count, bytes[end] == UInt8(ascii: ":") {
      beginMember(key, of: &values)
      position = end &+ 1
      state = .colon
    } else {
      readKey(expected, in: bytes, &values)
    }
  }

  @inline(never)
  private mutating func readKey(
    _ expected: (key: UInt32, end: Int)?, in bytes: Span<UInt8>,
    _ values: inout OutputSpan<JSONValue>
  ) {
    if let (key, end) = expected, bytes.canEndText(at: end - 1) {
      beginMember(key, of: &values)
      position = end
    } else {
      beginMember(skipString(in: bytes).range, in: bytes, of: &values)
    }
    state = .key
  }

  private mutating func beginMember(
    _ text: Range<Int>, in bytes: Span<UInt8>, of values: inout OutputSpan<JSONValue>
  ) {
    let key = keys.add(text, in: bytes, after: key, of: values[container].key)
    beginMember(key, of: &values)
  }

  @inline(__always)
  private mutating func beginMember(_ key: UInt32, of values: inout OutputSpan<JSONValue>) {
    // Most objects have their keys in the order of their first occurrence.
    if key <= self.key { values[container].mayHaveDuplicateKeys = true }
    self.key = key
  }

  /// Reports the members of the last object whose keys have occurred in it before.
  @inline(never)
  mutating func reportDuplicateKeys(
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

  mutating func readLiteral(in bytes: Span<UInt8>, to values: inout OutputSpan<JSONValue>) {
    let start = position
    while position < bytes.count && bytes[position].isASCIIDigit { position += 1 }
    let isNumber = position > start && (bytes[start] != 0x30 || position == start + 1)
    if position == start { position += 1 }
    let end = position
    while position < bytes.count && !bytes[position].endsLiteral { position += 1 }
    let isKnown =
      isNumber && position == end || bytes.extracting(start..<position).isJSONLiteral
    if container == 0 && !isKnown || isAfterEnd(of: values) {
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
