public import Outline

//  A data source and a model of it play the same script. Each of them records its calls, their
//  results, and the snapshot during each call. The two records must be equal.
//
//                  ┌──▶ data source ──▶ trace ──┐
//      operation ──┤                            ├── equal?
//                  └──▶ model ────────▶ trace ──┘
//
//  A handler or an observer draws its answer from random numbers, and sometimes performs further
//  operations. Both sides draw the same numbers as long as they make the same calls.

/// An operation of the program or of its user on a data source of numbers.
public enum ScriptedOperation: Equatable, Sendable {
  case apply(seed: UInt64, isAnimated: Bool, keepsExpansion: Bool)
  case applySections([Int], seed: UInt64, keepsExpansion: Bool)
  case applySnapshotUsingReloadData(seed: UInt64)
  case update(seed: UInt64, count: Int, isAnimated: Bool)
  case mark(Int, Int)
  case markSection(Int, isReload: Bool)
  case expand(Int, isAnimated: Bool)
  case collapse(Int)
  case toggle(Int)
  case expandSubtree(Int, levels: Int?)
  case collapseSubtree(Int, keptLevels: Int)
  case setBehavior(Int)
  case canDrop([Int], Snapshot<Int, Int>.Destination)
  case drop([Int], Snapshot<Int, Int>.Destination)
  /// Undoes or repeats an earlier drop.
  case undo(Int, isRepeated: Bool)
  case restore(ViewState<Int>, collapsesOthers: Bool)
  case setContent(Int)
  case setSectionContent(Int)
  case checkContent
  /// Sets the rows that the first adapter displays.
  case display(Range<Int>)
  case setContentUpdate(isReload: Bool)
  /// Has every visible change reload all rows, or none.
  case setReloadThreshold(isLow: Bool)
  /// Detaches the second adapter, or attaches it again.
  case toggleAdapter
  case whenShown(Int)
  /// Ends one of the animations of the second adapter.
  case finishShowing(Int)
  case setLoader(ScriptedLoader?, ScriptedLoader.Scope)
  case markStale(ScriptedParent)
  case beginReloading(ScriptedParent)
  case cancelLoading(ScriptedParent)
  /// Ends the call of the loader.
  case finishLoad(ScriptedParent, ScriptedPage)
  /// Starts a task that waits for children.
  case wait(ScriptedWait, ScriptedParent)
  case cancelWait(Int)
  /// Lets the slow follower read an update.
  case letRead
  /// Forgets one of the animations of the second adapter without ending it.
  case dropShowing(Int)
  /// Lets time pass.
  case advance
}

/// The result of an operation.
public enum ScriptedResult: Equatable, Sendable {
  case nothing
  case expansion(ExpansionResult)
  case answer(Bool)
  case failed(String)
  case missing(ViewState<Int>)
}

/// A line of the record of a data source or of its model.
public enum TraceEntry: Equatable, Sendable {
  case begins(ScriptedOperation)
  case ends(ScriptedResult)
  case calls(SourceCall, Int)
  /// The outline, as it can be read during a call.
  case reads([Int])
  /// A call that waits for children ends, with its result.
  case waited(Int, String)
}

/// A call of a handler or an observer.
public enum SourceCall: Equatable, Sendable {
  case shouldExpand, willExpand, makeChildren, shouldCollapse, willCollapse
  case canReorder, canDropItems, willReorder, didReorder
  case show(OutlineDataSource<Int, Int>.Update.Presentation)
  case reconfigure, reconfigureSection, content, sectionContent, whenShown, completion

  fileprivate var drawsRows: Bool {
    switch self {
    case .show, .content, .sectionContent: true
    default: false
    }
  }
}

/// The state of a parent's children.
public struct ScriptedState: Equatable, Sendable {
  public var state: String
  public var isSlow: Bool
  public var hasMore: Bool
  public var hasChildren: Bool
}

/// A data source or a model that plays a script.
public protocol ScriptedSource: AnyObject {
  var script: SourceScript { get }
  /// The outline that can be read now.
  var outline: [Int] { get }
  /// The parents whose loader has been called.
  var startedParents: Set<ScriptedParent> { get }
  /// Performs an operation, whose completion has a number.
  func perform(_ operation: ScriptedOperation, completion: Int?) -> ScriptedResult
}

/// Random operations, the answers of handlers, and the record of one side.
public final class SourceScript {
  public static let itemCount = 12
  public static let sectionCount = 3
  /// In milliseconds.
  public static let slowAfter = 300

  /// The most events in flight.
  static let eventLimit = 3

  /// The parent that the program returns for an item that the outline does not have.
  static func parent(ofMissing item: Int) -> Int? { item == 0 ? nil : (item * 5 + 2) % itemCount }

  static let parents =
    (0..<itemCount).map(ScriptedParent.item) + (0..<sectionCount).map(ScriptedParent.section)

  var random = SeededGenerator(seed: 0)
  /// The remaining depth of operations within operations.
  private var depth = 0
  /// A Boolean value that indicates whether an adapter draws rows, or content is read.
  ///
  /// The data source must be told of changes of content during these calls.
  private(set) var isDrawing = false
  public private(set) var trace: [TraceEntry] = []
  public private(set) var operationCount = 0

  /// A Boolean value that indicates whether children are loaded.
  let hasLoads: Bool

  public init(hasLoads: Bool) {
    self.hasLoads = hasLoads
  }

  /// Begins a new record, with operations within operations up to a depth.
  public func begin(seed: UInt64, depth: Int = 3) {
    random = SeededGenerator(seed: seed)
    trace = []
    self.depth = depth
  }

  /// Records that a call that waits for children has ended.
  func end(_ waiter: Int, _ result: String) { trace.append(.waited(waiter, result)) }

  /// Chooses the next of several events in flight.
  func choose(among count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// Performs a random operation.
  public func perform(on source: some ScriptedSource) {
    let operation = makeOperation(for: source)
    operationCount += 1
    let completion = random.once(in: 4) ? operationCount : nil
    trace.append(.begins(operation))
    trace.append(.ends(source.perform(operation, completion: completion)))
  }

  /// Records a call, and sometimes performs an operation.
  ///
  /// - Returns: `false` if the called handler forbids a change.
  @discardableResult
  public func call(_ call: SourceCall, _ number: Int, of source: some ScriptedSource) -> Bool {
    let wasDrawing = isDrawing
    defer { isDrawing = wasDrawing }
    isDrawing = isDrawing || call.drawsRows
    trace.append(.calls(call, number))
    if random.once(in: 2) { trace.append(.reads(source.outline)) }
    if depth > 0, random.once(in: 6) {
      depth -= 1
      perform(on: source)
      depth += 1
      trace.append(.reads(source.outline))
    }
    return !random.once(in: 5)
  }

  /// Records a frequent call, and rarely performs an operation.
  func glance(_ call: SourceCall, _ number: Int, of source: some ScriptedSource) {
    if depth > 0, random.once(in: 10) { self.call(call, number, of: source) }
  }

  /// The seed of the children that a handler returns; `nil` for the current children.
  public func childSeed() -> UInt64? { random.once(in: 2) ? nil : random.next() }
}

extension SnapshotError<Int, Int> {
  /// The error without the order of its items.
  var summary: String {
    switch self {
    case .items(.duplicateItems(let items)): "duplicates \(items.sorted())"
    case .items(.unknownItems(let items)): "unknown \(items.sorted())"
    default: "\(self)"
    }
  }
}

extension EditableSnapshot<Int, Int> {
  /// The snapshot after random edits; the same for a snapshot and its model.
  mutating func edit(seed: UInt64, count: Int) {
    var edits = RandomSnapshotEdits(
      seed: seed, sectionCount: SourceScript.sectionCount, itemCount: SourceScript.itemCount)
    edits.edit(&self, count: count)
  }
}

// MARK: - Random operations

extension SourceScript {
  private func item() -> Int { Int.random(in: 0..<Self.itemCount, using: &random) }
  private func section() -> Int { Int.random(in: 0..<Self.sectionCount, using: &random) }

  func makeOperation(for source: some ScriptedSource) -> ScriptedOperation {
    let flag = random.once(in: 2)
    switch Int.random(in: 0..<(hasLoads ? 100 : 37), using: &random) {
    case 37...: return makeLoadOperation(for: source)
    case 0: return .apply(seed: random.next(), isAnimated: flag, keepsExpansion: random.once(in: 2))
    case 1:
      return .applySections(
        flag ? [section()] : [0, 1], seed: random.next(), keepsExpansion: random.once(in: 2))
    case 2:
      return random.once(in: 3) ? .applySnapshotUsingReloadData(seed: random.next()) : .checkContent
    case 3...7: return .update(seed: random.next(), count: flag ? 1 : 6, isAnimated: flag)
    case 8:
      return random.once(in: 3) ? .markSection(section(), isReload: flag) : .mark(item(), item())
    case 9...13: return .expand(item(), isAnimated: flag)
    case 14, 15: return .collapse(item())
    case 16, 17: return .toggle(item())
    case 18, 19: return .expandSubtree(item(), levels: flag ? nil : 2)
    case 20, 21:
      return .collapseSubtree(item(), keptLevels: Int.random(in: 0..<3, using: &random))
    case 22:
      if random.once(in: 3) {
        return flag ? .toggleAdapter : .setReloadThreshold(isLow: item() < 3)
      }
      return .setBehavior(Int.random(in: 0..<4, using: &random))
    case 23: return .canDrop(flag ? [item(), item()] : [], destination())
    case 24...27: return .drop(flag ? [item()] : [item(), item()], destination())
    case 28: return .undo(item(), isRepeated: flag)
    case 29: return random.once(in: 3) ? .setSectionContent(section()) : .setContent(item())
    case 30: return .setContentUpdate(isReload: flag)
    case 31: return .whenShown(item())
    case 32: return flag ? .letRead : .dropShowing(Int.random(in: 0..<4, using: &random))
    case 33, 34:
      let start = item() - 2
      return .display(start..<start + item())
    case 36: return .restore(viewState(), collapsesOthers: flag)
    default: return .finishShowing(Int.random(in: 0..<4, using: &random))
    }
  }

  /// Mostly a parent whose children can be loaded.
  private func parent(in source: some ScriptedSource) -> ScriptedParent {
    let known = source.outline.map { code -> ScriptedParent in
      code < 0 ? .section(-1 - code) : .item(code >> 8)
    }
    let parents = random.once(in: 4) ? [] : known.filter(ScriptedLoader.mayHaveChildren)
    return parents.randomElement(using: &random)
      ?? (random.once(in: 8) ? .section(section()) : .item(item()))
  }

  private func makeLoadOperation(for source: some ScriptedSource) -> ScriptedOperation {
    let parent = { self.parent(in: source) }
    switch Int.random(in: 0..<25, using: &random) {
    case 0:
      let loader = ScriptedLoader(
        keepsLoading: random.once(in: 2), isStrict: random.once(in: 4))
      let scope = ScriptedLoader.Scope.allCases.randomElement(using: &random) ?? .items
      return .setLoader(random.once(in: 8) ? nil : loader, scope)
    case 1, 2: return .markStale(parent())
    case 3, 4: return .beginReloading(parent())
    case 5: return .cancelLoading(parent())
    case 6...8:
      let wait: [ScriptedWait] = [.load, .reload, .more]
      return .wait(wait.randomElement(using: &random) ?? .load, parent())
    case 9, 10: return .cancelWait(item())
    case 11: return .advance
    case 12: return .wait(.reveal, .item(item()))
    case 13:
      let levels = random.once(in: 2) ? nil : 2
      let limit = random.once(in: 2) ? 3 : 100
      return .wait(.subtree(levels: levels, itemLimit: limit), .item(item()))
    case 14:
      let limit = random.once(in: 2) ? nil : 2
      return .wait(
        .restore(viewState(), collapsesOthers: random.once(in: 2), pageLimit: limit), parent())
    default:
      let started = Self.parents.filter(source.startedParents.contains)
      let parent = random.once(in: 4) ? nil : started.randomElement(using: &random)
      return .finishLoad(parent ?? self.parent(in: source), page())
    }
  }

  private func viewState() -> ViewState<Int> {
    ViewState(
      expandedItems: (0..<Int.random(in: 0..<7, using: &random)).map { _ in item() },
      selectedItems: [item()])
  }

  private func page() -> ScriptedPage {
    if random.once(in: 6) { return ScriptedPage(contents: .failure) }
    let cursor = random.once(in: 2) ? Int(random.next() >> (random.once(in: 3) ? 62 : 16)) : nil
    let moreItem = random.once(in: 2) ? nil : random.once(in: 3) ? item() : Self.itemCount - 1
    if random.once(in: 4) {
      return ScriptedPage(
        contents: .outline(seed: random.next()), cursor: cursor, moreItem: moreItem)
    }
    let items = (0..<Int.random(in: 0..<4, using: &random)).map { _ in item() }
    let isCareless = random.once(in: 10)
    return ScriptedPage(
      contents: .items(isCareless ? items : items.uniqued), cursor: cursor, moreItem: moreItem)
  }

  private func destination() -> Snapshot<Int, Int>.Destination {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .before(item())
    case 1: .after(item())
    case 2: .into(item())
    default: .end(of: section())
    }
  }
}
