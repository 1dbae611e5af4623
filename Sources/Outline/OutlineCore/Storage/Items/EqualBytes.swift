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
