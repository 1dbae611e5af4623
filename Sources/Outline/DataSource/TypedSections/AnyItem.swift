/// An item of any type: what the rows of typed sections are named by.
///
/// Items are equal if their values are, and were given as values of one type: 1 and 1.0 differ. The
/// value is hashed once.
///
///     let item = AnyItem(1)
///     item == AnyItem(1.0)  // false
///     item.value(as: Int.self)  // 1
public struct AnyItem: Sendable {
  @usableFromInline let box: any ItemBox

  /// Creates an item of a value.
  ///
  /// - Parameter value: The value.
  /// - Complexity: That of hashing the value
  @inlinable
  public init<Value: Hashable & Sendable>(_ value: Value) {
    box = ValueBox(value)
  }

  /// Returns the value, if it was given as one of a type.
  ///
  /// - Parameter type: The type, which has to be the very one.
  /// - Returns: The value; `nil` if it was given as one of another type.
  /// - Complexity: O(1)
  @inlinable
  public func value<Value: Hashable & Sendable>(as type: Value.Type = Value.self) -> Value? {
    (box as? ValueBox<Value>)?.value
  }
}

extension AnyItem: Hashable {
  /// Returns whether two items have equal values of one type.
  @inlinable
  public static func == (left: AnyItem, right: AnyItem) -> Bool {
    left.box === right.box || left.box.hash == right.box.hash && left.box.isEqual(to: right.box)
  }

  /// Feeds the hash of the value into a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(box.hash)
  }
}

extension AnyItem: CustomStringConvertible {
  /// The text of the value.
  public var description: String { box.text }
}

/// A value whose type is forgotten.
@usableFromInline
protocol ItemBox: AnyObject, Sendable {
  var hash: Int { get }
  var text: String { get }
  func isEqual(to other: any ItemBox) -> Bool
}

@usableFromInline
final class ValueBox<Value: Hashable & Sendable>: ItemBox {
  @usableFromInline let value: Value
  @usableFromInline let hash: Int

  @inlinable
  init(_ value: Value) {
    self.value = value
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(Value.self))
    hasher.combine(value)
    hash = hasher.finalize()
  }

  @usableFromInline var text: String { String(describing: value) }

  @inlinable
  func isEqual(to other: any ItemBox) -> Bool {
    (other as? ValueBox)?.value == value
  }
}
