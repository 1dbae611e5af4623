import CGTK

/// A copy of a list model that only the signal `items-changed` keeps up to date.
///
/// It checks the rules of `GListModel` at each signal, as a view relies on them.
final class Mirror {
  private unowned let list: RowList
  private(set) var entries: [Entry]
  /// The first violation of a rule.
  private(set) var violation: String?
  private(set) var signalCount = 0

  init(of list: RowList) {
    self.list = list
    entries = (0..<list.count).map(list.entry(at:))
    connect(list.model, "items-changed") { [unowned self] arguments in
      replay(arguments.number(1), arguments.number(2), arguments.number(3))
    }
  }

  private func replay(_ position: Int, _ removed: Int, _ added: Int) {
    signalCount += 1
    let change = "\(position)-\(removed)+\(added)"
    guard position + removed <= entries.count else {
      return report("\(change) is beyond the \(entries.count) rows of the mirror")
    }
    let old = entries[position..<position + removed]
    let new = (position..<position + added).map(list.entry(at:))
    // A reload replaces all rows, even equal ones.
    if removed < entries.count || added < list.count {
      if let first = old.first, first == new.first {
        report("\(change) keeps its first row")
      }
      if let last = old.last, last == new.last {
        report("\(change) keeps its last row")
      }
    }
    entries.replaceSubrange(position..<position + removed, with: new)
    // The model must already have, and still have, the rows that later changes concern.
    guard entries.count == Int(g_list_model_get_n_items(list.model)) else {
      return report("\(change) leaves \(entries.count) rows, and the model has \(list.count)")
    }
    for position in entries.indices where entries[position] != list.entry(at: position) {
      return report("\(change) does not explain row \(position)")
    }
  }

  private func report(_ text: String) {
    violation = violation ?? text
  }
}
