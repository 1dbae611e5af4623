import Outline
import OutlineTestSupport
import Testing

/// Handlers that read a snapshot, edit it and apply it, as is common with UIKit.
///
/// The result must be the same as that of an edit in place.
@Suite struct DataSourceHandlerEditTests {
  static let start = """
    1
      -* a
        - a1
          - a11
            - a111
        - a2
          - a21
      +* b
        -* b1
      +* c
        -* c1
    2
      -* d
    """

  enum Edit: CaseIterable {
    case inPlace, section, snapshot

    func add(_ item: String, to source: Source) {
      switch self {
      case .inPlace: source.update { try? $0.appendItems([item], toSection: 1) }
      case .section:
        var outline = source.snapshot(for: 1)
        try? outline.append([item])
        source.apply(outline, to: 1)
      case .snapshot:
        var snapshot = source.snapshot()
        try? snapshot.appendItems([item], toSection: 1)
        source.apply(snapshot)
      }
    }
  }

  static let handlers = [
    "should expand", "will expand", "children", "should collapse", "will collapse", "can reorder",
    "can drop", "will reorder", "did reorder", "reconfigure",
  ]

  /// A data source in which one handler adds an item at each call.
  static func source(adding edit: Edit, in handler: String) -> Source {
    let source = Source(start)
    var count = 0
    let add = { [unowned source] (name: String) in
      guard name == handler else { return }
      count += 1
      edit.add("x\(count)", to: source)
    }
    source.sectionSnapshotHandlers.shouldExpandItem = { _ in
      add("should expand")
      return true
    }
    source.sectionSnapshotHandlers.willExpandItem = { _ in add("will expand") }
    if handler == "children" {
      source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, children in
        add("children")
        return children
      }
    }
    source.sectionSnapshotHandlers.shouldCollapseItem = { _ in
      add("should collapse")
      return true
    }
    source.sectionSnapshotHandlers.willCollapseItem = { _ in add("will collapse") }
    source.reorderingHandlers.canReorderItem = { _ in
      add("can reorder")
      return true
    }
    source.reorderingHandlers.canDropItems = { _, _ in
      add("can drop")
      return true
    }
    source.reorderingHandlers.willReorder = { _ in add("will reorder") }
    source.reorderingHandlers.didReorder = { _ in add("did reorder") }
    source.reconfigureHandler = { _, _ in add("reconfigure") }
    return source
  }

  static let operations: [(name: String, body: @Sendable (Source) -> Void)] = [
    ("expand", { $0.expand("a") }),
    ("expand subtree", { $0.expandSubtree(of: "a") }),
    (
      "collapse siblings",
      {
        $0.expansionBehavior = .collapsesSiblings
        $0.expand("a")
      }
    ),
    (
      "chain",
      {
        $0.expansionBehavior = [.expandsSingleChildChains, .collapsesSiblings]
        $0.expand("a1")
        $0.toggle("a")
      }
    ),
    (
      "collapse subtree",
      {
        $0.update { $0.expandAll() }
        $0.collapseSubtree(of: "a")
      }
    ),
    ("drop", { _ = try? $0.drop(["a2", "c"], to: .into("d")) }),
  ]

  @Test(arguments: handlers)
  func editsByHandlersAreKept(handler: String) {
    for (name, body) in Self.operations {
      var shapes: [String] = []
      for edit in Edit.allCases {
        let source = Self.source(adding: edit, in: handler)
        let adapter = TestAdapter()
        source.attach(adapter)
        source.setDisplayedRows(0..<100, for: adapter)
        body(source)
        #expect(adapter.shown == source.snapshot(), "\(name), \(edit)")
        shapes.append(source.shape)
      }
      #expect(Set(shapes).count == 1, "\(name): \(shapes)")
    }
  }

  /// The handlers of a chain run before the children are delivered.
  @Test(arguments: ["should expand", "will expand", "should collapse", "will collapse"])
  func editsByHandlersOfAChainAreKept(handler: String) {
    simulated { actor in
      var shapes: [String] = []
      for edit in Edit.allCases {
        let source = Self.source(adding: edit, in: handler)
        source.expansionBehavior = [.expandsSingleChildChains, .collapsesSiblings]
        source.childLoader = ChildLoader(clock: ManualClock()) {
          $0.count < 4 ? [$0 + ".1"] : []
        }
        source.expand("d")
        source.expand("b1")
        await actor.settle()
        shapes.append(source.shape)
      }
      #expect(shapes[0].contains("d.1.1"))
      #expect(shapes[0] == shapes[1] && shapes[0] == shapes[2])
    }
  }

  /// The change of an observer is in the queue when the handler is called.
  @Test func editsAfterAMoveKeepPendingChanges() throws {
    for edit in Edit.allCases {
      let source = Self.source(adding: edit, in: "did reorder")
      let adapter = TestAdapter()
      source.attach(adapter)
      adapter.reaction = { _ in
        adapter.reaction = nil
        source.update { try? $0.appendItems(["pending"], toSection: 2) }
      }
      try source.drop(["c"], to: .end(of: 2))
      #expect(source.snapshot().contains("pending") && source.snapshot().contains("x1"))
      #expect(adapter.shown == source.snapshot())
    }
  }

  @Test func handlersAreNotCalledForItemsThatAHandlerHasDeleted() {
    let source = Source(Self.start)
    let log = EventLog()
    source.sectionSnapshotHandlers.shouldExpandItem = { [unowned source] item in
      log.add(item)
      if item == "a" { source.update { try? $0.deleteItems(["a2"]) } }
      if item == "a1" { source.update { try? $0.deleteItems(["a11"]) } }
      return true
    }
    #expect(source.expandSubtree(of: "a") == .done)
    #expect(log.take() == "a, a1")
    source.expansionBehavior = .collapsesSiblings
    source.sectionSnapshotHandlers.shouldCollapseItem = { [unowned source] item in
      log.add(item)
      source.update { try? $0.deleteItems(["c"]) }
      return true
    }
    source.update { $0.collapse(["a"]) }
    source.expand("a")
    #expect(log.take() == "a, b")
  }
}
