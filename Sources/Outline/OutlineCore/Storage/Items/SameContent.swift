/// Returns a Boolean value that indicates whether two equal values also have the same content.
///
/// Values with an identity are often equal although their content differs. A copy has the bytes of
/// its original. Other values are compared part by part; the parts are compared by `==` where they
/// are collections, objects, or have no parts themselves.
@inlinable
package func haveSameContent<Value>(_ left: Value, _ right: Value) -> Bool {
  haveEqualBytes(left, right) || haveSameParts(left, right)
}

#if hasFeature(Embedded)
  @usableFromInline
  func haveSameParts<Value>(_ left: Value, _ right: Value) -> Bool { false }
#else
  @usableFromInline
  func haveSameParts<Value>(_ left: Value, _ right: Any) -> Bool {
    guard let right = right as? Value else { return false }
    if haveEqualBytes(left, right) { return true }
    let mirror = left is any CustomReflectable ? nil : Mirror(reflecting: left)
    guard let mirror, mirror.displayStyle != .class, !mirror.children.isEmpty else {
      return (left as? any Equatable)?.isEqual(to: right) ?? false
    }
    let other = Mirror(reflecting: right)
    return mirror.children.count == other.children.count
      && zip(mirror.children, other.children).allSatisfy { part, otherPart in
        part.label == otherPart.label && haveSameParts(part.value, otherPart.value)
      }
  }

  extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
  }
#endif

/// Returns a Boolean value that indicates whether two values have the same bytes.
///
/// Values with other bytes, such as long strings, can still have the same content.
@inlinable
package func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
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
