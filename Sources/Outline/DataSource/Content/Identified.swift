/// A value as an item: the same as long as its `id` is, whatever else of it changes.
///
/// With it plain models are items. Its properties are those of the value.
///
///     struct Song: Identifiable, Equatable {
///       let id: Int
///       var title: String
///     }
///     let song = Identified(Song(id: 7, title: "Alone"))
///     song == Identified(Song(id: 7, title: "Alone Together"))  // true
///     song.title  // "Alone"
///
/// Where the values can be compared, `source.setContent(\.value)` has a data source update the rows
/// of those that change.
@dynamicMemberLookup
public struct Identified<Value: Identifiable>: Identifiable, Hashable {
  /// The value.
  public var value: Value

  /// Creates an item of a value.
  ///
  /// - Parameter value: The value.
  public init(_ value: Value) {
    self.value = value
  }

  /// What identifies the value, and the item.
  public var id: Value.ID { value.id }

  /// Accesses a property of the value.
  ///
  /// - Parameter keyPath: The property.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }

  /// Returns whether two items have the same `id`.
  public static func == (left: Identified, right: Identified) -> Bool { left.id == right.id }

  /// Feeds the `id` into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension Identified: Sendable where Value: Sendable {}

extension Identified: Encodable where Value: Encodable {
  /// Encodes the value as it encodes itself.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}

extension Identified: Decodable where Value: Decodable {
  /// Decodes the value as it decodes itself.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    self.init(try Value(from: decoder))
  }
}

extension Identified: CustomStringConvertible {
  /// The value as text.
  public var description: String { "\(value)" }
}
