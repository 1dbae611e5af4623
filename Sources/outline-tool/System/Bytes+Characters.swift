extension Span where Element == UInt8 {
  /// Returns the beginning of a character from `start` on, before which a terminal only shows what
  /// there is, or `count`; `start` is not within a character.
  ///
  /// The characters from there on are to be looked at one by one, for sixteen bytes: one of them
  /// may do more, or be none.
  func firstIndexToExamine(from start: Int) -> Int {
    firstIndex(from: start) { block in
      block.controls.isAny
        || !block.isASCII && (block.invalidBytes .| block.lastBytesOfControls).isAny
    }
  }

  /// Returns the place of the first byte from `start` on that is in no character of UTF-8, or
  /// `count`; `start` is not within a character.
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

  /// Returns the beginning of a character, before which no block is stopped at, or `count`.
  @inline(__always)
  private func firstIndex(from start: Int, whereStopping stops: (CharacterBlock) -> Bool) -> Int {
    precondition(start >= 0)
    // A block would have this belong to a byte before `start`, which is of no character.
    if start < count && self[start] & 0xC0 == 0x80 { return start }
    var index = start
    while index < count {
      if stops(block(at: index)) { return index == start ? start : back(from: index, to: start) }
      index &+= 16
    }
    return start < count && endsWithinCharacter ? back(from: count, to: start) : count
  }

  /// Whether the last character is not whole.
  private var endsWithinCharacter: Bool {
    self[count - 1] >= 0xC0 || count > 1 && self[count - 2] >= 0xE0
  }

  /// Returns the beginning of the character in front of a place, or `start`.
  private func back(from index: Int, to start: Int) -> Int {
    var index = index - 1
    while index > start && self[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }

  /// The sixteen bytes from `index` on, or the last ones.
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

/// Sixteen bytes of text in UTF-8, and those before each of them.
private struct CharacterBlock {
  let bytes: SIMD16<UInt8>
  /// Before each byte, and before that.
  let previous: SIMD16<UInt8>
  let beforePrevious: SIMD16<UInt8>

  /// Whether all are ASCII, those before them, too.
  @inline(__always)
  var isASCII: Bool {
    let words = unsafe unsafeBitCast(bytes | previous | beforePrevious, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// The controls of ASCII.
  @inline(__always)
  var controls: SIMDMask<SIMD16<Int8>> { (bytes .< each(0x20)) .| (bytes .== each(0x7F)) }

  /// Those that are no UTF-8 behind what is before them, or begin a character of four bytes, which
  /// needs a closer look.
  @inline(__always)
  var invalidBytes: SIMDMask<SIMD16<Int8>> {
    let continues = bytes & each(0xC0) .== each(0x80)
    let isExpected = (previous .>= each(0xC0)) .| (beforePrevious .>= each(0xE0))
    // Longer forms than needed, and halves of characters.
    let isLow = bytes .< each(0xA0)
    return (continues .^ isExpected) .| (bytes & each(0xFE) .== each(0xC0))
      .| (bytes .>= each(0xF0)) .| ((previous .== each(0xE0)) .& isLow)
      .| ((previous .== each(0xED)) .& .!isLow)
  }

  /// Those that end another control, or a character near those that change the direction of text.
  @inline(__always)
  var lastBytesOfControls: SIMDMask<SIMD16<Int8>> {
    let isControl = (previous .== each(0xC2)) .& (bytes .< each(0xA0))
    let isArabicMark = (previous .== each(0xD8)) .& (bytes .== each(0x9C))
    // Those from U+200E to U+2069.
    let isGeneral =
      (beforePrevious .== each(0xE2)) .& (previous & each(0xFE) .== each(0x80))
      .& ((bytes & each(0xFE) .== each(0x8E)) .| (bytes .>= each(0xA6)))
    return isControl .| isArabicMark .| isGeneral
  }
}

extension CharacterBlock {
  /// The bytes of two words, each with the first byte as the lowest, with one byte before them.
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
