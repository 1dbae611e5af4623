import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct TreeModelTests {
  static let runCount = TestEffort.choose(quick: 100, full: 5_000, long: 100_000)

  @Test func aViewShowsTheSnapshotAfterTheSteps() throws {
    let seed = seedOfRun()
    for run in 0..<UInt64(Self.runCount) {
      var edits = RandomSnapshotEdits(seed: seed + run, sectionCount: 3, itemCount: 8)
      let screen = TreeScreen()
      for _ in 0..<20 {
        var marked = screen.model.snapshot
        edits.edit(&marked, count: Int.random(in: 1...8, using: &edits.random))
        if Int.random(in: 0..<4, using: &edits.random) == 0 { try? marked.reloadSections([0]) }
        do {
          try screen.show(marked)
        } catch {
          Issue.record("OUTLINE_SEED=\(seed + run): \(error)")
          return
        }
      }
    }
  }

  /// The step of the child named another node of its former parent.
  @Test func aChildMovesOutOfAParentThatLeavesTheSection() throws {
    let screen = try fruitAndTools()
    try screen.edit { snapshot in
      try snapshot.moveItem(2, beforeItem: 1)
      try snapshot.moveItems([1], to: .end(of: 20))
    }
  }

  @Test func anItemKeepsItsNodeInItsSection() throws {
    let screen = try fruitAndTools()
    let fruit = screen.model.node(of: 1)
    let apple = screen.model.node(of: 2)
    try screen.edit { try $0.moveItems([2], to: .before(1)) }
    try screen.edit { try $0.moveSection(10, afterSection: 20) }
    #expect(fruit != nil && screen.model.node(of: 1) === fruit)
    #expect(apple != nil && screen.model.node(of: 2) === apple)
    _ = screen.model.reload(screen.model.snapshot)
    #expect(screen.model.node(of: 1) === fruit)
  }

  @Test func anItemGetsAnotherNodeInAnotherSection() throws {
    let screen = try fruitAndTools()
    let apple = screen.model.node(of: 2)
    try screen.edit { try $0.moveItems([2], to: .into(3)) }
    #expect(screen.model.node(of: 2)?.section == 20)
    #expect(screen.model.node(of: 2) !== apple)
    #expect(apple?.row == nil)
    #expect(apple?.dropDestination(at: 0) == nil)
  }

  /// A view may remember that the former node was expanded.
  @Test func anItemGetsAnotherNodeWhenItComesBackHidden() throws {
    let screen = try fruitAndTools()
    let apple = screen.model.node(of: 2)
    try screen.edit { $0.collapse([1]) }
    try screen.edit { try $0.deleteItems([2]) }
    try screen.edit { try $0[10].append([2], to: 1) }
    #expect(apple != nil && screen.model.node(of: 2) !== apple)
  }

  @Test func theNodeOfARemovedItemLivesUntilTheNextChange() throws {
    let model = TreeModel<Int, Int>()
    var snapshot = try fruitAndTools().model.snapshot
    _ = model.reload(snapshot)
    weak var tools: TreeModel<Int, Int>.Node?
    weak var saw: TreeModel<Int, Int>.Node?
    do { (tools, saw) = (model.root.children.last, model.root.children.last?.children.first) }
    try snapshot.deleteSections([20])
    #expect(model.update(to: snapshot, by: snapshot.difference(from: model.snapshot)) != nil)
    #expect(tools != nil && saw != nil)
    #expect(model.update(to: snapshot, by: snapshot.difference(from: model.snapshot)) != nil)
    #expect(tools == nil && saw == nil)
  }

  @Test func differencesOfOtherSnapshotsAreRejected() throws {
    let model = try fruitAndTools().model
    var other = model.snapshot
    try other.deleteItems([3])
    #expect(model.update(to: other, by: other.difference(from: Snapshot())) == nil)
    #expect(model.snapshot.contains(3))
  }

  @Test func dropsAreBeforeAChildOrIntoItsParent() throws {
    let model = try fruitAndTools().model
    let section = try #require(model.root.children.first)
    let fruit = try #require(section.children.first)
    #expect(fruit.dropDestination(at: 0) == .before(2))
    #expect([-1, 1, 9].map(fruit.dropDestination) == [.into(1), .into(1), .into(1)])
    #expect(section.dropDestination(at: 0) == .before(1))
    #expect(section.dropDestination(at: -1) == .end(of: 10))
    #expect(model.root.dropDestination(at: 0) == nil)
  }

  /// Two sections: an item with a child, and an item.
  private func fruitAndTools() throws -> TreeScreen {
    let screen = TreeScreen()
    try screen.edit { snapshot in
      try snapshot.appendSections([10, 20])
      try snapshot[10].append([1])
      try snapshot[10].append([2], to: 1)
      try snapshot[20].append([3])
      snapshot.expand([1])
    }
    return screen
  }
}

/// A tree model with strict views, which know its nodes by numbers.
private final class TreeScreen {
  let model = TreeModel<Int, Int>()
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// Retained, so that no two nodes have one address.
  private var nodes: [TreeModel<Int, Int>.Node] = []

  func edit(_ body: (inout Snapshot<Int, Int>) throws -> Void) throws {
    var snapshot = model.snapshot
    try body(&snapshot)
    try show(snapshot)
  }

  func show(_ marked: Snapshot<Int, Int>) throws {
    let old = tree()
    let difference = marked.difference(from: model.snapshot)
    var snapshot = marked
    snapshot.removeAllMarks()
    guard let steps = model.update(to: snapshot, by: difference) else {
      throw Disagreement("no steps")
    }
    for memory in [TreeView.Memory.forgets, .remembersRows] {
      var view = TreeView(old, target: tree(), memory: memory)
      let violations = view.perform(steps.map(number))
      if !violations.isEmpty { throw Disagreement("\(memory), \(difference): \(violations)") }
    }
  }

  private func tree() -> ViewTree {
    var rows: [ViewRow] = []
    var isVisible: [Bool] = []
    func add(_ children: some Sequence<TreeModel<Int, Int>.Node>, level: Int, areVisible: Bool) {
      for node in children {
        rows.append(ViewRow(number(node), level: level))
        isVisible.append(areVisible)
        let isExpanded = node.item.map(model.snapshot.isExpanded) ?? true
        add(node.children, level: level + 1, areVisible: areVisible && isExpanded)
      }
    }
    add(model.root.children, level: 0, areVisible: true)
    return ViewTree(rows, isVisible: isVisible)
  }

  private func number(_ node: TreeModel<Int, Int>.Node) -> Int {
    if let number = numbers[ObjectIdentifier(node)] { return number }
    numbers[ObjectIdentifier(node)] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }
}
