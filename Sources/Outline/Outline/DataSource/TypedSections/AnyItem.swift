/// A type-erased item: the item type of snapshots with typed sections.
///
/// Two items are equal if their values are equal and of one type, and if they belong to the same
/// typed section. The hash of the value is computed once.
///
///     let years = TypedSection<Int>("Years")
///     let item = years.item(1)
///     item == TypedSection<Double>("Years").item(1)  // false
///     item == TypedSection<Int>("Pages").item(1)  // false
///     years.value(of: item)  // 1
public struct AnyItem: Sendable {
  @usableFromInline let box: any ItemBox

  @inlinable
  package init<Value: Hashable & Sendable>(_ value: Value, in section: AnySection? = nil) {
    box = ValueBox(value, section)
  }

  /// Returns the value of the item, or `nil` if its type is not exactly the given one.
  @inlinable
  package func value<Value: Hashable & Sendable>(as type: Value.Type = Value.self) -> Value? {
    (box as? ValueBox<Value>)?.value
  }
}

extension AnyItem: Hashable {
  /// Returns a Boolean value that indicates whether two items have equal values of one type and
  /// belong to the same typed section.
  @inlinable
  public static func == (left: AnyItem, right: AnyItem) -> Bool {
    left.box === right.box || left.box.hash == right.box.hash && left.box.isEqual(to: right.box)
  }

  /// Feeds the hash of the value and of its section into a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(box.hash)
  }
}

extension AnyItem: CustomStringConvertible {
  /// A textual representation of the value.
  public var description: String { box.text }
}

@usableFromInline
protocol ItemBox: AnyObject, Sendable {
  var section: AnySection? { get }
  var hash: Int { get }
  var text: String { get }
  func isEqual(to other: any ItemBox) -> Bool
}

@usableFromInline
final class ValueBox<Value: Hashable & Sendable>: ItemBox {
  @usableFromInline let value: Value
  @usableFromInline let section: AnySection?
  @usableFromInline let hash: Int

  @inlinable
  init(_ value: Value, _ section: AnySection?) {
    self.value = value
    self.section = section
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(Value.self))
    hasher.combine(value)
    hasher.combine(section)
    hash = hasher.finalize()
  }

  @usableFromInline var text: String { String(describing: value) }

  @inlinable
  func isEqual(to other: any ItemBox) -> Bool {
    section == other.section && (other as? ValueBox)?.value == value
  }
}
