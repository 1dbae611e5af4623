import CGTK

/// A copy of a list model that only the signal `items-changed` keeps up to date.
///
/// It checks the rules of `GListModel` at each signal, as a view relies on them.
final class Mirror {
  private unowned let list: RowList
  private(set) var items: [Item]
  /// The first violation of a rule.
  private(set) var violation: String?
  private(set) var signalCount = 0
  /// The items of rows that have been removed, also if they were inserted again.
  var removedItems: Set<Item> = []

  init(of list: RowList) {
    self.list = list
    items = (0..<list.count).map(list.item(at:))
    connect(list.model, "items-changed") { [unowned self] arguments in
      replay(arguments.number(1), arguments.number(2), arguments.number(3))
    }
  }

  private func replay(_ position: Int, _ removed: Int, _ added: Int) {
    signalCount += 1
    let change = "\(position)-\(removed)+\(added)"
    guard position + removed <= items.count else {
      return report("\(change) is beyond the \(items.count) rows of the mirror")
    }
    let old = items[position..<position + removed]
    let new = (position..<position + added).map(list.item(at:))
    // A reload replaces all rows, even equal ones.
    if removed < items.count || added < list.count {
      if let first = old.first, first == new.first {
        report("\(change) keeps its first row")
      }
      if let last = old.last, last == new.last {
        report("\(change) keeps its last row")
      }
    }
    removedItems.formUnion(old)
    items.replaceSubrange(position..<position + removed, with: new)
    // The model must already have, and still have, the rows that later changes concern.
    guard items.count == Int(g_list_model_get_n_items(list.model)) else {
      return report("\(change) leaves \(items.count) rows, and the model has \(list.count)")
    }
    for position in items.indices where items[position] != list.item(at: position) {
      return report("\(change) does not explain row \(position)")
    }
  }

  private func report(_ text: String) {
    violation = violation ?? text
  }
}
