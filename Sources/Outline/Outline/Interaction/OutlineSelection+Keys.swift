extension OutlineSelection {
  /// A key of the keyboard.
  ///
  /// The keys have the meaning of the tree view pattern in the ARIA Authoring Practices Guide, with
  /// its alternative selection model, in which keys without a modifier also select.
  public enum Key: Hashable, Sendable {
    /// Goes to the row above.
    case up
    /// Goes to the row below.
    case down
    /// Collapses the item; from a collapsed item or a leaf, goes to the parent.
    case left
    /// Expands the item; from an expanded item, goes to the first child.
    case right
    /// Goes to the first row.
    case home
    /// Goes to the last row.
    case end
    /// Goes up by the number of rows that the view shows.
    case pageUp(rows: Int)
    /// Goes down by the number of rows that the view shows.
    case pageDown(rows: Int)
    /// Selects the focused item, which `control` can deselect.
    case space
    /// Expands the focused item and its siblings.
    case asterisk
  }

  /// The items that a key expands or collapses.
  public enum Expansion: Hashable, Sendable {
    /// Expands items.
    case expand([Item])
    /// Collapses an item.
    case collapse(Item)
  }

  /// Performs the action of a key: selects items, moves the focus, or returns items to expand or
  /// collapse.
  ///
  /// A key that goes to a row also selects it, as ``select(_:_:in:)``. With ``Modifier/control``,
  /// it only moves the focus there. Keys skip empty sections. If no item has the focus, `up` goes
  /// to the last row and `down` to the first.
  ///
  ///     var selection = OutlineSelection("Fruit")
  ///     selection.press(.right, in: snapshot)  // .expand(["Fruit"])
  ///
  /// For a view of a data source, see ``press(_:_:in:of:)``.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - modifier: The modifier key. With both, pass `shift`.
  ///   - snapshot: The snapshot on screen.
  ///   - hasChildren: Returns a Boolean value that indicates whether an item has children, loaded
  ///     or not. By default, those of the snapshot count.
  /// - Returns: The items to expand or collapse, or `nil` if there are none.
  /// - Complexity: O(log *n* + *k*) for *k* items that are selected or deselected; O(log *n*) for
  ///   each sibling with ``Key/asterisk``
  @discardableResult
  public mutating func press<Section>(
    _ key: Key, _ modifier: Modifier? = nil, in snapshot: Snapshot<Section, Item>,
    hasChildren: ((_ item: Item) -> Bool)? = nil
  ) -> Expansion? {
    let hasChildren = hasChildren ?? snapshot.hasChildren
    let count = snapshot.numberOfRows
    let focused = focusedItem.flatMap(snapshot.nearestVisibleItem)
    let row = focused.flatMap(snapshot.row)

    func item(inRow row: Int) -> Item? {
      count == 0 ? nil : snapshot.visibleItems[min(max(0, row), count - 1)]
    }
    func step(_ rows: Int) -> Int { min(max(1, rows), count) }

    var target: Item?
    switch (key, focused) {
    case (.up, _): target = item(inRow: (row ?? count) - 1)
    case (.down, _): target = item(inRow: (row ?? -1) + 1)
    case (.home, _): target = item(inRow: 0)
    case (.end, _): target = item(inRow: count - 1)
    case (.pageUp(let rows), _): target = item(inRow: (row ?? count) - step(rows))
    case (.pageDown(let rows), _): target = item(inRow: (row ?? -1) + step(rows))
    case (.left, let item?):
      if snapshot.isExpanded(item) && hasChildren(item) { return .collapse(item) }
      target = snapshot.parent(of: item)
    case (.right, let item?) where hasChildren(item):
      guard snapshot.isExpanded(item), let child = snapshot.children(of: item)?.first else {
        return .expand([item])
      }
      target = child
    case (.space, let item?):
      select(item, modifier, in: snapshot)
    case (.asterisk, let item?):
      let siblings = [item] + snapshot.siblings(of: item)
      let collapsed = siblings.filter { !snapshot.isExpanded($0) && hasChildren($0) }
      return collapsed.isEmpty ? nil : .expand(collapsed)
    default: break
    }
    if let target {
      if modifier == .control {
        focusedItem = target
      } else {
        select(target, modifier, in: snapshot)
      }
    }
    return nil
  }
}

extension OutlineSelection {
  /// Performs the action of a key, as ``press(_:_:in:hasChildren:)``, in a view of a data source.
  ///
  /// Items whose children are not loaded count as parents, and `left` collapses an item that waits
  /// for its children, so that it stops waiting. The data source expands several items one by one,
  /// so ``Key/asterisk`` can result in several updates:
  ///
  ///     var selection = OutlineSelection("Fruit")
  ///     switch selection.press(.right, in: source.snapshot(), of: source) {
  ///     case .expand(let items): for item in items { source.expand(item) }
  ///     case .collapse(let item): source.collapse(item)
  ///     case nil: break
  ///     }
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - modifier: The modifier key. With both, pass `shift`.
  ///   - snapshot: The snapshot on screen.
  ///   - source: The data source of the view.
  /// - Returns: The items to expand or collapse, or `nil` if there are none.
  /// - Complexity: That of ``press(_:_:in:hasChildren:)``
  @discardableResult
  public mutating func press<Section>(
    _ key: Key, _ modifier: Modifier? = nil, in snapshot: Snapshot<Section, Item>,
    of source: OutlineDataSource<Section, Item>
  ) -> Expansion? {
    let focused = focusedItem.flatMap(snapshot.nearestVisibleItem)
    if key == .left, let focused, source.isExpansionPending(focused) {
      return .collapse(focused)
    }
    return press(key, modifier, in: snapshot, hasChildren: source.hasChildren)
  }
}

// MARK: - Type-ahead

extension OutlineSelection {
  /// Selects the next item whose title begins with the letters that the user has typed.
  ///
  /// The search ignores case, and continues with the first row after the last one. The first letter
  /// finds the next row after the focused one. With further letters, the focused row can stay. The
  /// same letter again goes to the next row with that letter, unless a title begins with both.
  ///
  /// The caller collects the letters, and begins again after a pause, such as a second.
  ///
  ///     var selection = OutlineSelection("Fruit")
  ///     selection.typeAhead("t", in: snapshot) { $0 }  // true
  ///     selection.focusedItem  // "Tools"
  ///
  /// - Parameters:
  ///   - text: The letters that the user has typed without a pause.
  ///   - snapshot: The snapshot on screen.
  ///   - title: Returns the title of an item.
  /// - Returns: `false` if no title matches; then the selection is unchanged.
  /// - Complexity: O(*v* *t*) for *v* visible rows and a text of *t* characters, plus the calls of
  ///   `title`
  @discardableResult
  public mutating func typeAhead<Section>(
    _ text: String, in snapshot: Snapshot<Section, Item>, title: (_ item: Item) -> String
  ) -> Bool {
    let text = text.lowercased()
    guard let first = text.first else { return false }
    let rows = snapshot.visibleItems
    let focused = focusedItem.flatMap(snapshot.nearestVisibleItem).flatMap(snapshot.row)

    func find(_ prefix: String, from start: Int) -> Item? {
      // Long titles, and long runs of combining marks, are slow to compare. Characters that equal
      // the prefix have at most four scalars for each of its own. The scalar after them shows
      // whether the last character ends there.
      let length = prefix.unicodeScalars.count * 4 + 1
      func matches(_ item: Item) -> Bool {
        String(title(item).unicodeScalars.prefix(length)).lowercased().hasPrefix(prefix)
      }
      return rows[start...].first(where: matches) ?? rows[..<start].first(where: matches)
    }
    let next = focused.map { $0 + 1 } ?? 0
    var found = find(text, from: text.count == 1 ? next : focused ?? 0)
    if found == nil && text.allSatisfy({ $0 == first }) {
      found = find(String(first), from: next)
    }
    guard let found else { return false }
    select(found, in: snapshot)
    return true
  }
}
