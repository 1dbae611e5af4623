/// The reason why a mutation of a snapshot of several sections failed.
///
/// An error lists every offending section or item once, in the order of the arguments. The mutation
/// leaves the snapshot unchanged.
///
///     var snapshot = Snapshot<String, Int>()
///     try snapshot.appendSections(["a", "b"])
///     do {
///       try snapshot.appendItems([1, 2, 1])
///     } catch .items(let error) {
///       print(error)  // The item "1" is already in the snapshot, or repeated in the argument.
///     }
public enum SnapshotError<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  Error, Equatable
{
  /// An error about items.
  case items(SectionSnapshotError<Item>)

  /// Sections that are already in the snapshot, or repeated in the argument.
  case duplicateSections([Section])

  /// Sections that are not in the snapshot.
  case unknownSections([Section])

  /// Sections that are not between the sections that a patch expects.
  case misplacedSections([Section])

  /// The snapshot has no section to append items to.
  case noSections

  /// An anchor that is also one of the sections to insert next to it.
  case anchorAmongSections(Section)

  /// A section that would move before or after itself.
  case moveSectionToItself(Section)
}

extension SnapshotError: CustomStringConvertible {
  /// A sentence that describes the error.
  public var description: String {
    switch self {
    case .items(let error):
      error.description
    case .duplicateSections(let sections):
      "\(quotedList(sections, "section")) \(sections.count == 1 ? "is" : "are") already in the snapshot, "
        + "or repeated in the argument."
    case .unknownSections(let sections):
      "\(quotedList(sections, "section")) \(sections.count == 1 ? "is" : "are") not in the snapshot."
    case .misplacedSections(let sections):
      "\(quotedList(sections, "section")) \(sections.count == 1 ? "is" : "are") not between the "
        + "sections that the patch expects."
    case .noSections:
      "The snapshot has no section to append items to."
    case .anchorAmongSections(let anchor):
      "The anchor \"\(anchor)\" is also one of the sections to insert."
    case .moveSectionToItself(let section):
      "The section \"\(section)\" cannot be moved before or after itself."
    }
  }
}
