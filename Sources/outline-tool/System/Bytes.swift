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
  func firstIndexOfUnprintable(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bytes = unsafe self.bytes
    var index = start
    // Eight at a time: a byte below 0x20, one of 0x7F, and one above leave their highest bit set. A
    // borrow can set it by mistake, but only above a byte that has it rightly.
    while index + 8 <= count {
      let word = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let deletes = word ^ (ones &* 0x7F)
      let found = (word &- ones &* 0x20) | (deletes &- ones) | word
      let hits = found & (ones &* 0x80)
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count && self[index].isPrintableASCII { index += 1 }
    return index
  }

  /// Returns the place of the first byte from `start` on that is a control, `&` or `<`, or `end`.
  func firstIndexOfMarkup(from start: Int, to end: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bytes = unsafe extracting(..<end).bytes
    var index = start
    // As above: a borrow makes mistakes only behind a byte that is rightly found.
    while index + 8 <= end {
      let word = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let ampersands = word ^ (ones &* UInt64(UInt8(ascii: "&")))
      let brackets = word ^ (ones &* UInt64(UInt8(ascii: "<")))
      let controls = (word &- ones &* 0x20) & ~word
      let found = ((ampersands &- ones) & ~ampersands) | ((brackets &- ones) & ~brackets) | controls
      let hits = found & (ones &* 0x80)
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, self[index] >= 0x20, self[index] != UInt8(ascii: "&"),
      self[index] != UInt8(ascii: "<")
    {
      index += 1
    }
    return index
  }

  /// Returns the place of the first byte from `start` on that is a quote, a backslash or a control,
  /// or `count`: what may end a text of JSON, or need a look.
  func firstIndexOfQuote(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bytes = unsafe self.bytes
    var index = start
    // As above: the lowest of the bits that are set is set rightly.
    while index + 8 <= count {
      let word = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let found =
        ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes)
        | ((backslashes &- ones) & ~backslashes)
      let hits = found & (ones &* 0x80)
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      let byte = self[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      index += 1
    }
    return index
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

extension UInt8 {
  fileprivate var isPrintableASCII: Bool { self &- 0x20 < 0x5F }
}
