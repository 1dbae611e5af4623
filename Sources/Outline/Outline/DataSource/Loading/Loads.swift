//  The loads of children. All tasks of the library start in this file.
//
//      event ──▶ states ──▶ start ──▶ task ──▶ result ──▶ data source, on its actor
//                   └─────▶ insert, expand, notify: effects that the data source performs
//
//  A task holds neither the data source nor its actor while it waits, so a load that never ends
//  keeps neither of them alive.

/// The loads of children: their states, their tasks, the callers that wait, and the answers that
/// are not in the snapshot yet.
final class Loads<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Source = OutlineDataSource<Section, Item>
  typealias Reference = SourceReference<Section, Item>
  typealias Parent = OutlineDataSource<Section, Item>.Parent
  typealias Edit = ChildAnswer<Section, Item>.Edit
  typealias States = LoadStates<Parent, Item, ChildPage<Item>>
  typealias LoadResult = Result<ChildPage<Item>, any Error>

  /// A task in progress.
  private struct Running {
    let loader: BoundLoader<Item>
    let parent: Parent
    let task: Task<LoadResult, Never>
    /// The task that passes the result to the actor of the data source.
    let delivery: Task<Void, Never>
    /// The task that waits until the load is slow.
    let timer: Task<Void, Never>

    func cancel() {
      task.cancel()
      timer.cancel()
    }
  }

  /// A caller that waits for a load.
  final class Waiter {
    let number: Int
    /// Ends with the load or when the caller is cancelled.
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    /// The end of the load, which can come between the cancellation of a caller and its next step.
    fileprivate(set) var end: Result<Void, any Error>?

    fileprivate init(number: Int) {
      self.number = number
    }
  }

  private(set) var states = States()
  /// The rest of earlier answers.
  var answers = PendingAnswers<Section, Item>()
  /// The edits during loads, with the number of loads that had begun before.
  private var edits: [Edit: Int] = [:]
  private var running: [Int: Running] = [:]
  /// The loads in the order in which they began, and some that have ended.
  ///
  /// A load that replaces another one keeps its place: `number` is the identifier of the first one.
  private var begun = Queue<(number: Int, id: Int)>()
  private var waiters: [Int: Waiter] = [:]
  private var lastWaiter = 0

  /// A Boolean value that indicates whether no load is in progress.
  var areFinished: Bool { running.isEmpty }
  /// A Boolean value that indicates whether there is nothing that a change of the snapshot can
  /// affect.
  var isEmpty: Bool { areFinished && states.isEmpty && answers.isEmpty }

  deinit {
    for load in running.values {
      load.cancel()
    }
  }

  /// Passes an event to the state machine, performs its effects on tasks and waiters, and returns
  /// the other effects, in order.
  ///
  /// - Parameters:
  ///   - loader: The loader, for an event that begins a load or has its result.
  ///   - source: The data source that receives the result.
  func handle(
    _ event: States.Event, of parent: Parent, loader: BoundLoader<Item>? = nil,
    for source: Reference? = nil
  ) -> [States.Effect] {
    var others: [States.Effect] = []
    for effect in states.handle(event, of: parent) {
      switch effect {
      case .start(let id, let cursor):
        if let loader, let source {
          start(id, of: parent, with: loader, cursor: cursor, for: source)
        }
      case .cancel(let id):
        running.removeValue(forKey: id)?.cancel()
      case .resume(let waiters, let error):
        resume(waiters, throwing: error)
      case .insert, .expand, .notify:
        others.append(effect)
      }
    }
    return others
  }

  private func start(
    _ id: Int, of parent: Parent, with loader: BoundLoader<Item>, cursor: (any Sendable)?,
    for source: Reference
  ) {
    // The cancellation handler of another load may have ended this one.
    guard let load = states.record(of: parent)?.load, load.id == id else { return }
    let task = Task<LoadResult, Never> {
      do {
        // A load that is replaced at once does not call the loader.
        try Task.checkCancellation()
        return .success(try await loader.load(from: cursor))
      } catch {
        return .failure(error)
      }
    }
    let delivery = Task {
      let result = await task.value
      await source.perform { $0.receive(result, of: id, for: parent) }
    }
    // The limit prevents an overflow in the clock.
    let (clock, duration) = (loader.clock, min(loader.slowAfter, .seconds(1 << 30)))
    let timer = Task {
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      await source.perform { $0.handle(.slow(id: id), of: parent) }
    }
    running[id] = Running(
      loader: loader, parent: parent, task: task, delivery: delivery, timer: timer)
    begun.insert((load.firstID, id)) { $0.number > load.firstID }
    // A load that never ends would keep all later ones in the queue.
    if begun.count > 2 * running.count + 16 {
      begun.removeAll { running[$0.id] == nil }
    }
  }

  /// Gives the load of a parent the priority of whoever joins it, where the system can.
  func escalateLoad(of parent: Parent) {
    guard let load = states.load(of: parent).flatMap({ running[$0.id] }) else { return }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      load.task.escalatePriority(to: Task.currentPriority)
      load.delivery.escalatePriority(to: Task.currentPriority)
    }
  }

  /// The loader at the beginning of a load.
  func loader(of id: Int) -> BoundLoader<Item>? { running[id]?.loader }

  /// Removes a load that has a result, and returns its loader.
  func remove(_ id: Int) -> BoundLoader<Item>? {
    let load = running.removeValue(forKey: id)
    load?.timer.cancel()
    return load?.loader
  }

  /// Returns a Boolean value that indicates whether an edit was made after a load had begun.
  func hasEdit(_ edit: Edit, sinceLoad id: Int) -> Bool {
    edits[edit].map { $0 >= id } ?? false
  }

  /// The items that edits during loads have added, removed, renamed or moved to another parent.
  var placedItems: [Item] {
    edits.keys.compactMap { edit in
      if case .place(let item) = edit { item } else { nil }
    }
  }

  /// Returns the items that would expand when their children arrive although an edit has collapsed
  /// them, in the order in which their loads began.
  func itemsToExpand(
    collapsedSince old: Snapshot<Section, Item>, in new: Snapshot<Section, Item>
  ) -> [Item] {
    let collapsed = running.filter { _, load in
      guard states.load(of: load.parent)?.expansion != nil, let item = load.parent.item else {
        return false
      }
      return old.isExpanded(item) && !new.isExpanded(item)
    }
    return collapsed.sorted { $0.key < $1.key }.compactMap { $1.parent.item }
  }

  /// Returns the first load in progress; a load that replaces another one counts from there.
  func findOldestLoad() -> Int? {
    while let load = begun.first, running[load.id] == nil {
      _ = begun.popFirst()
    }
    return begun.first?.number
  }

  /// Updates what is known about the children of parents after a change of the snapshot.
  ///
  /// - Parameter isAnswer: `true` for a change that inserts the result of a load.
  /// - Returns: The parents whose children have become out of date.
  func update(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>, isAnswer: Bool
  ) -> [Parent] {
    if areFinished && answers.isEmpty {
      edits = [:]
    } else if !isAnswer {
      recordEdits(from: old, to: new)
    }
    let incomplete = answers.update(to: new, isAnswer: isAnswer)
    let left = old.parents(notIn: new).compactMap { parent in
      states.record(of: parent).map { (parent: parent, load: $0.load?.id ?? 0) }
        ?? states.moreItems[parent].map { _ in (parent: parent, load: 0) }
    }
    // Callers continue in the order in which the loads began.
    for (parent, _) in left.sorted(by: { $0.load < $1.load }) {
      _ = handle(.left(children: old.listOfChildren(of: parent)), of: parent)
      if isAnswer {
        states.forget(parent)
      }
    }
    if states.hasNoFormerParents { return incomplete }
    for parent in new.parents(notIn: old) where states.isFormer(parent) {
      if isAnswer {
        states.forget(parent)
      }
      _ = handle(.cameBack(children: new.listOfChildren(of: parent)), of: parent)
    }
    return incomplete
  }

  /// Returns a Boolean value that indicates whether an item loads more children of its parent.
  func isMoreItem(_ item: Item, in snapshot: Snapshot<Section, Item>) -> Bool {
    !states.moreItems.isEmpty
      && snapshot.parent(containing: item).map {
        states.moreItems[$0] == item && states.hasCursor($0)
      } ?? false
  }

  /// Makes the items that load more the last children of their parents again, and removes those
  /// that have come back to parents without further pages.
  ///
  /// - Parameters:
  ///   - old: The snapshot before an edit.
  ///   - answered: The parent whose answer is being inserted.
  func placeMoreItems(
    in snapshot: inout Snapshot<Section, Item>, after old: Snapshot<Section, Item>,
    answering answered: Parent? = nil
  ) {
    let edited = snapshot
    var moreItems = states.moreItems
    if !states.formerMoreItems.isEmpty {
      for parent in edited.parents(notIn: old) {
        guard let item = states.formerMoreItems[parent] else { continue }
        moreItems[parent] = item
      }
    }
    // An answer forgets what was known about the parents that it brings back.
    func hasMore(_ parent: Parent) -> Bool {
      states.hasCursor(parent)
        || answered == nil
          && states.hasCursor(parent, comingBackWith: edited.listOfChildren(of: parent))
    }
    let misplaced = moreItems.filter { parent, item in
      parent != answered && edited.isChild(item, of: parent)
        && (hasMore(parent) ? edited.children(of: parent)?.last != item : !old.contains(item))
    }
    if misplaced.isEmpty { return }
    let parents = Dictionary(uniqueKeysWithValues: misplaced.map { ($1, $0) })
    for item in edited.sortedItems(parents.keys) {
      guard let parent = parents[item] else { continue }
      // Cannot throw: the item contains neither its parent nor its siblings.
      if hasMore(parent) {
        try? snapshot.moveItems(CollectionOfOne(item), to: parent.end)
      } else {
        try? snapshot.deleteKeepingChildren(item)
      }
    }
  }

  /// Records what an edit has changed.
  private func recordEdits(from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>) {
    let patch = new.patch(from: old, isContentEqual: { haveSameContent($0, $1) ?? false }).items
    var placed = (patch.removals + patch.insertions).flatMap { $0.outline.items }
    let updated = patch.replacements.map { $0.new }
    var reordered: Set<Parent> = []
    var displaced: [Item] = []
    for move in patch.moves {
      let (source, destination) = (move.source.parent, move.destination.parent)
      if let parent = destination, source?.item == parent.item,
        parent.item != nil || source?.section == parent.section
      {
        reordered.insert(parent.item.map { .item($0) } ?? .section(parent.section))
      } else {
        placed.append(move.item)
      }
    }
    if !answers.hasMissingChildren {
      let loading = Set(running.values.map { $0.parent })
      reordered = new.parents(reordered, inSubtreesWhere: loading.contains)
    }
    for parent in reordered {
      // Which of the siblings move is arbitrary.
      let children = new.listOfChildren(of: parent)
      displaced += children.displaced(since: old.listOfChildren(of: parent))
    }
    let recorded: [Edit] =
      placed.map { .place($0) } + updated.map { .update($0) } + displaced.map { .displace($0) }
    for edit in recorded {
      edits[edit] = states.lastID
    }
    answers.keep(placed + displaced)
  }
}

extension Array where Element: Hashable {
  /// Returns the elements whose order relative to another one differs from that in an older list.
  fileprivate func displaced(since old: [Element]) -> [Element] {
    let oldPositions = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
    let common = filter { oldPositions[$0] != nil }
    let positions = common.compactMap { oldPositions[$0] }
    var lastBefore = -1
    var isDisplaced = positions.map { position in
      defer { lastBefore = Swift.max(lastBefore, position) }
      return position < lastBefore
    }
    var firstAfter = Int.max
    for index in positions.indices.reversed() {
      isDisplaced[index] = isDisplaced[index] || positions[index] > firstAfter
      firstAfter = Swift.min(firstAfter, positions[index])
    }
    return zip(common, isDisplaced).filter { $1 }.map { $0.0 }
  }
}

// MARK: - Waiters

extension Loads {
  /// Adds a caller that waits for a load.
  func makeWaiter() -> Waiter {
    lastWaiter += 1
    let waiter = Waiter(number: lastWaiter)
    waiters[lastWaiter] = waiter
    return waiter
  }

  func resume(_ numbers: [Int], throwing error: (any Error)?) {
    for number in numbers {
      guard let waiter = waiters.removeValue(forKey: number) else { continue }
      waiter.end = error.map(Result.failure) ?? .success(())
      waiter.continuation.finish()
    }
  }
}

// MARK: - The actor of the data source

/// A data source and its actor, for tasks.
///
/// Unchecked: tasks pass the reference on, and it uses the data source only on the actor.
final class SourceReference<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  @unchecked Sendable
{
  typealias Source = OutlineDataSource<Section, Item>

  private weak let source: Source?
  weak let actor: (any Actor)?

  init(_ source: Source, on actor: any Actor) {
    self.source = source
    self.actor = actor
  }

  /// Calls a closure on the actor, unless the data source or the actor is released.
  func perform(_ action: @Sendable (_ source: Source) -> Void) async {
    if let actor {
      await perform(action, on: actor)
    }
  }

  /// Resumes the delivery of changes after an adapter has released a completion without calling it.
  func resumeDelivery() {
    Task { await perform { $0.deferringDelivery {} } }
  }

  private func perform(_ action: (_ source: Source) -> Void, on actor: isolated any Actor) {
    if let source {
      action(source)
    }
  }
}
