/// Returns a Boolean value that indicates whether two equal items also have the same content.
///
/// Items with the same bytes have the same content, and so have equal strings. The content of
/// ``Identified`` items is their value.
///
/// - Returns: `nil` if only a closure of the client could tell
@inlinable
package func haveSameContent<Item>(_ left: Item, _ right: Item) -> Bool? {
  if haveEqualBytes(left, right) { return true }
  #if hasFeature(Embedded)
    return nil
  #else
    if Item.self == String.self { return true }
    return (left as? any ContentComparable)?.hasContent(of: right)
  #endif
}

#if !hasFeature(Embedded)
  /// An item that can be equal to one with other content, and knows how to compare the content.
  @usableFromInline
  protocol ContentComparable {
    func hasContent(of other: Any) -> Bool
  }

  extension Identified: ContentComparable where Value: Equatable {
    @usableFromInline
    func hasContent(of other: Any) -> Bool { (other as? Self)?.value == value }
  }
#endif

/// Returns a Boolean value that indicates whether two values have the same bytes.
///
/// Values with other bytes, such as long strings, can still have the same content.
@inlinable
func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  unsafe withUnsafeBytes(of: left) { left in
    unsafe withUnsafeBytes(of: right) { right in
      // Whole words first, which is much faster than byte after byte.
      var offset = 0
      while offset + 8 <= left.count {
        let word = unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let other = unsafe right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if word != other { return false }
        offset += 8
      }
      while offset < left.count {
        if unsafe left[offset] != right[offset] { return false }
        offset += 1
      }
      return true
    }
  }
}
