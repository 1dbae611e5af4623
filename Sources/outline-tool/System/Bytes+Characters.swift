extension Span where Element == UInt8 {
  /// Returns the start of the first character from `start` on that is harmful to terminals, or
  /// `count`.
  func firstHarmfulIndex(from start: Int) -> Int {
    var index = firstIndexOfUnprintable(from: start)
    while index < count {
      let character = DecodedCharacter(in: self, at: index)
      if !character.isHarmless { return index }
      index = firstIndexOfUnprintable(from: index &+ character.length)
    }
    return count
  }

  /// Returns the index of the first byte of invalid UTF-8, or `count`; `start` must be the start of
  /// a character.
  func firstInvalidUTF8Index(from start: Int) -> Int {
    var index = start
    while index < count {
      let character = DecodedCharacter(in: self, at: index)
      if case .invalidByte = character { return index }
      index &+= character.length
      // The mask includes zero bytes.
      if character.length == 1 {
        index = firstIndex(from: index, to: count) { ($0 .>= each(0x80)) .| ($0 .== each(0)) }
      }
    }
    return count
  }
}
