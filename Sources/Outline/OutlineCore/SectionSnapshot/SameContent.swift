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
