/// What the user has made of a view: what is expanded, selected, focused, and scrolled to.
///
/// All is said by identity, so that it outlives the rows: a state taken before a rebuild, or in an
/// earlier launch, is restored where its items are, and kept for those that are still to come.
///
///     let state = ViewState(
///       of: source.snapshot(), selectedItems: list.selection, topRow: list.topRow,
///       topOffset: list.topOffset)
///     try save(encoder.encode(state))
///     // … in the next launch …
///     let missing = source.restore(state)
///     list.show(state.found(in: source.snapshot()))
///
/// Items are encoded whole. Where they are values, as ``Identified`` ones are, what is worth saving
/// is what identifies them: `state.compactMapItems(\.id)`.
///
/// A state can also be what selects: ``follow(from:to:rules:)`` moves it along with a change.
public struct ViewState<Item: Hashable>: Hashable {
  /// The items that are expanded, each once.
  public var expandedItems: [Item] {
    didSet { expandedItems = expandedItems.eachOnce() }
  }

  /// The items that are selected, each once, in the order of selection.
  public var selectedItems: [Item] {
    didSet { selectedItems = selectedItems.eachOnce() }
  }

  /// The item that has the keyboard focus.
  public var focusedItem: Item?

  /// The item whose row is at the top of what is seen.
  public var topItem: Item?

  /// How far the top of that row is above the top of what is seen.
  public var topOffset: Double

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - expandedItems: The items that are expanded; repetitions are left out.
  ///   - selectedItems: The items that are selected, in order; repetitions are left out.
  ///   - focusedItem: The item that has the keyboard focus.
  ///   - topItem: The item whose row is at the top of what is seen.
  ///   - topOffset: How far the top of that row is above the top of what is seen.
  /// - Complexity: O(*k*) for *k* items
  public init(
    expandedItems: [Item] = [], selectedItems: [Item] = [], focusedItem: Item? = nil,
    topItem: Item? = nil, topOffset: Double = 0
  ) {
    self.expandedItems = expandedItems.eachOnce()
    self.selectedItems = selectedItems.eachOnce()
    self.focusedItem = focusedItem
    self.topItem = topItem
    self.topOffset = topOffset
  }

  /// Creates a state of what is expanded in a snapshot, and what its view knows besides.
  ///
  /// - Parameters:
  ///   - snapshot: What is on screen.
  ///   - selectedItems: The items that are selected, in order; repetitions are left out.
  ///   - focusedItem: The item that has the keyboard focus.
  ///   - topRow: The row at the top of what is seen.
  ///   - topOffset: How far the top of that row is above the top of what is seen.
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

  /// Whether nothing is expanded, selected, focused or scrolled to.
  public var isEmpty: Bool {
    expandedItems.isEmpty && selectedItems.isEmpty && focusedItem == nil && topItem == nil
  }
}

extension ViewState: Sendable where Item: Sendable {}

// MARK: - Parts

extension ViewState {
  /// Returns what of the state a snapshot has, for a view to show.
  ///
  /// Where the top item is hidden, its nearest visible ancestor stands for it, with the offset 0.
  ///
  /// - Parameter snapshot: What is on screen.
  /// - Returns: The state without the items that are not there.
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

  /// Returns what of the state a snapshot does not have, to be kept until it may.
  ///
  /// - Parameter snapshot: What is on screen.
  /// - Returns: The state without the items that are there.
  /// - Complexity: O(*k*) for *k* items of the state
  public func missing<Section>(from snapshot: Snapshot<Section, Item>) -> ViewState {
    compactMapItems { snapshot.contains($0) ? nil : $0 }
  }

  /// Returns the state for other items that stand for these.
  ///
  /// Where items cannot be coded themselves, as those of typed sections, this turns them into what
  /// can, and back.
  ///
  /// <!-- example: typedSections -->
  ///     let saved = state.compactMapItems { item in item.value(as: Artist.self)?.id }
  ///
  /// - Parameter transform: Returns the item that stands for one; `nil` to leave it out.
  /// - Returns: The state; without an item at the top, its offset is 0.
  /// - Throws: What the closure throws.
  /// - Complexity: O(*k*) for *k* items of the state
  public func compactMapItems<Other: Hashable>(
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
