/// The parent of loaded children.
enum LoadParent<Section: Hashable & Sendable, Item: Hashable & Sendable>: Hashable, Sendable {
  case item(Item)
  /// The children are the roots of a section.
  case section(Section)

  /// The item or the section.
  var value: any Sendable {
    switch self {
    case .item(let item): item
    case .section(let section): section
    }
  }
}
