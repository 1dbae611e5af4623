/// The state of a view that the user controls: expansion, selection, focus and scroll position.
///
/// The state refers to items, not to rows. It can be restored after a rebuild or in the next launch
/// for all items that exist by then, and kept for items that are loaded later.
///
///     let state = ViewState(
///       of: source.snapshot(), selectedItems: list.selection, topRow: list.topRow,
///       topOffset: list.topOffset)
///     try save(encoder.encode(state))
///     // … in the next launch …
///     let missing = source.restore(state)
///     list.show(state.found(in: source.snapshot()))
///
/// Coding encodes whole items. For ``Identified`` items, encode the identifiers instead:
/// `state.compactMapItems(\.id)`.
///
/// A state can also manage the selection: ``follow(from:to:rules:)`` updates it after a change.
public struct ViewState<Item: Hashable & Sendable>: Hashable {
  /// The expanded items, without duplicates.
  public var expandedItems: [Item] {
    didSet { expandedItems = expandedItems.withoutRepetitions() }
  }

  /// The selected items in the order of selection, without duplicates.
  public var selectedItems: [Item] {
    didSet { selectedItems = selectedItems.withoutRepetitions() }
  }

  /// The item that has the keyboard focus.
  public var focusedItem: Item?

  /// The item of the topmost row in the scroll view.
  public var topItem: Item?

  /// The distance from the top of the topmost row to the top of the scroll view.
  public var topOffset: Double

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - expandedItems: The expanded items; duplicates are removed.
  ///   - selectedItems: The selected items in order; duplicates are removed.
  ///   - focusedItem: The item that has the keyboard focus.
  ///   - topItem: The item of the topmost row in the scroll view.
  ///   - topOffset: The distance from the top of that row to the top of the scroll view.
  /// - Complexity: O(*k*) for *k* items
  public init(
    expandedItems: [Item] = [], selectedItems: [Item] = [], focusedItem: Item? = nil,
    topItem: Item? = nil, topOffset: Double = 0
  ) {
    self.expandedItems = expandedItems.withoutRepetitions()
    self.selectedItems = selectedItems.withoutRepetitions()
    self.focusedItem = focusedItem
    self.topItem = topItem
    self.topOffset = topOffset
  }

  /// Creates a state with the expansion of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot on screen.
  ///   - selectedItems: The selected items in order; duplicates are removed.
  ///   - focusedItem: The item that has the keyboard focus.
  ///   - topRow: The position of the topmost row in the scroll view.
  ///   - topOffset: The distance from the top of that row to the top of the scroll view.
  /// - Complexity: O(*n* + *s*) for *n* items in *s* sections
  public init<Section>(
    of snapshot: Snapshot<Section, Item>, selectedItems: [Item] = [], focusedItem: Item? = nil,
    topRow: RowPath? = nil, topOffset: Double = 0
  ) {
    self.init(
      expandedItems: snapshot.expandedItems, selectedItems: selectedItems,
      focusedItem: focusedItem, topItem: topRow.flatMap(snapshot.itemIdentifier),
      topOffset: topOffset)
  }

  /// A Boolean value that indicates whether the state contains no items.
  public var isEmpty: Bool {
    expandedItems.isEmpty && selectedItems.isEmpty && focusedItem == nil && topItem == nil
  }
}

extension ViewState: Sendable {}

// MARK: - Dividing a state

extension ViewState {
  /// Returns the part of the state whose items are in a snapshot, for a view to restore.
  ///
  /// A hidden top item is replaced by its nearest visible ancestor, with the offset 0.
  ///
  /// - Parameter snapshot: The snapshot on screen.
  /// - Returns: The state without unknown items.
  /// - Complexity: O(*k* + log *n*) for *k* items of the state
  public func found<Section>(in snapshot: Snapshot<Section, Item>) -> ViewState {
    var found = ViewState(
      expandedItems: expandedItems.filter(snapshot.contains),
      selectedItems: selectedItems.filter(snapshot.contains),
      focusedItem: focusedItem.flatMap { snapshot.contains($0) ? $0 : nil })
    found.topItem = topItem.flatMap(snapshot.nearestVisibleItem)
    found.topOffset = found.topItem == topItem ? topOffset : 0
    return found
  }

  /// Returns the part of the state whose items are not in a snapshot, to restore it later.
  ///
  /// - Parameter snapshot: The snapshot on screen.
  /// - Returns: The state without known items.
  /// - Complexity: O(*k*) for *k* items of the state
  public func missing<Section>(from snapshot: Snapshot<Section, Item>) -> ViewState {
    compactMapItems { snapshot.contains($0) ? nil : $0 }
  }

  /// Returns the state with transformed items.
  ///
  /// Use this method to encode items that are not `Codable`, such as those of typed sections.
  ///
  /// <!-- example: typedSections -->
  ///     let saved = state.compactMapItems { item in artists.value(of: item)?.id }
  ///
  /// - Parameter transform: Returns the new item, or `nil` to remove the item.
  /// - Returns: The state with the new items. Without a top item its offset is 0.
  /// - Throws: The error of `transform`.
  /// - Complexity: O(*k*) for *k* items of the state
  public func compactMapItems<Other: Hashable & Sendable>(
    _ transform: (_ item: Item) throws -> Other?
  ) rethrows -> ViewState<Other> {
    let top = try topItem.flatMap(transform)
    return ViewState<Other>(
      expandedItems: try expandedItems.compactMap(transform),
      selectedItems: try selectedItems.compactMap(transform),
      focusedItem: try focusedItem.flatMap(transform), topItem: top,
      topOffset: top == nil ? 0 : topOffset)
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  func withoutRepetitions() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
