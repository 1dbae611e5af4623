/// A section all of whose items have one type, in a data source where sections differ in it.
///
/// A section is declared once, with its type and a name. It is given items of that type and gives
/// them back as such.
///
/// <!-- example: typedSections -->
///     let artists = TypedSection<Artist>("Artists")
///     let years = TypedSection<Int>("Years")
///
///     let source = TypedDataSource()
///     try source.update { snapshot in
///       try snapshot.appendSections(artists, years)
///       try snapshot.setItems(library.artists, in: artists)
///       try snapshot.setItems(1959...1974, in: years)
///     }
///     source.item(at: path, in: artists)?.name  // "Mingus"
///
/// Sections of one name and one type are the same; of two types, they are two sections. Items of
/// one type are unique over all sections; items of two types are never equal.
///
/// All else that a snapshot and a data source can do takes the section as ``erased`` and its items
/// as ``AnyItem``.
public struct TypedSection<Item: Hashable & Sendable>: Hashable, Sendable {
  /// The section, as the data source knows it.
  public let erased: AnySection

  /// Creates a section.
  ///
  /// - Parameter name: What tells it from other sections of this type of items.
  public init(_ name: some Hashable & Sendable) {
    erased = AnySection(name: AnyItem(name), itemType: ObjectIdentifier(Item.self))
  }
}

/// A section of items of any type: a ``TypedSection`` whose type is forgotten.
///
/// It comes from ``TypedSection/erased`` and is compared with others by name and type.
public struct AnySection: Hashable, Sendable {
  let name: AnyItem
  let itemType: ObjectIdentifier
}

extension TypedSection: CustomStringConvertible {
  /// The name of the section.
  public var description: String { erased.description }
}

extension AnySection: CustomStringConvertible {
  /// The name of the section.
  public var description: String { name.description }
}

/// A data source whose sections differ in the type of their items; see ``TypedSection``.
public typealias TypedDataSource = OutlineDataSource<AnySection, AnyItem>

/// A snapshot whose sections differ in the type of their items; see ``TypedSection``.
public typealias TypedSnapshot = Snapshot<AnySection, AnyItem>
