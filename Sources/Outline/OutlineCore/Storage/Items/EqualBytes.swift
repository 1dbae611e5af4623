/// Returns whether two values have the same bytes.
///
/// A copy has the bytes of its original. So a value that only equals another one, but has other
/// content, is found without a closure that compares the content.
@inlinable
package func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  unsafe withUnsafeBytes(of: left) { left in
    unsafe withUnsafeBytes(of: right) { right in unsafe left.elementsEqual(right) }
  }
}
