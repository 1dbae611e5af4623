/// The keys of a file of JSON, numbered from 1.
struct JSONKeys {
  /// What is known of a key to tell at once whether it comes again.
  private struct Key {
    /// What the key and its last quote begin with, of at most eight bytes, and which bits those
    /// are; what nothing is equal to for a key that is not plain, or at the end of the file.
    var word: UInt64 = 1
    var mask: UInt64 = 0
    /// What they end with, if they are longer.
    var tail: UInt64 = 0
    var length = 0
    /// The key that came behind it the last time, and the one that began an object it has.
    var follower: UInt32 = 0
    var first: UInt32 = 0
  }

  private var index = TextIndex()
  /// The first is for values without a key.
  private var keys = [Key()]

  var count: Int { index.count }

  /// Where in the file a key came first; empty for none.
  subscript(key: UInt32) -> Range<Int> { key > 0 ? index[Int(key) - 1] : 0..<0 }

  /// Returns the number of a key that some object has.
  func number(of key: Span<UInt8>, in bytes: Span<UInt8>) -> UInt32? {
    index.number(of: key, in: bytes).map { UInt32($0 + 1) }
  }

  /// Returns the key in quotes at `position`, and the place behind it, if it is the one that came
  /// there before: behind the key `last`, or for 0, at the beginning of an object of the key
  /// `owner`.
  @inline(__always)
  func expected(
    at position: Int, after last: UInt32, of owner: UInt32, in bytes: Span<UInt8>
  ) -> (key: UInt32, end: Int)? {
    let number = last > 0 ? keys[Int(last)].follower : keys[Int(owner)].first
    let key = keys[Int(number)]
    let end = position &+ 1 &+ key.length
    guard end &+ 8 <= bytes.count, bytes.word(at: position &+ 1) & key.mask == key.word
    else { return nil }
    if key.length >= 8 {
      guard bytes.word(at: end &- 7) == key.tail else { return nil }
      // The bytes between those that were compared.
      if key.length > 15 {
        let first = self[number].lowerBound
        for offset in 8..<key.length &- 7
        where bytes[position + 1 + offset] != bytes[first + offset] { return nil }
      }
    }
    return (number, end &+ 1)
  }

  /// Returns the number of a key that comes behind another, or first.
  mutating func add(
    _ text: Range<Int>, in bytes: Span<UInt8>, after last: UInt32, of owner: UInt32
  ) -> UInt32 {
    let (number, isNew) = index.add(text, in: bytes)
    if isNew {
      var key = Key(length: text.count)
      let isPlain = bytes.extracting(text).firstIndexOfQuote(from: 0) == text.count
      if isPlain && text.lowerBound + 8 <= bytes.count {
        // Shifts by 64 and more leave nothing.
        let bits = text.count * 8
        let textMask: UInt64 = 1 << bits &- 1
        key.mask = 1 << (bits + 8) &- 1
        key.word = bytes.word(at: text.lowerBound) & textMask | 0x22 << bits
        if bits >= 64 { key.tail = bytes.word(at: text.upperBound - 8) >> 8 | 0x22 << 56 }
      }
      keys.append(key)
    }
    let key = UInt32(number + 1)
    if last > 0 { keys[Int(last)].follower = key } else { keys[Int(owner)].first = key }
    return key
  }
}
