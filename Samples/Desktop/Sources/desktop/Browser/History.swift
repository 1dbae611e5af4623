import Outline

/// The changes that the user can undo and redo.
struct History {
  typealias Change = FileSnapshot.Patch

  private(set) var undoable: [Change] = []
  private(set) var redoable: [Change] = []

  /// Adds a change by the user.
  mutating func record(_ change: Change) {
    undoable.append(change)
    redoable = []
  }

  /// Returns the change that undoes the last one.
  mutating func undo() -> Change? {
    guard let change = undoable.popLast() else { return nil }
    redoable.append(change)
    return change.inverse
  }

  /// Returns the last change that was undone.
  mutating func redo() -> Change? {
    guard let change = redoable.popLast() else { return nil }
    undoable.append(change)
    return change
  }
}
