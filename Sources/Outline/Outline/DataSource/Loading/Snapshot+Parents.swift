//  What loads ask of a snapshot about the children of an item, or the roots of a section.

extension Snapshot {
  typealias LoadingParent = OutlineDataSource<Section, Item>.Parent

  /// The items and the sections that another snapshot does not have.
  func parents(notIn other: Snapshot) -> [LoadingParent] {
    let sections = sections(changedSince: other).filter { other.indexOfSection($0) == nil }
    return items(notIn: other).map { .item($0) } + sections.map { .section($0) }
  }

  /// The parent as it is stored here; `nil` if it is unknown.
  func stored(_ parent: LoadingParent) -> LoadingParent? {
    switch parent {
    case .item(let item): self.item(equalTo: item).map { .item($0) }
    case .section(let section): indexOfSection(section).map { _ in parent }
    }
  }

  /// The item or the section that has an item as a child.
  func parent(containing item: Item) -> LoadingParent? {
    parent(of: item).map { .item($0) }
      ?? sectionIdentifier(containingItem: item).map { .section($0) }
  }

  func hasChildren(_ parent: LoadingParent) -> Bool {
    switch parent {
    case .item(let item): hasChildren(item)
    case .section(let section): !self[section].items.isEmpty
    }
  }

  /// The children of an item, or the roots of a section.
  func children(of parent: LoadingParent) -> SectionSnapshot<Item>.Children? {
    switch parent {
    case .item(let item): children(of: item)
    case .section(let section): self[section].rootItems
    }
  }

  func listOfChildren(of parent: LoadingParent) -> [Item] {
    children(of: parent).map(Array.init) ?? []
  }

  func isChild(_ item: Item, of parent: LoadingParent) -> Bool {
    switch parent {
    case .item(let parent): self.parent(of: item) == parent
    case .section(let section):
      self.parent(of: item) == nil && sectionIdentifier(containingItem: item) == section
    }
  }

  func isDescendant(_ item: Item, of parent: LoadingParent) -> Bool {
    switch parent {
    case .item(let parent): isDescendant(item, of: parent)
    case .section(let section): sectionIdentifier(containingItem: item) == section
    }
  }

  /// Returns the parents that satisfy a condition, or have an ancestor that does.
  ///
  /// - Complexity: O(log *n*) for each ancestor of the parents, which is visited once
  func parents(
    _ parents: Set<LoadingParent>, inSubtreesWhere condition: (_ parent: LoadingParent) -> Bool
  ) -> Set<LoadingParent> {
    var answers: [LoadingParent: Bool] = [:]
    return parents.filter { parent in
      var path: [LoadingParent] = []
      var answer: Bool?
      var next: LoadingParent? = parent
      while answer == nil, let parent = next {
        path.append(parent)
        answer = answers[parent] ?? (condition(parent) ? true : nil)
        next = parent.item.flatMap(self.parent(containing:))
      }
      for parent in path {
        answers[parent] = answer ?? false
      }
      return answer ?? false
    }
  }

  /// Deletes an item, whose children take its place.
  mutating func deleteKeepingChildren(_ item: Item) throws {
    try moveItems(listOfChildren(of: .item(item)), to: .before(item))
    try deleteItems(CollectionOfOne(item))
  }

  /// Adds the descendants that a parent has in another snapshot, except items that are here.
  mutating func addChildren(of parent: LoadingParent, from other: Snapshot) {
    // Cannot throw: the parents are in both snapshots, and all added items are new.
    switch parent {
    case .item(let item):
      guard let section = sectionIdentifier(containingItem: item),
        var outline = try? other.sectionSnapshot(containingItem: item)?.snapshot(of: item)
      else { return }
      try? outline.delete(outline.items.filter(contains))
      try? self[section].append(outline, to: item)
    case .section(let section):
      var outline = other[section]
      try? outline.delete(outline.items.filter(contains))
      try? self[section].append(outline)
    }
  }
}

extension OutlineDataSource.Parent {
  /// The destination after the last child.
  var end: Snapshot<Section, Item>.Destination {
    switch self {
    case .item(let item): .into(item)
    case .section(let section): .end(of: section)
    }
  }
}
