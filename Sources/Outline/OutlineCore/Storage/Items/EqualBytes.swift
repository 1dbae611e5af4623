/// Returns a Boolean value that indicates whether two values have the same bytes.
///
/// A copy has the bytes of its original. So a value that only equals another one, but has other
/// content, is found without a closure that compares the content.
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
