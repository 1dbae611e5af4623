extension CheckedItems {
  /// Updates the states after a change of an outline.
  ///
  /// A new item gets the state of its parent. Below a mixed parent, it gets the state that the
  /// parent had before it became mixed. Moved items keep their states. Items of a decoded value get
  /// their saved states, so let a decoded value follow from an empty outline to the first one.
  ///
  ///     var checks = CheckedItems<String>()
  ///     checks.toggle("Fruit", in: outline)
  ///     let before = outline
  ///     try outline.append(["Plum"], to: "Fruit")
  ///     checks.follow(from: before, to: outline)
  ///     checks.state(of: "Plum", in: outline)  // .checked
  ///
  /// - Parameters:
  ///   - old: The outline before the change.
  ///   - new: The outline after the change.
  ///   - hasMissingChildren: Returns a Boolean value that indicates whether an item can have children
  ///     that are not in `new`.
  /// - Complexity: O(1) without checked items; else that of ``SectionSnapshot/patch(from:)``, and
  ///   O(log *n*) for each ancestor of removed or moved items
  public mutating func follow(
    from old: SectionSnapshot<Item>, to new: SectionSnapshot<Item>,
    hasMissingChildren: (_ item: Item) -> Bool = { _ in false }
  ) {
    if records.isEmpty || new.isTriviallyIdentical(to: old) { return }
    follow(
      new.patch(from: old), from: { old.contains($0) ? old : nil },
      to: { new.contains($0) ? new : nil }, hasMissingChildren)
  }

  /// Updates the states after a change of a snapshot, in which items can change sections.
  ///
  /// The rules of ``follow(from:to:hasMissingChildren:)-(SectionSnapshot<Item>,_,_)`` apply.
  ///
  /// - Parameters:
  ///   - old: The snapshot before the change.
  ///   - new: The snapshot after the change.
  ///   - hasMissingChildren: Returns a Boolean value that indicates whether an item can have children
  ///     that are not in `new`.
  /// - Complexity: O(1) without checked items; else that of ``Snapshot/patch(from:)``, and
  ///   O(log *n*) for each ancestor of removed or moved items
  public mutating func follow<Section>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>,
    hasMissingChildren: (_ item: Item) -> Bool = { _ in false }
  ) {
    if records.isEmpty || new.isTriviallyIdentical(to: old) { return }
    follow(
      new.patch(from: old).items, from: old.sectionSnapshot(containingItem:),
      to: new.sectionSnapshot(containingItem:), hasMissingChildren)
  }

  /// Returns the outline of an item in one version; `nil` for an unknown item.
  private typealias OutlineOfItem = (_ item: Item) -> SectionSnapshot<Item>?

  private mutating func follow<Parent>(
    _ patch: OutlinePatch<Parent, Item>, from old: OutlineOfItem, to new: OutlineOfItem,
    _ hasMissingChildren: (Item) -> Bool
  ) {
    let moved = movedItems(of: patch, from: old, to: new)
    let differs = moved.differs
    var oldParents = moved.oldParents
    for item in differs.keys {
      unlist(item)
    }
    for item in patch.removals.lazy.flatMap({ $0.outline.rootItems }) {
      unlist(item)
      removeRecords(below: item)
      records[item] = nil
      if let parent = old(item)?.parent(of: item) { oldParents.insert(parent) }
    }
    for (item, differs) in differs {
      records[item, default: Record()].differs = differs
    }
    settle(oldParents.union(differs.keys), in: new, hasMissingChildren)
  }

  /// Returns a Boolean value that indicates whether the value of each item with a new parent
  /// differs from that of this parent, and the former parents.
  private func movedItems<Parent>(
    of patch: OutlinePatch<Parent, Item>, from old: OutlineOfItem, to new: OutlineOfItem
  ) -> (differs: [Item: Bool], oldParents: Set<Item>) {
    // Each ancestor is visited once.
    var values: [Item: Bool] = [:]

    /// Returns the old parent, or for a new item the new parent, whose value it gets.
    func parent(of item: Item) -> Item? {
      if let outline = old(item) { return outline.parent(of: item) }
      if let record = records[item] { return record.parent }
      return new(item)?.parent(of: item)
    }
    /// Returns the value of an item before the change.
    func value(of item: Item) -> Bool {
      var path: [Item] = []
      var value = false
      var next: Item? = item
      while let item = next {
        if let known = values[item] {
          value = known
          break
        }
        // After a missed change, records can name each other as parents.
        values[item] = false
        path.append(item)
        next = parent(of: item)
      }
      for item in path.reversed() {
        if records[item]?.differs == true { value.toggle() }
        values[item] = value
      }
      return value
    }

    var differs: [Item: Bool] = [:]
    var oldParents: Set<Item> = []
    func add(_ item: Item, from oldParent: Item?) {
      let newParent = new(item)?.parent(of: item)
      if newParent == oldParent { return }
      differs[item] = value(of: item) != (newParent.map(value) ?? false)
      if let oldParent { oldParents.insert(oldParent) }
    }
    for move in patch.moves {
      add(move.item, from: old(move.item)?.parent(of: move.item))
    }
    // Items of a decoded value can be elsewhere now.
    for item in patch.insertions.lazy.flatMap({ $0.outline.items }) {
      if let record = records[item] { add(item, from: record.parent) }
    }
    return (differs, oldParents)
  }

  /// Removes an item from the children of its parent's record.
  private mutating func unlist(_ item: Item) {
    guard let parent = records[item]?.parent else { return }
    if records[parent]?.children.removeValue(forKey: item) == true {
      records[parent]?.uniformCount -= 1
    }
    records[item]?.parent = nil
  }

  /// Updates the records of items and, where these change, of their ancestors, bottom-up.
  private mutating func settle(
    _ items: Set<Item>, in outline: OutlineOfItem, _ hasMissingChildren: (Item) -> Bool
  ) {
    var rest: [(item: Item, level: Int)] = []
    for item in items {
      // Items that are not loaded have no level.
      var next: Item? = item
      while let item = next, outline(item) == nil {
        next = settle(item, in: nil, hasMissingChildren)
      }
      if let item = next, let level = outline(item)?.level(of: item) { rest.append((item, level)) }
    }
    rest.sort { $0.level < $1.level }

    var current: Set<Item> = []
    var level = 0
    while !rest.isEmpty || !current.isEmpty {
      if current.isEmpty, let last = rest.last { level = last.level }
      while let last = rest.last, last.level == level {
        current.insert(last.item)
        rest.removeLast()
      }
      var parents: Set<Item> = []
      for item in current {
        if let parent = settle(item, in: outline(item), hasMissingChildren) {
          parents.insert(parent)
        }
      }
      current = parents
      level -= 1
    }
  }
}
