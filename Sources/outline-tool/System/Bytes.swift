#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Text as the system represents it, not necessarily UTF-8.
///
/// `Array` provides spans only on systems newer than the manifest's minimum.
typealias Bytes = ContiguousArray<UInt8>

extension Span where Element == UInt8 {
  var last: UInt8? { isEmpty ? nil : self[count - 1] }

  /// Returns the index of the first `byte` from `start` on.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let found = unsafe memchr(base + start, Int32(byte), count - start)
      return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
    }
  }

  /// Returns the index of the first of two bytes, or of a zero byte, from `start` on, or `count`.
  @inline(__always)
  func firstIndex(of byte: UInt8, or other: UInt8, from start: Int) -> Int {
    firstIndex(from: start, to: count) { bytes in
      (bytes .== each(byte)) .| (bytes .== each(other)) .| (bytes .== each(0))
    }
  }

  /// Returns the index of the first byte from `start` on that is not printable ASCII, or `count`.
  @inline(__always)
  func firstIndexOfUnprintable(from start: Int) -> Int {
    firstIndex(from: start, to: count) { $0 &- each(0x20) .>= each(0x5F) }
  }

  /// Returns the index of the first control, `&`, `<` or `quote` from `start` on, or `end`.
  @inline(__always)
  func firstIndexOfMarkup(
    or quote: UInt8 = UInt8(ascii: "<"), from start: Int, to end: Int
  ) -> Int {
    firstIndex(from: start, to: end) { bytes in
      (bytes .< each(0x20)) .| (bytes .== each(UInt8(ascii: "&")))
        .| (bytes .== each(UInt8(ascii: "<"))) .| (bytes .== each(quote))
    }
  }

  /// Returns the index of the first quote, backslash or control from `start` on, or `count`.
  @inline(__always)
  func firstIndexOfQuote(from start: Int) -> Int {
    firstIndex(from: start, to: count) { bytes in
      (bytes .< each(0x20)) .| (bytes .== each(UInt8(ascii: "\"")))
        .| (bytes .== each(UInt8(ascii: "\\")))
    }
  }

  /// Returns the index of the first byte from `start` on that cannot be in an XML name, or `count`.
  @inline(__always)
  func firstIndexAfterName(from start: Int) -> Int {
    firstIndex(from: start, to: count) { bytes in
      let isLetter = (bytes | each(0x20)) &- each(UInt8(ascii: "a")) .< each(26)
      let isDigitOrColon = bytes &- each(UInt8(ascii: "0")) .< each(11)
      let isHyphenOrPeriod = bytes &- each(UInt8(ascii: "-")) .< each(2)
      return
        .!(isLetter .| isDigitOrColon .| isHyphenOrPeriod
        .| (bytes .== each(UInt8(ascii: "_"))) .| (bytes .>= each(0x80)))
    }
  }

  /// Returns the index of the first byte from `start` on in a mask, or `end`.
  ///
  /// The closure receives sixteen bytes at a time and must include zero bytes in its mask.
  @inline(__always)
  func firstIndex(
    from start: Int, to end: Int, _ marks: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> Int {
    precondition(start >= 0 && end <= count)
    var index = start
    while index < end {
      // The zeros after the end are in the mask, and stand for the end.
      let block =
        count &- index < 16
        ? SIMD16(extracting(index...).words(followedBy: 0)) : uncheckedBlock(at: index)
      let hits = unsafe unsafeBitCast(marks(block), to: SIMD2<UInt64>.self)
      for half in 0..<2 where hits[half] != 0 {
        let bits = UInt64(littleEndian: hits[half]).trailingZeroBitCount
        return Swift.min(index &+ half &* 8 &+ bits / 8, end)
      }
      index &+= 16
    }
    return end
  }

  /// Returns sixteen bytes without a bounds check.
  @inline(__always)
  func uncheckedBlock(at index: Int) -> SIMD16<UInt8> {
    assert(index >= 0 && index + 16 <= count)
    let bytes = unsafe self.bytes
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
  }

  /// Returns up to fifteen bytes, padded with others, as two little-endian words.
  @inline(never)
  func words(followedBy other: UInt8) -> (UInt64, UInt64) {
    var words = (UInt64(other) &* 0x0101_0101_0101_0101, UInt64(other) &* 0x0101_0101_0101_0101)
    for index in indices.reversed() {
      words = (words.0 << 8 | UInt64(self[index]), words.1 << 8 | words.0 >> 56)
    }
    return words
  }

  /// Returns at most eight bytes as a big-endian number, for fast comparison with packed names; 0
  /// for more.
  @inline(__always)
  func word(in range: Range<Int>) -> UInt64 {
    guard range.lowerBound + 8 <= count else { return lastWord(in: range) }
    guard 1...8 ~= range.count else { return 0 }
    return word(at: range.lowerBound).byteSwapped &>> UInt64(64 &- 8 &* range.count)
  }

  @inline(never)
  private func lastWord(in range: Range<Int>) -> UInt64 {
    range.count > 8 ? 0 : range.reduce(0) { $0 << 8 | UInt64(self[$1]) }
  }

  /// Returns the eight bytes from `index` on as a little-endian number.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    let bytes = unsafe self.bytes
    precondition(index >= 0 && index &+ 8 <= count)
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// Returns at most eight bytes as a little-endian number.
  @inline(__always)
  func word(at start: Int, count length: Int) -> UInt64 {
    if start + 8 <= count { return word(at: start) & (1 << (length * 8) &- 1) }
    var word: UInt64 = 0
    for offset in 0..<length { word |= UInt64(self[start + offset]) << (offset * 8) }
    return word
  }

  @inline(__always)
  func equals(_ text: Range<Int>, _ other: Span<UInt8>, _ otherText: Range<Int>) -> Bool {
    if text.count != otherText.count { return false }
    let distance = otherText.lowerBound - text.lowerBound
    var start = text.lowerBound
    while start + 8 <= text.upperBound {
      if word(at: start) != other.word(at: start + distance) { return false }
      start += 8
    }
    let rest = text.upperBound - start
    return word(at: start, count: rest) == other.word(at: start + distance, count: rest)
  }

  /// Returns whether the bytes come before others in lexicographic order.
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

  /// Appends bytes as one block.
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// The bytes with a terminating zero, for C functions.
  var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}

/// Returns sixteen copies of a byte.
@inline(__always)
func each(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }

extension SIMD16<UInt8> {
  /// Creates a vector of two little-endian words.
  @inline(__always)
  init(_ words: (UInt64, UInt64)) {
    let words = SIMD2(words.0.littleEndian, words.1.littleEndian)
    self = unsafe unsafeBitCast(words, to: SIMD16<UInt8>.self)
  }
}
