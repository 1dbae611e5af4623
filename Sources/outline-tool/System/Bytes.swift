#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Text as the system has it: bytes that need not be UTF-8.
typealias Bytes = [UInt8]

extension Span where Element == UInt8 {
  var last: UInt8? { isEmpty ? nil : self[count - 1] }

  /// Returns the place of the first `byte` from `start` on, searching many bytes at a time.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let found = unsafe memchr(base + start, Int32(byte), count - start)
      return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
    }
  }

  /// Returns the place of the first byte from `start` on that is not printable ASCII, or `count`.
  @inline(__always)
  func firstIndexOfUnprintable(from start: Int) -> Int {
    firstIndex(from: start, to: count) { $0 &- each(0x20) .>= each(0x5F) }
  }

  /// Returns the place of a character from `start` on, before which a terminal only shows what
  /// there is, or `count`; a character begins at `start`.
  ///
  /// The characters from there on are to be looked at one by one, for eight bytes: one of them may
  /// do more, or be none.
  func firstIndexToExamine(from start: Int) -> Int {
    precondition(start >= 0)
    var index = start
    // The bytes behind those seen that have to go on with a character.
    var expected: UInt64 = 0
    while index < count {
      let word =
        count &- index < 8
        ? lastWord(from: index, to: count) | UInt64(each: 0x20) << UInt64(8 &* (count &- index))
        : self.word(at: index)
      // Most text is plain.
      if word.unprintableBytes | expected == 0 {
        index &+= 8
        continue
      }
      // What begins with 0xC2, 0xD8 or 0xE2 may be a control, too.
      let suspects =
        word.bytesLess(than: 0x20) | word.bytes(equal: 0x7F) | word.bytes(equal: 0xC2)
        | word.bytes(equal: 0xD8) | word.bytes(equal: 0xE2)
      guard let following = word.continuations(after: expected) else { break }
      let hits = suspects & UInt64(each: 0x80)
      if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
      expected = following
      index &+= 8
    }
    if expected == 0 { return Swift.min(index, count) }
    index = Swift.min(index, count) &- 1
    while self[index] & 0xC0 == 0x80 { index &-= 1 }
    return index
  }

  /// Returns the place of the first byte from `start` on that is in no character of UTF-8, or
  /// `count`; a character begins at `start`.
  func firstIndexBesideUTF8(from start: Int) -> Int {
    precondition(start >= 0)
    var index = start
    // The bytes behind those seen that have to go on with a character.
    var expected: UInt64 = 0
    while index < count || expected != 0 {
      if count &- index >= 8 {
        if let following = word(at: index).continuations(after: expected) {
          expected = following
          index &+= 8
          continue
        }
      }
      if expected != 0 {
        index &-= 1
        while self[index] & 0xC0 == 0x80 { index &-= 1 }
        expected = 0
      }
      let end = Swift.min(index &+ 8, count)
      while index < end {
        let character = DecodedCharacter(in: self, at: index)
        if case .invalidByte = character { return index }
        index &+= character.length
      }
    }
    return count
  }

  /// Returns the place of the first byte from `start` on that is a control, `&`, `<` or another
  /// one, or `end`.
  func firstIndexOfMarkup(
    or quote: UInt8 = UInt8(ascii: "<"), from start: Int, to end: Int
  ) -> Int {
    firstIndex(from: start, to: end) { bytes in
      (bytes .< each(0x20)) .| (bytes .== each(UInt8(ascii: "&")))
        .| (bytes .== each(UInt8(ascii: "<"))) .| (bytes .== each(quote))
    }
  }

  /// Returns the place of the first byte from `start` on that is a quote, a backslash or a control,
  /// or `count`: what may end a text of JSON, or need a look.
  func firstIndexOfQuote(from start: Int) -> Int {
    firstIndex(from: start, to: count) { bytes in
      (bytes .< each(0x20)) .| (bytes .== each(UInt8(ascii: "\"")))
        .| (bytes .== each(UInt8(ascii: "\\")))
    }
  }

  /// Returns the place of the first byte from `start` on that is no letter of ASCII, or `count`.
  @inline(__always)
  func firstIndexOfNonletter(from start: Int) -> Int {
    firstIndex(from: start, to: count) {
      ($0 | each(0x20)) &- each(UInt8(ascii: "a")) .>= each(26)
    }
  }

  /// Returns the place of the first byte from `start` on that `marks` marks, or `end`.
  ///
  /// It is given sixteen bytes at a time, and has to mark a zero.
  @inline(__always)
  private func firstIndex(
    from start: Int, to end: Int, _ marks: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> Int {
    precondition(start >= 0 && end <= count)
    let bytes = unsafe self.bytes
    var index = start
    while index < end {
      let block =
        unsafe end &- index < 16
        ? lastBlock(from: index, to: end)
        : bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
      let hits = unsafe unsafeBitCast(marks(block), to: SIMD2<UInt64>.self)
      // What is marked behind the end stands for it.
      for half in 0..<2 where hits[half] != 0 {
        let bits = UInt64(littleEndian: hits[half]).trailingZeroBitCount
        return index &+ half &* 8 &+ bits / 8
      }
      index &+= 16
    }
    return end
  }

  /// Fewer than sixteen bytes of a range, with zeros behind them.
  @inline(__always)
  private func lastBlock(from start: Int, to end: Int) -> SIMD16<UInt8> {
    let isLong = end &- start >= 8
    let words = SIMD2(
      (isLong ? word(at: start) : lastWord(from: start, to: end)).littleEndian,
      (isLong ? lastWord(from: start &+ 8, to: end) : 0).littleEndian)
    return unsafe unsafeBitCast(words, to: SIMD16<UInt8>.self)
  }

  /// Fewer than eight bytes of a range, with zeros behind them.
  @inline(never)
  private func lastWord(from start: Int, to end: Int) -> UInt64 {
    if end < 8 { return (start..<end).reversed().reduce(0) { $0 << 8 | UInt64(self[$1]) } }
    let word = unsafe self.bytes.unsafeLoadUnaligned(fromByteOffset: end - 8, as: UInt64.self)
    return UInt64(littleEndian: word) >> UInt64(8 * (8 - (end - start)))
  }

  /// The bytes of a range as one number, which is compared faster than a name; 0 for more than
  /// eight.
  func word(in range: Range<Int>) -> UInt64 {
    guard 1...8 ~= range.count else { return 0 }
    if range.lowerBound + 8 <= count {
      let word = unsafe bytes.unsafeLoadUnaligned(
        fromByteOffset: range.lowerBound, as: UInt64.self)
      return UInt64(bigEndian: word) &>> UInt64(64 &- 8 &* range.count)
    }
    return range.reduce(0) { $0 << 8 | UInt64(self[$1]) }
  }

  /// Returns the eight bytes from `index` on, the first of them the lowest.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    let bytes = unsafe self.bytes
    precondition(index >= 0 && index &+ 8 <= count)
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Whether these bytes come before the others in the order of byte values.
  func precedes(_ other: Span<UInt8>) -> Bool {
    let order = unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else {
          return Int32(0)
        }
        return unsafe memcmp(left, right, Swift.min(count, other.count))
      }
    }
    return order == 0 ? count < other.count : order < 0
  }
}

extension Bytes {
  init(copying bytes: Span<UInt8>) {
    self.init()
    append(bytes)
  }

  /// Appends bytes in one block copy.
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// The same bytes with a zero byte after them, as C calls take a name.
  var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}

/// The same byte sixteen times.
@inline(__always)
private func each(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }

// Eight bytes as one number.
extension UInt64 {
  /// The same byte eight times.
  fileprivate init(each byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Has the highest bit set of bytes that are less than another; a borrow can set others by
  /// mistake, but only above a byte that has it rightly.
  fileprivate func bytesLess(than byte: UInt8) -> UInt64 { (self &- UInt64(each: byte)) & ~self }

  /// Has the highest bit set of bytes that are equal to another, with mistakes as above.
  fileprivate func bytes(equal byte: UInt8) -> UInt64 {
    (self ^ UInt64(each: byte)).bytesLess(than: 1)
  }

  /// Has the highest bit set of bytes that are not printable ASCII, and no other bit; a borrow or a
  /// carry can set others by mistake, but only above a byte that has it rightly.
  fileprivate var unprintableBytes: UInt64 {
    // A byte below 0x20, one of 0x7F, and one above leave their highest bit set.
    ((self &- UInt64(each: 0x20)) | (self &+ UInt64(each: 1)) | self) & UInt64(each: 0x80)
  }

  /// Returns which of the next bytes have to go on with a character of UTF-8, where these do so if
  /// they are expected to, and else `nil`.
  ///
  /// That is also for what needs a closer look: what begins characters of four bytes, and what only
  /// some bytes can follow.
  @inline(__always)
  fileprivate func continuations(after expected: UInt64) -> UInt64? {
    let high = self & UInt64(each: 0x80)
    // The highest bit of a byte tells what it begins: any character of several bytes, one of three
    // at least, of four at least.
    let lead = high & self << 1
    let lead3 = lead & self << 2
    let lead4 = lead3 & self << 3
    // 0xC0, 0xC1, 0xE0 and 0xE1; 0xEC and 0xED.
    let isLow = lead & ~(self << 3 | self << 4 | self << 5 | self << 6)
    let isBeforeHalves = lead3 & ~(self << 3 | self << 6) & self << 4 & self << 5
    let continuations = expected | lead << 8 | lead3 << 16
    guard high ^ lead == continuations, lead4 | isLow | isBeforeHalves == 0 else { return nil }
    return lead >> 56 | lead3 >> 48
  }
}
