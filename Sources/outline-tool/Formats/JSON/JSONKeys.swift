/// The keys of a JSON file, numbered from 1.
struct JSONKeys {
  private var index = TextIndex()

  var count: Int { index.count }

  /// The first occurrence of a key; empty for key 0.
  subscript(key: UInt32) -> Range<Int> { key > 0 ? index[Int(key) - 1] : 0..<0 }

  /// Returns the number of a key, or `nil` if no object has it.
  func number(of key: Span<UInt8>, in bytes: Span<UInt8>) -> UInt32? {
    index.number(of: 0..<key.count, in: key, known: bytes).map { UInt32($0 + 1) }
  }

  /// Returns the number of a key, and adds the key if necessary.
  mutating func add(_ text: Range<Int>, in bytes: Span<UInt8>) -> UInt32 {
    UInt32(index.add(text, in: bytes).number + 1)
  }
}
