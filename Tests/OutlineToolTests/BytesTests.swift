import Testing

@testable import outline_tool

@Suite("Bytes")
struct BytesTests {
  /// Searches for each byte at each position of texts of various lengths, with an equal byte before
  /// the searched range.
  ///
  /// A search of one byte after another finds the same.
  @Test func vectorizedSearchesAgreeWithBytewiseOnes() {
    for byte in UInt8.min...UInt8.max {
      for length in [1, 7, 8, 9, 15, 16, 17, 24, 33] {
        for position in 0..<length {
          var text = Bytes(repeating: UInt8(ascii: "a"), count: length + 1)
          text[0] = byte
          text[position + 1] = byte
          if position + 2 < text.count { text[position + 2] = byte &+ 1 }
          check(text, byte: byte)
        }
      }
    }
  }

  private func check(_ text: Bytes, byte: UInt8) {
    let (span, end) = (text.span, text.count)
    func first(_ fits: (UInt8) -> Bool) -> Int { text[1...].firstIndex(where: fits) ?? end }
    let isControl = { (byte: UInt8) in byte < 0x20 }
    let quote = UInt8(ascii: "'")
    let markup = Bytes("&<".utf8)
    let json = Bytes("\"\\".utf8)
    let others = Bytes("-.:_".utf8)
    let isInName = { (byte: UInt8) in
      byte.isASCIILetter || byte.isASCIIDigit || others.contains(byte) || byte >= 0x80
    }
    let found = [
      span.firstIndexOfUnprintable(from: 1), span.firstIndexOfMarkup(from: 1, to: end),
      span.firstIndexOfMarkup(or: quote, from: 1, to: end), span.firstIndexOfQuote(from: 1),
      span.firstIndexAfterName(from: 1), span.firstIndexOfMarkup(from: 1, to: end - 1),
    ]
    let expected = [
      first { $0 < 0x20 || $0 >= 0x7F }, first { isControl($0) || markup.contains($0) },
      first { isControl($0) || markup.contains($0) || $0 == quote },
      first { isControl($0) || json.contains($0) }, first { !isInName($0) },
      min(first { isControl($0) || markup.contains($0) }, end - 1),
    ]
    #expect(found == expected, "\(byte) in \(text)")
  }

  /// The first and last characters of each kind, and invalid bytes, at positions in and across
  /// blocks.
  ///
  /// Decoding one character after another finds the same.
  @Test func invalidUTF8SearchAgreesWithDecoding() {
    let pieces: [Bytes] = [
      [0xC2, 0x80], [0xC1, 0xBF], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE0, 0x9F, 0xBF],
      [0xED, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF],
      [0xF0, 0x90, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xE1, 0x80], [0xE1, 0x80, 0xC0], [0xC3, 0x28], [0x80], [0xFF],
      [0xC0, 0x9B], [0xF5, 0x80, 0x80], [0xFF, 0x80, 0x80],
    ]
    for piece in pieces {
      for other in pieces {
        for length in [0, 1, 2, 9, 10, 11, 12, 13, 14, 15, 16, 17, 29] {
          let text = Bytes(repeating: 0x61, count: length) + piece + other + Bytes("bcdefgh".utf8)
          var index = 0
          var expected: [Int] = []
          while index < text.count {
            let character = DecodedCharacter(in: text.span, at: index)
            if case .invalidByte = character { expected.append(index) }
            index += character.length
          }
          var found: [Int] = []
          var next = text.span.firstInvalidUTF8Index(from: 0)
          while next < text.count {
            found.append(next)
            next = text.span.firstInvalidUTF8Index(from: next + 1)
          }
          #expect(found == expected, "\(text)")
        }
      }
    }
  }

  /// Characters that are harmful to terminals, beside harmless ones, at positions in and across
  /// blocks.
  @Test func onlyHarmlessCharactersAreSkipped() {
    let pieces: [Bytes] = [
      [0x1F], [0x7F], [0xC2, 0x80], [0xC2, 0x9F], [0xC2, 0xA0], [0xD8, 0x9B], [0xD8, 0x9C],
      [0xE2, 0x80, 0x8E], [0xE2, 0x80, 0x90], [0xE2, 0x80, 0xA8], [0xE2, 0x81, 0xA9],
      [0xE2, 0x82, 0xAC], [0xC3, 0xBC], [0xE6, 0x97, 0xA5], [0xF0, 0x9F, 0x91, 0xA9], [0xC3],
      [0xE6, 0x97], [0xF0, 0x9F, 0x91], [0x80], [0x20], [0x7E], [0xC0, 0x9B], [0xFF, 0x80, 0x80],
      [0xED, 0xA0, 0x80],
    ]
    for piece in pieces {
      for other in pieces {
        for length in [0, 1, 2, 11, 12, 13, 14, 15, 16, 17, 30] {
          for rest in [0, 1, 2, 13, 16] {
            let text =
              Bytes(repeating: 0x61, count: length) + piece + other
              + Bytes(repeating: 0x7A, count: rest)
            checkSkipping(text)
          }
        }
      }
    }
    // Terminals only display all of this.
    for text in ["Überführung 日本語 12 ~! “ไทย” —한국어 10 °C, Ελληνικά · עברית", "日本語 12345678 grün"] {
      let plain = Bytes(text.utf8)
      for length in 0...plain.count
      where length == plain.count || plain[length] & 0xC0 != 0x80 {
        #expect(plain.span.extracting(..<length).firstHarmfulIndex(from: 0) == length)
      }
    }
  }

  /// Searches from the start and after each harmful character, as escaping does.
  private func checkSkipping(_ text: Bytes) {
    var index = 0
    var found = text.span.firstHarmfulIndex(from: 0)
    while index < text.count {
      let character = DecodedCharacter(in: text.span, at: index)
      if !character.isHarmless {
        #expect(found == index, "\(text)")
        found = text.span.firstHarmfulIndex(from: index + character.length)
      }
      index += character.length
    }
    #expect(found == text.count, "\(text)")
  }

  @Test func wordsPackTheBytesOfRanges() {
    let text = Bytes("abcdefghijk".utf8)
    for start in 0..<text.count {
      for end in start...text.count {
        let word = text[start..<end].reduce(0) { $0 << 8 | UInt64($1) }
        let expected = end - start > 8 ? 0 : word
        #expect(text.span.word(in: start..<end) == expected, "\(start)..<\(end)")
      }
    }
  }
}
