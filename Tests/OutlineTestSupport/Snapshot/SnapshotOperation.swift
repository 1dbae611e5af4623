public import Outline

public enum SnapshotOperation<Item: Hashable & Comparable & Sendable> {
  case appendSections([Int])
  case insertSections([Int], SiblingPosition<Int>)
  case deleteSections([Int])
  case moveSection(Int, SiblingPosition<Int>)

  case appendItems([Item], to: Int?)
  case insertItems([Item], SiblingPosition<Item>)
  case deleteItems([Item])
  case deleteAllItems
  case replaceItem(Item, with: Item)
  case moveItem(Item, SiblingPosition<Item>)
  case moveItems([Item], Snapshot<Int, Item>.Destination)
  case setChildren([Item], of: Item)
  case setTree(Graft<Item>, of: Item)
  case setRoots([Item], of: Int)
  case setOutline(Graft<Item>, of: Int)

  case expand([Item])
  case collapse([Item])
  case expandAll(in: Item?)
  case collapseAll(in: Item?)
  case reveal(Item)
  case reloadItems([Item])
  case reconfigureItems([Item])
  case reloadSections([Int])
  case reconfigureSections([Int])

  case edit(Int, Operation<Item>)
  case assign(Int, from: Int)
  /// Replaces the contents of several sections at once by those of others, or by nothing.
  case replace([(section: Int, source: Int?)])
}

extension SnapshotOperation: Sendable {}

public enum SnapshotOutcome<Item: Hashable & Comparable & Sendable>: Equatable {
  case done
  case edited(Outcome<Item>)
  case failed(SnapshotError<Int, Item>)
}

extension SnapshotOperation {
  public func apply<Value: EditableSnapshot<Int, Item>>(
    to value: inout Value
  ) -> SnapshotOutcome<Item> {
    do throws(SnapshotError<Int, Item>) {
      return try perform(on: &value)
    } catch {
      return .failed(error)
    }
  }

  private func perform<Value: EditableSnapshot<Int, Item>>(
    on value: inout Value
  ) throws(SnapshotError<Int, Item>) -> SnapshotOutcome<Item> {
    switch self {
    case .appendSections(let sections): try value.appendSections(sections)
    case .insertSections(let sections, .before(let anchor)):
      try value.insertSections(sections, beforeSection: anchor)
    case .insertSections(let sections, .after(let anchor)):
      try value.insertSections(sections, afterSection: anchor)
    case .deleteSections(let sections): try value.deleteSections(sections)
    case .moveSection(let section, .before(let anchor)):
      try value.moveSection(section, beforeSection: anchor)
    case .moveSection(let section, .after(let anchor)):
      try value.moveSection(section, afterSection: anchor)
    case .reloadSections(let sections): try value.reloadSections(sections)
    case .reconfigureSections(let sections): try value.reconfigureSections(sections)
    case .deleteAllItems: value.deleteAllItems()
    case .appendItems(let items, to: let section):
      try value.appendItems(items, toSection: section)
    case .insertItems(let items, .before(let anchor)):
      try value.insertItems(items, beforeItem: anchor)
    case .insertItems(let items, .after(let anchor)):
      try value.insertItems(items, afterItem: anchor)
    case .deleteItems(let items): try value.deleteItems(items)
    case .moveItem(let item, .before(let anchor)): try value.moveItem(item, beforeItem: anchor)
    case .moveItem(let item, .after(let anchor)): try value.moveItem(item, afterItem: anchor)
    case .replaceItem(let item, with: let new): try value.replaceItem(item, with: new)
    case .moveItems(let items, let destination): try value.moveItems(items, to: destination)
    case .setChildren(let items, of: let parent): try value.setChildren(items, of: parent)
    case .setTree(let tree, of: let parent):
      try value.setOutlineOfChildren(Value.Outline(tree), of: parent)
    case .setRoots(let items, of: let section): try value.setRoots(items, of: section)
    case .setOutline(let tree, of: let section):
      try value.setOutlineOfRoots(Value.Outline(tree), of: section)
    case .expand(let items): value.expand(items)
    case .collapse(let items): value.collapse(items)
    case .expandAll(let item): value.expandAll(in: item)
    case .collapseAll(let item): value.collapseAll(in: item)
    case .reveal(let item): value.reveal(item)
    case .reloadItems(let items): try value.reloadItems(items)
    case .reconfigureItems(let items): try value.reconfigureItems(items)
    case .edit(let section, let operation):
      if value.hasSection(section) { return .edited(operation.apply(to: &value[section])) }
      var outline = value[section]
      let outcome = operation.apply(to: &outline)
      return value.assign(outline, to: section) ?? .edited(outcome)
    case .assign(let section, from: let source):
      return value.assign(value[source], to: section) ?? .done
    case .replace(let pairs):
      let old = value
      let empty = Value.Outline(Graft(OutlineModel()))
      return value.install(pairs.map { ($0.section, $0.source.map { old[$0] } ?? empty) })
    }
    return .done
  }
}

extension EditableSnapshot where Section == Int {
  mutating func assign(_ outline: Outline, to section: Int) -> SnapshotOutcome<Item>? {
    do throws(SnapshotError<Int, Item>) {
      try setOutline(outline, of: section)
      return nil
    } catch {
      return .failed(error)
    }
  }

  /// Replaces outlines, and sorts the items of an error: a snapshot and a model find them in
  /// different orders.
  mutating func install(_ outlines: [(Int, Outline)]) -> SnapshotOutcome<Item> {
    do throws(SnapshotError<Int, Item>) {
      try replace(outlines.map { (key: $0, value: $1) })
      return .done
    } catch .items(.duplicateItems(let items)) {
      return .failed(.items(.duplicateItems(items.sorted())))
    } catch {
      return .failed(error)
    }
  }
}

extension SnapshotOutcome: Sendable {}
