extension OutlineDataSource {
  /// A change of what is on screen, as observers are told it.
  public struct Update: Sendable {
    /// How a change is to be shown.
    public enum Presentation: Hashable, Sendable {
      /// Row by row, with animations.
      case animated
      /// Row by row, at once.
      case immediate
      /// By loading all rows anew.
      case reload
    }

    /// What was on screen before.
    public let initialSnapshot: Snapshot<Section, Item>
    /// What is to be on screen, without marks.
    public let finalSnapshot: Snapshot<Section, Item>
    /// How the change is to be shown.
    ///
    /// A reload, if that was asked for, or if more rows change than the data source's
    /// ``OutlineDataSource/reloadThreshold``.
    public let presentation: Presentation

    /// The final snapshot with its marks.
    let marked: Snapshot<Section, Item>
    /// The difference, unless nobody has needed it yet.
    let knownDifference: SnapshotDifference?
    let reloadThreshold: Int
    /// In a merged update, the items of rows that went on the way.
    ///
    /// Those that came back have to be made anew, as they would have been step by step.
    var departures: Set<Item> = []

    /// What changes from the initial to the final snapshot.
    ///
    /// - Complexity: O(1); that of ``Snapshot/difference(from:)`` where a reload was asked for
    public var difference: SnapshotDifference {
      knownDifference ?? marked.difference(from: initialSnapshot)
    }

    /// Whether to animate.
    public var isAnimated: Bool { presentation == .animated }

    /// Whether to load all rows anew is wiser than to change them one by one.
    public var prefersReload: Bool { presentation == .reload }
  }
}

extension OutlineDataSource.Update {
  init(
    from initial: Snapshot<Section, Item>, to marked: Snapshot<Section, Item>,
    presentation: Presentation, reloadThreshold: Int
  ) {
    initialSnapshot = initial
    self.marked = marked
    self.reloadThreshold = reloadThreshold
    var final = marked
    final.removeAllMarks()
    finalSnapshot = final
    if presentation == .reload {
      self.presentation = .reload
      knownDifference = nil
    } else {
      let difference = marked.difference(from: initial)
      let isLarge = difference.changedRowCount > reloadThreshold
      self.presentation = isLarge ? .reload : presentation
      knownDifference = difference
    }
  }

  /// Whether hidden rows may have changed, or the content of items.
  var changesStorage: Bool {
    !finalSnapshot.sectionHandlesNotShared(with: initialSnapshot).isEmpty
  }

  /// This update and the next as one, whose difference is left to ``resolved()``.
  func followed(by next: Self) -> Self {
    var marked = next.marked
    marked.addMarks(of: self.marked)
    let departures = departures.union(itemsOfRemovedRows).union(next.itemsOfRemovedRows)
    marked.reloadedItems.insert(departures.filter(marked.contains))
    let presentations = [presentation, next.presentation]
    let presentation: Presentation =
      presentations.contains(.reload)
      ? .reload : presentations.contains(.immediate) ? .immediate : .animated
    return Self(
      initialSnapshot: initialSnapshot, finalSnapshot: next.finalSnapshot,
      presentation: presentation, marked: marked, knownDifference: nil,
      reloadThreshold: next.reloadThreshold, departures: departures)
  }

  /// The items whose rows go, unless all rows are loaded anew.
  private var itemsOfRemovedRows: [Item] {
    guard presentation != .reload, let knownDifference else { return [] }
    return knownDifference.changes.flatMap { change in
      guard let section = change.oldSection else { return [Item]() }
      return change.difference.removals.joined().compactMap { row in
        initialSnapshot.itemIdentifier(for: RowPath(section: section, row: row))
      }
    }.filter { finalSnapshot.rowPath(for: $0) == nil }
  }

  /// The update with its difference.
  func resolved() -> Self {
    guard knownDifference == nil else { return self }
    return Self(
      from: initialSnapshot, to: marked, presentation: presentation,
      reloadThreshold: reloadThreshold)
  }
}

extension Snapshot {
  /// Marks what another snapshot marks, as far as it is here.
  mutating func addMarks(of other: Snapshot) {
    reloadedItems.insert(other.reloadedItemIdentifiers.filter(contains))
    reconfiguredItems.insert(other.reconfiguredItemIdentifiers.filter(contains))
    reloadedSections.insert(
      other.reloadedSectionIdentifiers.filter { indexOfSection($0) != nil })
  }
}
