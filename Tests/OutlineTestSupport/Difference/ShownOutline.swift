public import Outline

public struct ShownOutline {
  public let snapshot: SectionSnapshot<Int>
  /// The visible rows.
  ///
  /// The content of a row stands for its level, its disclosure state, whether it has children, and
  /// the content of its item.
  public var rows: [ViewRow] { tree.visibleRows }
  let tree: ViewTree

  public init(_ snapshot: SectionSnapshot<Int>, content: (Int) -> Int = { _ in 0 }) {
    self.snapshot = snapshot
    let items = Array(snapshot.items)
    let levels = items.map { snapshot.level(of: $0) ?? 0 }
    let visible = Array(snapshot.visibleItems)
    var all: [ViewRow] = []
    var isVisible: [Bool] = []
    var row = 0
    for (index, item) in items.enumerated() {
      let level = levels[index]
      let hasChildren = index + 1 < items.count && levels[index + 1] > level
      let state = (snapshot.isExpanded(item) ? 2 : 0) + (hasChildren ? 1 : 0)
      all.append(ViewRow(item, level: level, content: (content(item) << 24 + level) << 2 + state))
      isVisible.append(row < visible.count && visible[row] == item)
      if isVisible[index] { row += 1 }
    }
    tree = ViewTree(all, isVisible: isVisible)
  }
}
