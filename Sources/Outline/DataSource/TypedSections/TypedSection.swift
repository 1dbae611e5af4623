/// A section whose items all have one type, in a data source with items of several types.
///
/// Declare each section once, with the type of its items and a name. The section accepts and
/// returns items of that type.
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
/// Two typed sections are equal if their names and their item types are equal. Items of one type
/// are unique over all sections; items of different types are never equal.
///
/// For operations without a typed variant, pass the section as ``erased`` and items as ``AnyItem``.
public struct TypedSection<Item: Hashable & Sendable>: Hashable, Sendable {
  /// The section as the data source stores it.
  public let erased: AnySection

  /// Creates a section.
  ///
  /// - Parameter name: A name that distinguishes sections with the same type of items.
  public init(_ name: some Hashable & Sendable) {
    erased = AnySection(name: AnyItem(name), itemType: ObjectIdentifier(Item.self))
  }
}

/// A type-erased ``TypedSection``.
///
/// Values are equal if the names and the item types of the sections are equal.
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

/// A data source with items of several types; see ``TypedSection``.
public typealias TypedDataSource = OutlineDataSource<AnySection, AnyItem>

/// A snapshot with items of several types; see ``TypedSection``.
public typealias TypedSnapshot = Snapshot<AnySection, AnyItem>
