/// Why a mutation of a snapshot of several sections was not carried out.
///
/// Each case names everything that stands in the way. The snapshot is as it was before the call.
///
///     var snapshot = Snapshot<String, Int>()
///     try snapshot.appendSections(["a", "b"])
///     do {
///       try snapshot.appendItems([1, 2, 1])
///     } catch {
///       print(error)  // The item "1" would be there twice.
///     }
///
/// An error is `Sendable` whether or not its sections and items are: where they are not, handle it
/// in the isolation in which it was thrown, and do not let it out to another.
public enum SectionedSnapshotError<Section: Hashable, Item: Hashable>: Error, Equatable {
  /// Items that are twice in the argument: each once, in the order met.
  case duplicateItems([Item])

  /// Items or anchors that the snapshot does not have: each once, in the order met.
  case unknownItems([Item])

  /// Sections that the snapshot has already, or that are twice in the argument: each once, in the
  /// order met.
  case duplicateSections([Section])

  /// Sections that the snapshot does not have: each once, in the order met.
  case unknownSections([Section])

  /// There is no section yet that items could be appended to.
  case noSections

  /// An anchor that is itself among the items that were to be put beside it.
  case anchorAmongItems(Item)

  /// An anchor that is itself among the sections that were to be put beside it.
  case anchorAmongSections(Section)

  /// Items that were to be moved to themselves, or to a place among their own descendants: each
  /// once, in the order met.
  case moveIntoItself([Item], destination: Item)

  /// A section that was to be moved to itself.
  case moveSectionToItself(Section)
}

// `Error` demands this, and sections and items need not be `Sendable`: the documentation tells the
// caller, who gets nothing but sections and items of its own.
extension SectionedSnapshotError: @unchecked Sendable {}

extension SectionedSnapshotError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .duplicateItems(let items):
      "\(list(items, "item")) would be there twice."
    case .unknownItems(let items):
      "\(list(items, "item")) \(items.count == 1 ? "is" : "are") not in the snapshot."
    case .duplicateSections(let sections):
      "\(list(sections, "section")) would be there twice."
    case .unknownSections(let sections):
      "\(list(sections, "section")) \(sections.count == 1 ? "is" : "are") not in the snapshot."
    case .noSections:
      "There is no section to append to."
    case .anchorAmongItems(let anchor):
      "The item \"\(anchor)\" is the anchor, and among the items to put beside it."
    case .anchorAmongSections(let anchor):
      "The section \"\(anchor)\" is the anchor, and among the sections to put beside it."
    case .moveIntoItself(let items, let destination):
      "\(list(items, "item")) cannot be moved into "
        + "\(items.count == 1 ? "itself" : "themselves"), to \"\(destination)\"."
    case .moveSectionToItself(let section):
      "The section \"\(section)\" cannot be moved to itself."
    }
  }

  private func list(_ elements: [some Hashable], _ noun: String) -> String {
    let names = elements.map { "\"\($0)\"" }.joined(separator: ", ")
    return "The \(noun)\(elements.count == 1 ? "" : "s") \(names)"
  }
}
