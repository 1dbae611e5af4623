/// What one batch of updates asks for, without the snapshot that goes with it.
@usableFromInline
struct BatchChanges {
  @usableFromInline var removedSections: [Int] = []
  @usableFromInline var insertedSections: [Int] = []
  @usableFromInline var movedSections: [(source: Int, destination: Int)] = []
  @usableFromInline var reloadedSections: [Int] = []
  @usableFromInline var removals: [RowRange] = []
  @usableFromInline var insertions: [RowRange] = []
  @usableFromInline var moves: [SnapshotDifference.Move] = []
  @usableFromInline var reloads: [RowRange] = []
  @usableFromInline var reconfigures: [RowRange] = []

  @usableFromInline
  init() {}

  /// Whether rows or sections come, go or move.
  @usableFromInline var isStructural: Bool {
    !removedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
      || !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty
  }

  /// Whether rows or sections are made anew or updated in place.
  @usableFromInline var hasUpdates: Bool {
    !reloadedSections.isEmpty || !reloads.isEmpty || !reconfigures.isEmpty
  }
}
