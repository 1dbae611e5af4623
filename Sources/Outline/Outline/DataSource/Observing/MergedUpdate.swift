extension OutlineDataSource {
  /// A sequence of updates as one update, whose difference is computed by ``resolved()``.
  struct MergedUpdate: Sendable {
    private let first: Update
    private var last: Update?
    private var presentation: Update.Presentation
    /// The items that were reloaded or whose rows were removed in between.
    ///
    /// If such a row comes back, it is reloaded, as it would be step by step. Only items that were
    /// visible at first are recorded, which limits the size of the set.
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
      presentation = [.reload, .immediate].first(where: presentations.contains) ?? .animated
    }

    private mutating func recordMarks(of update: Update) {
      let (initial, marked) = (first.initialSnapshot, update.marked)
      // A later update may move rows out of a reloaded section.
      let rows = marked.reloadedSectionIdentifiers.flatMap { Array(marked[$0].visibleItems) }
      let reloaded = update.itemsOfRemovedRows + marked.reloadedItemIdentifiers + rows
      reloads.formUnion(reloaded.filter { initial.rowPath(of: $0) != nil })
      // The loading state may have changed, even if a later update reverses the change.
      let reconfigured = update.itemsOfChangedDisclosure + marked.reconfiguredItemIdentifiers
      reconfigures.formUnion(reconfigured.filter { initial.rowPath(of: $0) != nil })
      sectionReloads.formUnion(
        marked.reloadedSectionIdentifiers.filter { initial.indexOfSection($0) != nil })
    }

    func resolved() -> Update {
      guard let last else { return first }
      var marked = last.finalSnapshot
      let sections = sectionReloads.filter { marked.indexOfSection($0) != nil }
      let reloaded: [Item] = reloads.filter { item in
        marked.sectionIdentifier(containingItem: item).map { !sections.contains($0) } ?? false
      }
      marked.mark(reloaded, as: .reload)
      marked.mark(reconfigures.filter(marked.contains), as: .reconfigure)
      try? marked.reloadSections(sections)
      return Update(
        from: first.initialSnapshot, to: marked, presentation: presentation,
        reloadThreshold: last.reloadThreshold, by: last.differencing)
    }
  }
}
