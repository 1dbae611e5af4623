public import Outline

/// A data source that plays a script, with views and followers that mirror it.
public final class ScriptedDataSource: ScriptedSource {
  typealias Source = OutlineDataSource<Int, Int>

  public let source: OutlineDataSource<Int, Int>
  public let script: SourceScript
  let actor: SimulatedActor
  private var content: [Int: Int] = [:]
  private var sectionContent: [Int: Int] = [:]
  private var transactions: [Source.Transaction] = []
  var adapters: [RecordingAdapter<Int, Int>] = []
  /// A Boolean value that indicates whether the second adapter is detached.
  private var isDetached = false
  let clock = ManualClock()
  let gate = LoadGate<Int>()
  /// The number of loads that have begun before jobs ran last.
  var startedCount = 0
  /// The events in flight, and what begins some of them.
  var events: [(lane: Int, begin: (() -> Void)?)] = []
  var lastLane = 0
  /// The number of times that the data source asked whether an item has children.
  var questionCount = 0
  var waiterCount = 0
  var waiters: [(number: Int, task: Task<Void, Never>)] = []
  var cancelledWaiters: Set<Int> = []
  var ends: [Int: String] = [:]
  /// Changes when a row must be drawn again.
  private var stamps: [Int: Int] = [:]
  /// Changes when a header must be drawn again.
  private var sectionStamps: [Int: Int] = [:]
  private var followers: [ScriptedFollower] = []
  private lazy var mirror = ChangeMirror { [unowned self] problem in
    problems.append("changes: \(problem)")
  }
  public private(set) var problems: [String] = []

  public init(_ script: SourceScript, on actor: isolated SimulatedActor) {
    self.script = script
    self.actor = actor
    source = OutlineDataSource()
    for scope in [ScriptedLoader.Scope.items, .roots] where script.hasLoads {
      setLoader(ScriptedLoader(), scope)
    }
    setHandlers()
    source.reloadThreshold = .max
    source.expansionChainLimit = SourceModel.chainLimit
    source.setContent { [unowned self] in
      script.glance(.content, $0, of: self)
      return content[$0] ?? 0
    }
    source.setSectionContent { [unowned self] section, _ in
      script.glance(.sectionContent, section, of: self)
      return sectionContent[section] ?? 0
    }
    for index in 0..<2 {
      let adapter = makeView("view \(index)") { [unowned self] in
        index == 0 ? "\(content[$0] ?? 0)" : ""
      } drawingHeader: { [unowned self] in
        index == 0 ? "\(sectionContent[$0] ?? 0)" : ""
      }
      adapter.reaction = { [unowned self] update in
        if update.isVisible { script.call(.show(update.presentation), index, of: self) }
      }
      adapters.append(adapter)
      source.attach(adapter)
    }
    adapters[1].animations = []
    display(0..<100)
    source.reconfigureHandler = { [unowned self] item, path in
      script.call(.reconfigure, item, of: self)
      if source.itemIdentifier(for: path) != item { problems.append("\(item) is not at \(path)") }
    }
    source.sectionReconfigureHandler = { [unowned self] section, index in
      script.call(.reconfigureSection, section, of: self)
      if source.sectionIdentifier(for: index) != section {
        problems.append("section \(section) is not at \(index)")
      }
    }
    follow(on: actor)
  }

  /// Makes a strict view whose rows and headers show every property that needs an update.
  private func makeView(
    _ name: String, drawing: @escaping (Int) -> String = { _ in "" },
    drawingHeader: @escaping (Int) -> String = { _ in "" }
  ) -> RecordingAdapter<Int, Int> {
    func text(_ text: String, _ stamp: Int?, _ parent: Source.Parent) -> String {
      let state = source.loadingState(of: parent).map { "\($0)" } ?? "gone"
      var isExpandable = false
      if case .item(let item) = parent {
        isExpandable = source.hasChildren(item)
      }
      return "\(text) \(stamp ?? 0) \(state) \(source.isLoadingSlowly(of: parent)) "
        + "\(isExpandable) \(source.hasMoreChildren(of: parent))"
    }
    return RecordingAdapter(
      drawing: { [unowned self] in text(drawing($0), stamps[$0], .item($0)) },
      drawingHeader: { [unowned self] in
        text(drawingHeader($0), sectionStamps[$0], .section($0))
      },
      report: { [unowned self] in problems.append("\(name): \($0)") })
  }

  private func follow(on actor: SimulatedActor) {
    for name in ["fast", "slow"] {
      let view = makeView(name)
      view.reload(source.snapshot())
      followers.append(ScriptedFollower(view, source.updates, isSlow: name == "slow", on: actor))
    }
    source.attach(mirror)
  }

  private func setHandlers() {
    var handlers = SectionSnapshotHandlers<Int>()
    handlers.shouldExpandItem = { [unowned self] in script.call(.shouldExpand, $0, of: self) }
    handlers.willExpandItem = { [unowned self] in script.call(.willExpand, $0, of: self) }
    handlers.shouldCollapseItem = { [unowned self] in script.call(.shouldCollapse, $0, of: self) }
    handlers.willCollapseItem = { [unowned self] in script.call(.willCollapse, $0, of: self) }
    source.sectionSnapshotHandlers = handlers
    handlers.snapshotForExpandingParent = { [unowned self] item, children in
      script.call(.makeChildren, item, of: self)
      return script.childSeed().map { Self.snapshot($0)[0] } ?? children
    }
    source.setSectionSnapshotHandlers(handlers, for: SourceModel.lazySection)
    source.reorderingHandlers.canReorderItem = { [unowned self] in
      script.call(.canReorder, $0, of: self)
    }
    source.reorderingHandlers.canDropItems = { [unowned self] items, _ in
      script.call(.canDropItems, items.count, of: self)
    }
    source.reorderingHandlers.willReorder = { [unowned self] in
      script.call(.willReorder, $0.movedItems.count, of: self)
    }
    source.reorderingHandlers.didReorder = { [unowned self] transaction in
      transactions.append(transaction)
      for transaction in [transaction, transaction.inverse] {
        if let problem = transaction.problem() { problems.append("transaction: \(problem)") }
      }
      script.call(.didReorder, transaction.movedItems.count, of: self)
    }
  }

  public var outline: [Int] {
    let snapshot = source.snapshot()
    for section in snapshot.sectionIdentifiers
    where source.snapshot(for: section) != snapshot[section] {
      problems.append("section \(section) is not that of the snapshot")
    }
    return snapshot.code
  }

  private var attachedAdapters: ArraySlice<RecordingAdapter<Int, Int>> {
    adapters.prefix(isDetached ? 1 : 2)
  }

  /// The first difference between the views and the data source.
  public func problem() -> String? {
    for (index, adapter) in attachedAdapters.enumerated() where adapter.shown != source.snapshot() {
      return "view \(index) shows\n\(adapter.shown.shape)\ninstead of\n\(source.snapshot().shape)"
    }
    return problems.first
  }

  /// Compares the views that must be up to date when no job can run.
  func checkViews(atEnd isEnd: Bool = false) {
    for follower in followers where isEnd || !follower.isSlow {
      if follower.view.shown != source.snapshot() {
        problems.append("a follower shows\n\(follower.view.shown.shape)")
      }
      follower.view.checkDrawing()
    }
    for adapter in attachedAdapters where isEnd || adapter !== adapters[0] {
      adapter.checkDrawing()
    }
  }

  func display(_ rows: Range<Int>) {
    adapters[0].display(rows)
  }

  /// Lets all followers read to the end.
  func letFollowersRead() {
    for follower in followers { follower.readAll() }
  }

  static func snapshot(_ seed: UInt64) -> Snapshot<Int, Int> {
    // Small pages make deep trees.
    let layout = seed % 2 == 0 ? TestLayout.tiny : .standard
    var snapshot: Snapshot<Int, Int> = layout.emptySnapshot()
    snapshot.edit(seed: seed, count: 30)
    return snapshot
  }

  public func perform(_ operation: ScriptedOperation, completion number: Int?) -> ScriptedResult {
    let completion = number.map { number in
      { [unowned self] in _ = script.call(.completion, number, of: self) }
    }
    switch operation {
    case .expand, .collapse, .toggle, .expandSubtree, .collapseSubtree:
      return .expansion(performExpansion(operation, completion))
    case .canDrop, .drop, .undo: return performMove(operation, completion)
    case .setBehavior(let bits): source.expansionBehavior = ExpansionBehavior(rawValue: bits)
    case .setContent(let item):
      content[item, default: 0] += 1
      if script.isDrawing { source.checkContent() }
    case .setSectionContent(let section):
      sectionContent[section, default: 0] += 1
      if script.isDrawing { source.checkContent() }
    case .display(let rows): display(rows)
    case .setContentUpdate(let isReload):
      source.contentUpdate = { _ in isReload ? .reload : .reconfigure }
    case .setReloadThreshold(let isLow): source.reloadThreshold = isLow ? 0 : .max
    case .toggleAdapter:
      isDetached.toggle()
      if isDetached { source.detach(adapters[1]) } else { source.attach(adapters[1]) }
    case .whenShown(let number):
      source.whenShown { [unowned self] in script.call(.whenShown, number, of: self) }
    case .finishShowing(let number):
      takeAnimation(number)?()
    case .restore(let state, let collapsesOthers):
      return .missing(
        source.restore(state, collapsingOthers: collapsesOthers, completion: completion))
    case .letRead: for follower in followers { follower.read() }
    case .apply, .applySections, .applySnapshotUsingReloadData, .update, .mark, .markSection,
      .checkContent:
      performEdit(operation, completion)
    default: return performLoad(operation)
    }
    return .nothing
  }

  private func performEdit(_ operation: ScriptedOperation, _ completion: (() -> Void)?) {
    switch operation {
    case .apply(let seed, let isAnimated, let keepsExpansion):
      source.apply(
        Self.snapshot(seed), animatingDifferences: isAnimated, keepingExpansion: keepsExpansion,
        completion: completion)
    case .applySections(let sections, let seed, let keepsExpansion):
      let new = Self.snapshot(seed)
      try? source.apply(
        sections.map { (key: $0, value: new[$0]) }, keepingExpansion: keepsExpansion,
        completion: completion)
    case .applySnapshotUsingReloadData(let seed):
      source.applySnapshotUsingReloadData(Self.snapshot(seed), completion: completion)
    case .update(let seed, let count, let isAnimated):
      source.update(
        animatingDifferences: isAnimated, { $0.edit(seed: seed, count: count) },
        completion: completion)
    case .mark(let reloaded, let reconfigured):
      source.update(
        {
          try? $0.reloadItems([reloaded])
          try? $0.reconfigureItems([reconfigured])
          for item in $0.reloadedItemIdentifiers + $0.reconfiguredItemIdentifiers {
            stamps[item, default: 0] += 1
          }
        }, completion: completion)
    case .markSection(let section, isReload: true):
      source.update(
        {
          guard (try? $0.reloadSections([section])) != nil else { return }
          sectionStamps[section, default: 0] += 1
          for item in $0[section].items { stamps[item, default: 0] += 1 }
        }, completion: completion)
    case .markSection(let section, isReload: false):
      source.update(
        {
          guard (try? $0.reconfigureSections([section])) != nil else { return }
          sectionStamps[section, default: 0] += 1
        }, completion: completion)
    default: source.checkContent(completion: completion)
    }
  }

  private func performExpansion(
    _ operation: ScriptedOperation, _ completion: (() -> Void)?
  ) -> ExpansionResult {
    switch operation {
    case .expand(let item, let isAnimated):
      source.expand(item, animatingDifferences: isAnimated, completion: completion)
    case .collapse(let item): source.collapse(item, completion: completion)
    case .toggle(let item): source.toggle(item, completion: completion)
    case .expandSubtree(let item, let levels):
      source.expandSubtree(of: item, levels: levels, completion: completion)
    case .collapseSubtree(let item, let keptLevels):
      source.collapseSubtree(of: item, keepingLevels: keptLevels, completion: completion)
    default: .nothingToDo
    }
  }

  private func performMove(
    _ operation: ScriptedOperation, _ completion: (() -> Void)?
  ) -> ScriptedResult {
    do throws(SnapshotError<Int, Int>) {
      switch operation {
      case .canDrop(let items, let destination):
        return .answer(source.canDrop(items, to: destination))
      case .drop(let items, let destination):
        return .answer(try source.drop(items, to: destination, completion: completion) != nil)
      case .undo(let number, let isRepeated):
        guard !transactions.isEmpty else {
          completion.map(source.whenShown)
          break
        }
        let transaction = transactions[number % transactions.count]
        try source.apply(isRepeated ? transaction : transaction.inverse, completion: completion)
      default: break
      }
      return .nothing
    } catch {
      return .failed(error.summary)
    }
  }
}

extension Snapshot<Int, Int> {
  /// The sections, and their items with level and expansion.
  fileprivate var code: [Int] {
    var code: [Int] = []
    for section in sectionIdentifiers {
      code.append(-1 - section)
      let outline = self[section]
      for item in outline.items {
        let level = outline.level(of: item) ?? 0
        code.append(item << 8 | level << 1 | (outline.isExpanded(item) ? 1 : 0))
      }
    }
    return code
  }
}
