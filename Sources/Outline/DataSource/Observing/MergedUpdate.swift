extension OutlineDataSource {
  /// Updates that follow one another, as one whose difference is left to ``resolved()``.
  struct MergedUpdate {
    private let first: Update
    private var last: Update?
    private var presentation: Update.Presentation
    /// What is marked on the way, and the items of rows that went.
    ///
    /// Those that came back have to be made anew, as they would have been step by step. What was
    /// not visible at first comes anew in any case, so that there are never more than its rows.
    private(set) var reloads: Set<Item> = []
    private var reconfigures: Set<Item> = []
    private var sectionReloads: Set<Section> = []

    init(_ update: Update) {
      first = update
      presentation = update.presentation
    }

    mutating func add(_ next: Update) {
      if last == nil {
        recordMarks(of: first)
      }
      recordMarks(of: next)
      last = next
      let presentations = [presentation, next.presentation]
      presentation =
        presentations.contains(.reload)
        ? .reload : presentations.contains(.immediate) ? .immediate : .animated
    }

    private mutating func recordMarks(of update: Update) {
      let (initial, marked) = (first.initialSnapshot, update.marked)
      let reloaded = update.itemsOfRemovedRows + marked.reloadedItemIdentifiers
      reloads.formUnion(reloaded.filter { initial.rowPath(for: $0) != nil })
      reconfigures.formUnion(
        marked.reconfiguredItemIdentifiers.filter { initial.rowPath(for: $0) != nil })
      sectionReloads.formUnion(
        marked.reloadedSectionIdentifiers.filter { initial.indexOfSection($0) != nil })
    }

    /// The update with its difference.
    func resolved() -> Update {
      guard let last else { return first }
      var marked = last.finalSnapshot
      marked.reloadedItems.insert(reloads.filter(marked.contains))
      marked.reconfiguredItems.insert(reconfigures.filter(marked.contains))
      marked.reloadedSections.insert(sectionReloads.filter { marked.indexOfSection($0) != nil })
      return Update(
        from: first.initialSnapshot, to: marked, presentation: presentation,
        reloadThreshold: last.reloadThreshold, by: last.differencing)
    }
  }
}
