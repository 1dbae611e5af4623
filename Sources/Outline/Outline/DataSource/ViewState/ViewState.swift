/// The state of a view that the user controls: expansion, selection, focus and scroll position.
///
/// The state refers to items, not to rows. It can be restored after a rebuild or at the next
/// launch, and kept for items that load later.
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
/// `state.compactMapItems(\.id)`. A data source restores them by
/// ``OutlineDataSource/restore(ids:collapsingOthers:animatingDifferences:completion:)``, and a
/// snapshot finds the items again: `saved.compactMapItems(snapshot.item(id:))`.
///
/// A state can also manage the selection: ``follow(from:to:rules:)`` updates it after a change.
public struct ViewState<Item: Hashable & Sendable>: Hashable {
  /// The expanded items, without duplicates.
  public var expandedItems: [Item] {
    didSet { expandedItems = expandedItems.eachOnce() }
  }

  /// The selected items in the order of selection, without duplicates.
  public var selectedItems: [Item] {
    didSet { selectedItems = selectedItems.eachOnce() }
  }

  /// The item that has the keyboard focus.
  public var focusedItem: Item?

  /// The item of the topmost row in the scroll view.
  public var topItem: Item?

  /// The distance from the top of the topmost row to the top of the scroll view.
  public var topOffset: Double

  /// Creates a state; duplicates are removed.
  ///
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

  /// Creates a state with the expansion of a snapshot, without a selection.
  ///
  /// - Complexity: O(*n* + *s*) for *n* items in *s* sections
  public init<Section>(of snapshot: Snapshot<Section, Item>) {
    self.init(expandedItems: snapshot.expandedItems)
  }

  /// Creates a state with the expansion of a snapshot and a selection; duplicates are removed.
  ///
  /// A set gives the selected items an arbitrary order.
  ///
  /// - Complexity: O(*n* + *s*) for *n* items in *s* sections
  public init<Section>(
    of snapshot: Snapshot<Section, Item>, selectedItems: some Sequence<Item>,
    focusedItem: Item? = nil, topRow: RowPath? = nil, topOffset: Double = 0
  ) {
    self.init(
      expandedItems: snapshot.expandedItems, selectedItems: Array(selectedItems),
      focusedItem: focusedItem, topItem: topRow.flatMap(snapshot.itemIdentifier),
      topOffset: topOffset)
  }

  /// A Boolean value that indicates whether the state contains no items.
  public var isEmpty: Bool {
    expandedItems.isEmpty && selectedItems.isEmpty && focusedItem == nil && topItem == nil
  }
}

extension ViewState: Sendable {}

extension ViewState {
  /// Returns the part of the state whose items are in a snapshot, for a view to restore.
  ///
  /// The items are those of the snapshot, which can have other content than equal items of the
  /// state. A hidden top item is replaced by its nearest visible ancestor, with the offset 0.
  ///
  /// - Complexity: O(*k* + log *n*) for *k* items of the state
  public func found<Section>(in snapshot: Snapshot<Section, Item>) -> ViewState {
    var found = ViewState(
      expandedItems: expandedItems.compactMap(snapshot.item(equalTo:)),
      selectedItems: selectedItems.compactMap(snapshot.item(equalTo:)),
      focusedItem: focusedItem.flatMap(snapshot.item(equalTo:)))
    found.topItem = topItem.flatMap(snapshot.nearestVisibleItem)
    found.topOffset = found.topItem == topItem ? topOffset : 0
    return found
  }

  /// Returns the part of the state whose items are not in a snapshot, to restore it later.
  ///
  /// - Complexity: O(*k*) for *k* items of the state
  public func missing<Section>(from snapshot: Snapshot<Section, Item>) -> ViewState {
    compactMapItems { snapshot.contains($0) ? nil : $0 }
  }

  /// Returns the state together with the missing part of an earlier state.
  ///
  /// Use this method to keep the expansion of items that are temporarily absent, such as folders of
  /// an unmounted volume.
  ///
  ///     let missing = source.restore(state)
  ///     // … when the program saves the state again …
  ///     let current = ViewState(of: source.snapshot(), selectedItems: list.selection)
  ///     let saved = current.merging(missing)
  ///
  /// The focused item and the top item of `missing` are used if this state has none.
  ///
  /// - Complexity: O(*k*) for *k* items of both states
  public func merging(_ missing: ViewState) -> ViewState {
    ViewState(
      expandedItems: expandedItems + missing.expandedItems,
      selectedItems: selectedItems + missing.selectedItems,
      focusedItem: focusedItem ?? missing.focusedItem, topItem: topItem ?? missing.topItem,
      topOffset: topItem == nil ? missing.topOffset : topOffset)
  }

  /// Returns the state with transformed items.
  ///
  /// For example, replace items that are not `Codable`, such as the items of typed sections, with
  /// their identifiers.
  ///
  /// <!-- example: typedSections -->
  ///     let saved = state.compactMapItems { item in artists.value(of: item)?.id }
  ///
  /// - Parameter transform: Returns the new item, or `nil` to remove the item.
  /// - Throws: The error of `transform`
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

// MARK: - Coding

extension ViewState: Encodable where Item: Encodable {}

extension ViewState: Decodable where Item: Decodable {
  /// Decodes a state; missing keys are empty, and duplicates are removed.
  ///
  /// ```json
  /// {"expandedItems": ["Fruit"], "selectedItems": [], "topItem": "Apple", "topOffset": 4}
  /// ```
  ///
  /// - Complexity: O(*k*) for *k* items
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      expandedItems: try container.decodeIfPresent([Item].self, forKey: .expandedItems) ?? [],
      selectedItems: try container.decodeIfPresent([Item].self, forKey: .selectedItems) ?? [],
      focusedItem: try container.decodeIfContained(forKey: .focusedItem),
      topItem: try container.decodeIfContained(forKey: .topItem),
      topOffset: try container.decodeIfPresent(Double.self, forKey: .topOffset) ?? 0)
  }
}
