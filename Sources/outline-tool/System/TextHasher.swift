/// A hash function with random numbers, so that no file can make its texts collide.
struct TextHasher {
  private let seed = UInt64.random(in: 0 ... .max)
  private let multiplier = UInt64.random(in: 0 ... .max) | 1

  /// Returns the hash of a text; equal texts in different scopes have different hashes.
  @inline(__always)
  func hash(of text: Range<Int>, in bytes: Span<UInt8>, scope: UInt64 = 0) -> UInt64 {
    var hash = seed ^ scope &* multiplier
    var start = text.lowerBound
    while start + 8 <= text.upperBound {
      hash = combine(hash, bytes.word(at: start))
      start += 8
    }
    if start == text.upperBound { return hash }
    return combine(hash, bytes.word(at: start, count: text.upperBound - start))
  }

  /// Returns the hash of two hashes, regardless of their order.
  @inline(__always)
  func combine(_ hash: UInt64, _ other: UInt64) -> UInt64 {
    let product = (hash ^ other).multipliedFullWidth(by: multiplier)
    return product.high ^ product.low
  }
}
