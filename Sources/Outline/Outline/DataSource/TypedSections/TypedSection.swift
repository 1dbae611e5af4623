/// A section whose items all have one type, in a data source with items of several types.
///
/// Declare each section once, with the type of its items and a name. The section converts values of
/// that type to items of the data source, and back.
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
///     source.snapshot().item(at: path, in: artists)?.name  // "Mingus"
///
/// Two typed sections are equal if their names and their item types are equal. The identity of an
/// item includes its section, so several sections can contain equal values.
///
/// ``item(_:)`` returns a value as an item of the section, for all operations on snapshots and of
/// the data source. ``value(of:)`` returns the value of such an item. The section itself is
/// ``erased``. To convert a whole outline, call `outline.compactMapItems(artists.item)`.
///
/// <!-- example: typedSections -->
///     source.expand(artists.item(library.artists[0]))
///     source.loadingState(of: .item(artists.item(library.artists[0])))  // .loaded
public struct TypedSection<Item: Hashable & Sendable>: Hashable, Sendable {
  /// The section as the data source stores it.
  public let erased: AnySection

  /// Creates a section.
  ///
  /// The name distinguishes sections with the same type of items.
  public init(_ name: some Hashable & Sendable) {
    erased = AnySection(name: AnyItem(name), itemType: ObjectIdentifier(Item.self))
  }

  /// Returns a value as an item of the section, as the data source stores it.
  ///
  /// - Complexity: That of hashing the item
  @inlinable
  public func item(_ value: Item) -> AnyItem { AnyItem(value, in: erased) }

  /// Returns the value of an erased item, or `nil` if it does not belong to this section.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func value(of item: AnyItem) -> Item? {
    item.box.section == erased ? item.value() : nil
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
