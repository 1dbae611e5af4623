/// The state of a check box.
public enum CheckState: Hashable, Sendable {
  /// The item and all its descendants are unchecked.
  case unchecked
  /// The item and all its descendants are checked.
  case checked
  /// Some descendants are checked and others are not.
  case mixed
}

/// The check boxes of an outline, with the three states of ``CheckState``.
///
/// An item is checked together with its descendants. A parent is checked if all its children are
/// checked, unchecked if all are unchecked, and otherwise mixed.
///
///     var checks = CheckedItems<String>()
///     checks.toggle("Apple", in: outline)
///     checks.state(of: "Fruit", in: outline)  // .mixed
///     checks.toggle("Pear", in: outline)
///     checks.state(of: "Fruit", in: outline)  // .checked
///
/// If there are several sections, pass the outline of the item's section, `snapshot[section]`.
///
/// After each change of the outline, call ``follow(from:to:hasMissingChildren:)-(SectionSnapshot<Item>,_,_)``.
/// A new child gets the state of its parent. Below a mixed parent, it gets the state that the parent
/// had before it became mixed. So children of a checked item are checked when they load. Moved items
/// keep their state, and deleted items lose it. To undo a deletion, restore a copy of the value.
///
/// If children load, pass `hasMissingChildren` to all methods. Such children have the state that
/// their parent had before it became mixed. So a parent with some of its children stays mixed even
/// if these are all checked:
///
///     let hasMissingChildren = { (item: String) in
///       source.loadingState(of: .item(item)) != .loaded
///         || source.hasMoreChildren(of: .item(item))
///     }
///
/// The value stores only the items whose state differs from that of their parent, and the ancestors
/// of these items. It is `Codable`, and keeps the states of items that are not loaded yet. Saved
/// items that no longer exist count as not loaded. So an ancestor of such an item can stay mixed
/// until it is checked or unchecked.
///
/// - Complexity: A copy is O(1), but the first change after it is O(*k*) for *k* stored items.
///
/// ## Topics
///
/// ### Reading and changing states
/// - ``state(of:in:hasMissingChildren:)``
/// - ``toggle(_:in:hasMissingChildren:)``
/// - ``setChecked(_:for:in:hasMissingChildren:)``
///
/// ### Following changes
/// - ``follow(from:to:hasMissingChildren:)-(SectionSnapshot<Item>,_,_)``
/// - ``follow(from:to:hasMissingChildren:)-(Snapshot<Section,Item>,_,_)``
public struct CheckedItems<Item: Hashable & Sendable>: Hashable, Sendable {
  //  Each item has a value, checked or not, which new children inherit. An item without a record
  //  has the value of its parent, and a root without one is unchecked.
  //
  //      Fruit      unchecked    has a record: one of its children has one
  //        Apple    checked      has a record: its value differs from that of Fruit
  //        Pear     unchecked
  //      Tools      checked      has a record: its value differs from that of a root
  //        Saw      checked
  //
  //  1. The value of an item with a record differs from that of its parent, or the record has
  //     children.
  //  2. The children of a record are the items whose records name it as their parent. They are
  //     marked `true` if they are uniform: they differ, and their records have no children.
  //  3. `uniformCount` is the number of uniform children.
  //  4. If an edit makes all children uniform and none are missing, the value of their parent
  //     changes instead.
  struct Record: Hashable {
    var parent: Item?
    /// A Boolean value that indicates whether the value of the item differs from its parent's.
    var differs = false
    var children: [Item: Bool] = [:]
    var uniformCount = 0

    var isUniform: Bool { differs && children.isEmpty }
    var isEmpty: Bool { !differs && children.isEmpty }
  }

  var records: [Item: Record] = [:]

  /// Creates a value without checked items.
  public init() {}
}

// MARK: - Reading states

extension CheckedItems {
  /// Returns the state of an item; `unchecked` for an unknown item.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - outline: The outline of the item.
  ///   - hasMissingChildren: Returns a Boolean value that indicates whether an item can have children
  ///     that are not in the outline.
  /// - Complexity: O(log *n*) for each ancestor; also O(*c*) for *c* children if saved children are
  ///   missing
  public func state(
    of item: Item, in outline: SectionSnapshot<Item>,
    hasMissingChildren: (_ item: Item) -> Bool = { _ in false }
  ) -> CheckState {
    guard outline.contains(item) else { return .unchecked }
    // Children of a decoded record can be missing: then those of the outline decide.
    let hasUniformChildren = hasUniformChildren(item, in: outline, hasMissingChildren)
    if !hasUniformChildren && records[item]?.children.isEmpty == false { return .mixed }
    return isChecked(item, in: outline) != hasUniformChildren ? .checked : .unchecked
  }

  /// Returns the value of an item, which new children inherit.
  func isChecked(_ item: Item, in outline: SectionSnapshot<Item>?) -> Bool {
    var isChecked = false
    // After a missed change, records can name each other as parents.
    var remainingRecords = records.count
    var next: Item? = item
    while let item = next, remainingRecords >= 0 {
      let record = records[item]
      if record?.differs == true { isChecked.toggle() }
      if let outline, outline.contains(item) {
        next = outline.parent(of: item)
      } else {
        next = record?.parent
        remainingRecords -= 1
      }
    }
    return isChecked
  }
}

// MARK: - Changing states

extension CheckedItems {
  /// Checks an unchecked or mixed item with its descendants; unchecks a checked one.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - outline: The outline of the item.
  ///   - hasMissingChildren: Returns a Boolean value that indicates whether an item can have children
  ///     that are not in the outline.
  /// - Complexity: That of ``setChecked(_:for:in:hasMissingChildren:)``
  public mutating func toggle(
    _ item: Item, in outline: SectionSnapshot<Item>,
    hasMissingChildren: (_ item: Item) -> Bool = { _ in false }
  ) {
    let state = state(of: item, in: outline, hasMissingChildren: hasMissingChildren)
    setChecked(state != .checked, for: item, in: outline, hasMissingChildren: hasMissingChildren)
  }

  /// Checks or unchecks an item with its descendants.
  ///
  /// Unknown items are ignored.
  ///
  /// - Parameters:
  ///   - isChecked: The new value.
  ///   - item: An item.
  ///   - outline: The outline of the item.
  ///   - hasMissingChildren: Returns a Boolean value that indicates whether an item can have children
  ///     that are not in the outline.
  /// - Complexity: O(log *n*) for each ancestor, and O(log *n*), amortized, for each item whose
  ///   state has been set apart from its parent's
  public mutating func setChecked(
    _ isChecked: Bool, for item: Item, in outline: SectionSnapshot<Item>,
    hasMissingChildren: (_ item: Item) -> Bool = { _ in false }
  ) {
    guard outline.contains(item) else { return }
    removeRecords(below: item)
    let parent = outline.parent(of: item)
    let inherited = parent.map { self.isChecked($0, in: outline) } ?? false
    records[item] = isChecked == inherited ? nil : Record(differs: true)
    var next: Item? = item
    while let item = next {
      next = settle(item, in: outline, hasMissingChildren)
    }
  }

  mutating func removeRecords(below item: Item) {
    var stack = records[item].map { Array($0.children.keys) } ?? []
    while let item = stack.popLast() {
      if let record = records.removeValue(forKey: item) { stack += record.children.keys }
    }
  }

  /// Updates the record of an item after a change of it or of its children.
  ///
  /// - Parameter outline: The outline of the item; `nil` for an item that is not loaded.
  /// - Returns: The parent of the item if it also needs an update.
  mutating func settle(
    _ item: Item, in outline: SectionSnapshot<Item>?, _ hasMissingChildren: (Item) -> Bool
  ) -> Item? {
    let parent = outline == nil ? records[item]?.parent : outline?.parent(of: item)
    if hasUniformChildren(item, in: outline, hasMissingChildren) {
      // Uniform children have no records below. After a missed change, one can be an ancestor.
      for child in (records[item]?.children ?? [:]).keys
      where outline?.isDescendant(item, of: child) != true {
        records[child] = nil
      }
      records[item]?.children = [:]
      records[item]?.uniformCount = 0
      records[item]?.differs.toggle()
    }
    if records[item]?.isEmpty == true {
      records[item] = nil
    }
    records[item]?.parent = parent
    guard let parent, list(item, in: parent) else { return nil }
    return parent
  }

  /// Returns a Boolean value that indicates whether all children of an item differ from it as a
  /// whole.
  private func hasUniformChildren(
    _ item: Item, in outline: SectionSnapshot<Item>?, _ hasMissingChildren: (Item) -> Bool
  ) -> Bool {
    guard let record = records[item], record.uniformCount == record.children.count,
      let children = outline?.children(of: item), children.count <= record.uniformCount
    else { return false }
    // The record can also have children that are not loaded.
    return !children.isEmpty && children.allSatisfy { record.children[$0] != nil }
      && !hasMissingChildren(item)
  }

  /// Lists an item in the record of its parent if it has a record; returns whether that changed.
  private mutating func list(_ item: Item, in parent: Item) -> Bool {
    let old = records[parent]?.children[item]
    let new = records[item]?.isUniform
    if old == new { return false }
    if let new {
      records[parent, default: Record()].children[item] = new
    } else {
      records[parent]?.children[item] = nil
    }
    records[parent]?.uniformCount += (new == true ? 1 : 0) - (old == true ? 1 : 0)
    return true
  }
}
