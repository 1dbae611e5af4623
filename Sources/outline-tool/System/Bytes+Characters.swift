extension Span where Element == UInt8 {
  /// Returns the end of the text from `start` on that needs no escapes in a terminal.
  ///
  /// Unless it is `count`, one of the next sixteen bytes may need an escape. Characters begin at
  /// `start` and at the result.
  func firstIndexToExamine(from start: Int) -> Int {
    firstIndex(from: start) { block in
      block.controls.isAny
        || !block.isASCII && (block.invalidBytes .| block.lastBytesOfControls).isAny
    }
  }

  /// Returns the index of the first byte of invalid UTF-8, or `count`; `start` must be the start of
  /// a character.
  func firstInvalidUTF8Index(from start: Int) -> Int {
    var index = start
    while index < count {
      index = firstIndex(from: index) { !$0.isASCII && $0.invalidBytes.isAny }
      let end = Swift.min(index &+ 16, count)
      while index < end {
        let character = DecodedCharacter(in: self, at: index)
        if case .invalidByte = character { return index }
        index &+= character.length
      }
    }
    return count
  }

  /// Returns the start of a character before which no block satisfies a predicate, or `count`.
  @inline(__always)
  private func firstIndex(from start: Int, whereStopping stops: (CharacterBlock) -> Bool) -> Int {
    precondition(start >= 0)
    // In a block, this byte would continue a character before `start`.
    if start < count && self[start] & 0xC0 == 0x80 { return start }
    var index = start
    while index < count {
      if stops(block(at: index)) { return index == start ? start : back(from: index, to: start) }
      index &+= 16
    }
    return start < count && endsWithinCharacter ? back(from: count, to: start) : count
  }

  /// A Boolean value that indicates whether the last character is incomplete.
  private var endsWithinCharacter: Bool {
    self[count - 1] >= 0xC0 || count > 1 && self[count - 2] >= 0xE0
  }

  /// Returns the start of the character before an index, but at least `start`.
  private func back(from index: Int, to start: Int) -> Int {
    var index = index - 1
    while index > start && self[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }

  /// Returns the sixteen bytes from `index` on, or the last sixteen.
  @inline(__always)
  private func block(at index: Int) -> CharacterBlock {
    let index = Swift.min(index, count &- 16)
    if index >= 2 {
      return CharacterBlock(
        bytes: uncheckedBlock(at: index), previous: uncheckedBlock(at: index &- 1),
        beforePrevious: uncheckedBlock(at: index &- 2))
    }
    if index < 0 { return CharacterBlock(words(followedBy: 0x20), before: 0) }
    return CharacterBlock(
      (word(at: index), word(at: index &+ 8)), before: index == 1 ? self[0] : 0)
  }
}

/// Sixteen bytes of UTF-8 text, and the bytes before each of them.
private struct CharacterBlock {
  let bytes: SIMD16<UInt8>
  /// The bytes one and two positions before.
  let previous: SIMD16<UInt8>
  let beforePrevious: SIMD16<UInt8>

  @inline(__always)
  var isASCII: Bool {
    let words = unsafe unsafeBitCast(bytes | previous | beforePrevious, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0
  }

  @inline(__always)
  var controls: SIMDMask<SIMD16<Int8>> { (bytes .< each(0x20)) .| (bytes .== each(0x7F)) }

  /// The bytes that are invalid after the preceding ones, or begin a character of four bytes, which
  /// may be invalid.
  @inline(__always)
  var invalidBytes: SIMDMask<SIMD16<Int8>> {
    let continues = bytes & each(0xC0) .== each(0x80)
    let isExpected = (previous .>= each(0xC0)) .| (beforePrevious .>= each(0xE0))
    // Overlong forms and surrogates.
    let isLow = bytes .< each(0xA0)
    return (continues .^ isExpected) .| (bytes & each(0xFE) .== each(0xC0))
      .| (bytes .>= each(0xF0)) .| ((previous .== each(0xE0)) .& isLow)
      .| ((previous .== each(0xED)) .& .!isLow)
  }

  /// The last bytes of C1 controls, and of characters in blocks that change the direction of text.
  @inline(__always)
  var lastBytesOfControls: SIMDMask<SIMD16<Int8>> {
    let isControl = (previous .== each(0xC2)) .& (bytes .< each(0xA0))
    let isArabicMark = (previous .== each(0xD8)) .& (bytes .== each(0x9C))
    // U+200E to U+2069.
    let isGeneral =
      (beforePrevious .== each(0xE2)) .& (previous & each(0xFE) .== each(0x80))
      .& ((bytes & each(0xFE) .== each(0x8E)) .| (bytes .>= each(0xA6)))
    return isControl .| isArabicMark .| isGeneral
  }
}

extension CharacterBlock {
  /// Creates a block of two little-endian words and the byte before them.
  @inline(__always)
  init(_ words: (UInt64, UInt64), before: UInt8) {
    bytes = SIMD16(words)
    previous = SIMD16((words.0 << 8 | UInt64(before), words.1 << 8 | words.0 >> 56))
    beforePrevious = SIMD16(
      (words.0 << 16 | UInt64(before) << 8, words.1 << 16 | words.0 >> 48))
  }
}

extension SIMDMask<SIMD16<Int8>> {
  @inline(__always)
  fileprivate var isAny: Bool {
    let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return words[0] | words[1] != 0
  }
}
