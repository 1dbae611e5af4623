/// What is to be made of the items of one typed section.
///
/// A list of cases is a `switch` over the sections: each has its items in their own type.
///
/// <!-- example: typedSections -->
///     let titles: [SectionCase<String>] = [
///       .in(artists) { artist in artist.name },
///       .in(years) { year in "The year \(year)" },
///     ]
///     source.value(at: path, by: titles)  // "Mingus"
///
/// Such a list can be kept, as what makes the cells of a list view.
public struct SectionCase<Value> {
  let section: AnySection
  let value: (_ item: AnyItem) -> Value?

  /// Creates the case of a section.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - value: Makes what is wanted of an item of the section.
  /// - Returns: The case.
  public static func `in`<Item>(
    _ section: TypedSection<Item>, _ value: @escaping (_ item: Item) -> Value
  ) -> SectionCase {
    SectionCase(section: section.erased) { item in item.value(as: Item.self).map(value) }
  }
}
