/// The rules of simulated views.
public enum ViewRule: String, CaseIterable, Sendable {
  // Views that take batches: a position is that of a section or of a row.
  case oldPositionExists = "A removed, updated or moved position exists before the batch."
  case newPositionExists = "An inserted position, or the target of a move, exists after the batch."
  case removedOnce = "A position is removed once."
  case insertedOnce = "A position is inserted once."
  case reloadedOnce = "A position is reloaded once."
  case movedOnce = "A position is the source of one move."
  case movedToOnce = "A position is the target of one move."
  case removedOrMoved = "A removed position does not move."
  case insertedOrMovedTo = "An inserted position is not the target of a move."
  case removedOrReloaded = "A removed position is not reloaded."
  case movedOrReloaded = "A moved position is not reloaded."
  case reconfiguredRowStays = "A reconfigured row is neither removed nor reloaded."
  case movedElsewhere = "The target of a move is not its source."
  case sectionCount = "Sections are the old ones less the removed ones plus the inserted ones."
  case rowCount = "Rows of a section are the old ones less those that leave plus those that arrive."
  case lostSectionHasNoChanges = "Rows of a removed or reloaded section do not change."
  case newSectionHasNoChanges = "No row is inserted or moved into an inserted or reloaded section."
  case movedSectionHasNoChanges = "Rows of a moved section do not change in the same batch."
  case reloadsAreSeparate = "A batch with reloads has no structural changes."
  case itemStays = "A row or section that stays or moves has the same item."
  case changedContentIsUpdated = "A row or section with other content is reloaded or reconfigured."
  case updatedContentIsChanged =
    "A row or section that is reloaded or reconfigured has other content."

  // Views of trees.
  case childIndexExists = "A child index is within the current children."
  case parentIsExpanded = "A parent whose children change is visible and expanded."
  case itemIsOnce = "An inserted item is in the data source and not yet in the view."
  case moveIsNotIntoItself = "The target of a move is outside of the moved subtree."
  case comesAfterTheBlock = "Expansions, and steps at inserted rows, come after the update block."
  case itemIsVisible = "An item that expands, collapses or updates is visible."
  case expandabilityIsKnown = "A row is updated when it gets its first child or loses its last one."
  case collapseIsOneStep = "A collapse is one step, without removals of children."
  case endIsTheTarget = "The rows at the end are those of the data source."

  // Views that take splices.
  case spliceIsInBounds = "The removed rows exist."
  case spliceCounts = "The number of rows is the old one less the removed plus the added ones."
  case otherRowsStay = "Rows before and after a splice stay the same."
  case spliceIsMinimal = "The first and the last row of a splice differ."

  // Models of Qt.
  case changesAreSeparate = "One change is in progress."
  case childCount = "The number of children changes by the number of inserted or removed rows."
  case otherChildrenStay = "Other rows keep their data."
  case changedRowsExist = "Rows with changed data exist."
  case insertedRowsAreInBounds = "Inserted rows begin within the children or at their end."
  case removedRowsExist = "Removed rows exist."
  case movedRowsLeaveTheirPosition =
    "Moved rows exist, and their target is another position, not in them."
}

public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
  public let rule: ViewRule
  public let text: String

  public init(_ rule: ViewRule, _ text: String) {
    self.rule = rule
    self.text = text
  }

  public var description: String { "\(rule.rawValue) \(text)" }
}
