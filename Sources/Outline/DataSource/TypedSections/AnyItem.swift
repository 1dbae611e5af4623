/// A type-erased item: the item type of snapshots with typed sections.
///
/// Two items are equal if their values have the same type and are equal: 1 and 1.0 differ. The hash
/// of the value is computed once.
///
///     let item = AnyItem(1)
///     item == AnyItem(1.0)  // false
///     item.value(as: Int.self)  // 1
public struct AnyItem: Sendable {
  @usableFromInline let box: any ItemBox

  /// Creates an item from a value.
  ///
  /// - Parameter value: The value.
  /// - Complexity: That of hashing the value
  @inlinable
  public init<Value: Hashable & Sendable>(_ value: Value) {
    box = ValueBox(value)
  }

  /// Returns the value of the item if it has a given type.
  ///
  /// - Parameter type: The type of the value, exactly.
  /// - Returns: The value, or `nil` if it has another type.
  /// - Complexity: O(1)
  @inlinable
  public func value<Value: Hashable & Sendable>(as type: Value.Type = Value.self) -> Value? {
    (box as? ValueBox<Value>)?.value
  }
}

extension AnyItem: Hashable {
  /// Returns whether the values of two items have the same type and are equal.
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
  /// A textual representation of the value.
  public var description: String { box.text }
}

/// A type-erased box of a value.
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
