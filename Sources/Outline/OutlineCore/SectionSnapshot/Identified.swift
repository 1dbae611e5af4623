/// An item that wraps a value and is identified by the value's `id`.
///
/// The wrapper turns plain models into items. Two items are equal if their values have the same
/// `id`, even if other properties differ. The properties of the value are available on the item.
///
///     struct Song: Identifiable, Equatable {
///       let id: Int
///       var title: String
///     }
///     let song = Identified(Song(id: 7, title: "Alone"))
///     song == Identified(Song(id: 7, title: "Alone Together"))  // true
///     song.title  // "Alone"
///
/// ``SectionSnapshot/item(id:)`` and ``Snapshot/item(id:)`` find items by `id`.
///
/// If the values are `Equatable`, `source.setContent(\.value)` updates the rows of changed values.
@dynamicMemberLookup
public struct Identified<Value: Identifiable>: Identifiable, Hashable {
  /// The value.
  public var value: Value

  /// Creates an item from a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// The identity of the value and the item.
  public var id: Value.ID { value.id }

  /// Accesses a property of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }

  /// Returns a Boolean value that indicates whether two items have the same `id`.
  public static func == (left: Identified, right: Identified) -> Bool { left.id == right.id }

  /// Feeds the `id` into a hasher.
  public func hash(into hasher: inout Hasher) {
    IdentifierKey(id: id).hash(into: &hasher)
  }
}

extension Identified: Sendable where Value: Sendable {}

extension Identified: CustomStringConvertible {
  /// A textual representation of the value.
  public var description: String { "\(value)" }
}
