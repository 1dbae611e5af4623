/// The keys of a JSON file, numbered from 1.
struct JSONKeys {
  /// A key, with data to recognize its next occurrence.
  private struct Key {
    /// The first bytes of the key and its closing quote, at most eight, and a mask for them.
    ///
    /// A key that is not plain, or is at the end of the file, has a word that no bytes equal.
    var word: UInt64 = 1
    var mask: UInt64 = 0
    /// The last eight bytes of a longer key and its quote.
    var tail: UInt64 = 0
    var length = 0
    /// The latest key that followed this one, and the latest first key of an object under it.
    var follower: UInt32 = 0
    var first: UInt32 = 0
  }

  private var index = TextIndex()
  /// The first entry is for values without a key.
  private var keys = [Key()]

  var count: Int { index.count }

  /// The first occurrence of a key; empty for key 0.
  subscript(key: UInt32) -> Range<Int> { key > 0 ? index[Int(key) - 1] : 0..<0 }

  /// Returns the number of a key, or `nil` if no object has it.
  func number(of key: Span<UInt8>, in bytes: Span<UInt8>) -> UInt32? {
    index.number(of: 0..<key.count, in: key, known: bytes).map { UInt32($0 + 1) }
  }

  /// Returns the key at `position` and the offset after its quote, if it is the expected one.
  ///
  /// The expected key is the latest follower of `last`. If `last` is 0, it is the latest first key
  /// of an object under `owner`.
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
      // Compare the bytes between the word and the tail.
      if key.length > 15 {
        let first = self[number].lowerBound
        for offset in 8..<key.length &- 7
        where bytes[position + 1 + offset] != bytes[first + offset] { return nil }
      }
    }
    return (number, end &+ 1)
  }

  /// Returns the number of a key that follows another key, or comes first.
  mutating func add(
    _ text: Range<Int>, in bytes: Span<UInt8>, after last: UInt32, of owner: UInt32
  ) -> UInt32 {
    let (number, isNew) = index.add(text, in: bytes)
    if isNew {
      var key = Key(length: text.count)
      let isPlain = bytes.extracting(text).firstIndexOfQuote(from: 0) == text.count
      if isPlain && text.lowerBound + 8 <= bytes.count {
        // A shift by 64 or more gives 0.
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
