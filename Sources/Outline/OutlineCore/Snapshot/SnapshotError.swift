/// The reason why a mutation of a snapshot of several sections failed.
///
/// An error lists every offending section or item once, in the order of the arguments. The snapshot
/// is unchanged.
///
///     var snapshot = Snapshot<String, Int>()
///     try snapshot.appendSections(["a", "b"])
///     do {
///       try snapshot.appendItems([1, 2, 1])
///     } catch .items(let error) {
///       print(error)  // The item "1" would be in the snapshot twice.
///     }
public enum SnapshotError<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  Error, Equatable
{
  /// An error about items.
  case items(SectionSnapshotError<Item>)

  /// Sections that the snapshot already has, or that occur twice in the argument.
  case duplicateSections([Section])

  /// Sections that the snapshot does not have.
  case unknownSections([Section])

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
      "\(quotedList(sections, "section")) would be in the snapshot twice."
    case .unknownSections(let sections):
      "\(quotedList(sections, "section")) \(sections.count == 1 ? "is" : "are") not in the snapshot."
    case .noSections:
      "There is no section to append to."
    case .anchorAmongSections(let anchor):
      "The section \"\(anchor)\" is the anchor, and also one of the sections to insert."
    case .moveSectionToItself(let section):
      "The section \"\(section)\" cannot be moved to itself."
    }
  }
}
