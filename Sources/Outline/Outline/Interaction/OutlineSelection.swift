/// The selected items of a list and its keyboard focus, which clicks and keys change.
///
/// A view passes each click and each key to its selection, and draws the selected items and the
/// focused one. Keys that expand or collapse items return them, for a data source or a snapshot:
///
///     var selection = OutlineSelection("Fruit")
///     selection.press(.right, in: snapshot)  // .expand(["Fruit"])
///     snapshot.expand(["Fruit"])
///     selection.press(.right, in: snapshot)
///     selection.focusedItem  // "Apple"
///     selection.press(.down, .shift, in: snapshot)
///     selection.selectedItems.sorted()  // ["Apple", "Pear"]
///
/// The selection refers to items, not to rows. After each change of the snapshot, call
/// ``follow(from:to:rules:)``. An item that is hidden counts as its nearest visible ancestor, and
/// an unknown one as none.
///
/// To save the selection, create a ``ViewState`` with it.
///
/// ## Topics
///
/// ### Reading the selection
/// - ``selectedItems``
/// - ``focusedItem``
///
/// ### Clicks and keys
/// - ``select(_:_:in:)``
/// - ``press(_:_:in:hasChildren:)``
/// - ``press(_:_:in:of:)``
/// - ``typeAhead(_:in:title:)``
/// - ``Modifier``
/// - ``Key``
/// - ``Expansion``
///
/// ### Following changes
/// - ``follow(from:to:rules:)``
public struct OutlineSelection<Item: Hashable & Sendable>: Hashable, Sendable {
  /// A modifier key of a click or of another key.
  public enum Modifier: Hashable, Sendable {
    /// Selects the rows from the anchor on: the row that was last selected without this key.
    case shift
    /// Selects or deselects a row, or moves the focus only. On a Mac, this is the Command key.
    case control
  }

  /// The selected items.
  ///
  /// Setting this property ends the range of ``Modifier/shift``.
  public var selectedItems: Set<Item> {
    didSet {
      anchorItem = nil
      rangeEnd = nil
    }
  }

  /// The item that has the keyboard focus.
  public var focusedItem: Item?

  /// The item where the next range begins; `nil` for the focused item.
  var anchorItem: Item?
  /// The other end of the last range, which the next range from the same anchor replaces.
  var rangeEnd: Item?
  /// A Boolean value that indicates whether all rows of the last range are selected.
  var isRangeComplete = false

  /// Creates a selection of one item, which has the focus, or of none.
  public init(_ item: Item? = nil) {
    selectedItems = item.map { [$0] } ?? []
    focusedItem = item
    anchorItem = item
  }

  /// Selects the item of a row that the user has clicked, and moves the focus there.
  ///
  /// Without a modifier, deselects all other items. With ``Modifier/control``, selects the item or
  /// deselects it. With ``Modifier/shift``, selects all rows from the anchor to the item, and
  /// deselects the other rows of the last range. Items outside of the two ranges stay selected.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* items that are selected or deselected
  public mutating func select<Section>(
    _ item: Item, _ modifier: Modifier? = nil, in snapshot: Snapshot<Section, Item>
  ) {
    guard let item = snapshot.item(equalTo: item) else { return }
    if modifier == .shift {
      selectRange(to: item, in: snapshot)
    } else {
      if modifier == nil {
        selectedItems = [item]
      } else if selectedItems.remove(item) == nil {
        selectedItems.insert(item)
      }
      anchorItem = item
    }
    focusedItem = item
  }

  private mutating func selectRange<Section>(
    to item: Item, in snapshot: Snapshot<Section, Item>
  ) {
    func rows(from start: Int, to item: Item?) -> Range<Int>? {
      guard let item = item.flatMap(snapshot.nearestVisibleItem), let row = snapshot.row(of: item)
      else { return nil }
      return min(start, row)..<max(start, row) + 1
    }
    let anchors = [anchorItem, focusedItem, item].lazy
    guard let anchor = anchors.compactMap({ $0.flatMap(snapshot.nearestVisibleItem) }).first,
      let start = snapshot.row(of: anchor), let new = rows(from: start, to: item)
    else { return }
    let old = rows(from: start, to: rangeEnd) ?? start..<start
    for rows in old.parts(outside: new) {
      selectedItems.subtract(snapshot.visibleItems[rows])
    }
    for rows in isRangeComplete ? new.parts(outside: old) : [new] {
      selectedItems.formUnion(snapshot.visibleItems[rows])
    }
    anchorItem = anchor
    rangeEnd = item
    isRangeComplete = true
  }
}

extension Range<Int> {
  /// The parts before and after another range, which overlaps this one or touches it.
  fileprivate func parts(outside other: Range<Int>) -> [Range<Int>] {
    [
      lowerBound..<Swift.max(lowerBound, other.lowerBound),
      Swift.min(upperBound, other.upperBound)..<upperBound,
    ]
  }
}
