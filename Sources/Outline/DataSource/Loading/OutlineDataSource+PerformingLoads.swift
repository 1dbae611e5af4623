//  The façade over the state machine of loads: it performs the effects of events.

extension OutlineDataSource {
  typealias Parent = LoadParent<Section, Item>

  /// Remembers the actor of a caller, if there is one.
  func rememberActor(_ actor: (any Actor)?) {
    if let actor { home = actor }
  }

  /// Begins a load, or joins the one in progress.
  func beginLoad(
    of parent: Parent, for reason: ChildLoads<Parent>.Reason, isNextPage: Bool = false,
    in group: Origin? = nil
  ) {
    guard let parent = stored(parent), boundLoader(of: parent) != nil else {
      if case .waiter(let waiter) = reason {
        tasks.resume([waiter], throwing: CancellationError())
      }
      return
    }
    if home == nil, !reason.isWaiter, loads.load(of: parent) == nil {
      return handle(.replaced(MissingActorError()), of: parent, in: group)
    }
    handle(.begin(reason, isNextPage: isNextPage), of: parent, in: group)
    if let home, let load = loads.load(of: parent) {
      tasks.land(load.id, at: landing, on: home)
    }
  }

  /// Passes an event to the state machine and performs its effects.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - parent: The parent that the event concerns.
  ///   - group: The group that receives the edits, if there is one.
  func handle(
    _ event: ChildLoads<Parent>.Event, of parent: Parent, in group: Origin? = nil
  ) {
    let parent = stored(parent) ?? parent
    // The loader of the client can read the loading state, so it is called beforehand.
    let isLoaded = !event.dependsOnChildren || hasChildren(parent) || !canLoad(parent)
    for effect in loads.handle(event, of: parent, isLoaded: isLoaded) {
      switch effect {
      case .start(let id, let cursor):
        guard let loader = boundLoader(of: parent) else { continue }
        tasks.start(id, of: parent, with: loader, cursor: cursor, in: latest)
      case .cancel(let id): tasks.cancel(id)
      case .resume(let waiters, let error): tasks.resume(waiters, throwing: error)
      case .insert: break
      case .expand:
        if case .item(let item) = parent, let group {
          performExpansion(of: item, isLoaded: true, levels: 1, in: group)
        }
      case .tell: tellLoadingState(of: parent, in: group)
      }
    }
  }

  /// Inserts the result of a load, or records its failure, unless the load has been cancelled.
  func land(
    _ result: Result<ChildPage<Item>, any Error>, of id: Int, for parent: Parent
  ) {
    guard let load = loads.load(of: parent), load.id == id, let task = tasks.remove(id) else {
      return
    }
    handle(.arrived(id: id), of: parent)
    deferringDelivery {
      do {
        let page = try result.get()
        let group = queue.makeGroup(isAnimated: true)
        try insert(page, below: parent, isNextPage: load.isNextPage, task, in: group)
        handle(
          .inserted(
            id: id, isEmpty: !hasChildren(parent),
            cursor: page.cursor.map { .init(value: $0, owner: task.loader.identity) }),
          of: parent, in: group)
      } catch {
        handle(.failed(id: id, error), of: parent)
      }
    }
    if tasks.isEmpty {
      (displaced.removedItems, displaced.forgottenParents) = ([:], [])
    }
  }

  /// Inserts a page of children below their parent, while delivery is deferred.
  private func insert(
    _ page: ChildPage<Item>, below parent: Parent, isNextPage: Bool,
    _ task: LoadTasks<Section, Item>.Running, in group: Origin
  ) throws {
    let old = latest
    var new = old
    let withheld = try new.insert(
      page, below: parent, isNextPage: isNextPage, knownChildren: task.loader.knownChildren,
      removed: {
        displaced.outline(containing: $0)
          ?? task.initialSnapshot.sectionSnapshot(containingItem: $0)
      },
      lacksChildren: { needsLoad($0, hasChildren: false) })
    if !isNextPage {
      displaced.withheldChildren.removeAll { $0.parent == parent }
    }
    // Parents that are not below these children any more receive them.
    let children = displaced.withheldChildren.isEmpty ? [] : page.itemSet
    displaced.withheldChildren.removeAll { [displaced] child in
      children.contains(child.item)
        || new.adopt(child) { item in
          old.sectionSnapshot(containingItem: item) ?? displaced.outline(containing: item)
        }
    }
    displaced.withheldChildren += withheld
    let withheldParents = Set(displaced.withheldChildren.map(\.parent))
    for item in old.items(notIn: new) {
      displaced.removedItems[item] = old
      if loads.records[.item(item)] != nil || withheldParents.contains(.item(item)) {
        displaced.forgottenParents.append(item)
      }
    }
    enqueue(group) { snapshot in snapshot = new }
    for parent in displaced.forgottenParents where home != nil && latest.contains(parent) {
      displaced.forgottenParents.removeAll { $0 == parent }
      beginLoad(of: .item(parent), for: .program, in: group)
    }
    tellLoadingState(of: parent, in: group)
  }

  func endTimer(
    _ number: Int, isOver: Bool, at landing: LoadLanding<Section, Item>, on actor: any Actor
  ) {
    for (id, parent) in tasks.endTimer(number, isOver: isOver, at: landing, on: actor) {
      handle(.slow(id: id), of: parent)
    }
  }

  /// Forgets the loads and the withheld children of items and sections that have been deleted.
  func forgetLoads(
    ofParentsIn old: Snapshot<Section, Item>, missingFrom new: Snapshot<Section, Item>
  ) {
    let items = old.items(notIn: new)
    for item in items {
      handle(.deleted, of: .item(item))
    }
    for section in old.sections(changedSince: new) where new.indexOfSection(section) == nil {
      handle(.deleted, of: .section(section))
    }
    if !items.isEmpty {
      displaced.withheldChildren.removeAll { stored($0.parent) == nil }
    }
  }

  /// Tells views that the row of an item, or a section, looks different.
  private func tellLoadingState(of parent: Parent, in group: Origin?) {
    switch parent {
    case .item(let item):
      guard latest.contains(item) else { return }
      enqueue(group ?? queue.openGroup ?? .edit(isAnimated: true)) { snapshot in
        try? snapshot.reconfigureItems(CollectionOfOne(item))
      }
    case .section(let section):
      let whenReceived = { [weak self] in _ = self?.rootsHandler?(section) }
      enqueue(.edit(isAnimated: true), whenReceived: whenReceived) { _ in }
    }
  }

  /// The parent as it is stored in the snapshot; `nil` if it is unknown.
  private func stored(_ parent: Parent) -> Parent? {
    switch parent {
    case .item(let item): latest.item(equalTo: item).map(Parent.item)
    case .section(let section): latest.indexOfSection(section).map { _ in parent }
    }
  }

  func boundLoader(of parent: Parent) -> BoundLoader<Item>? {
    switch parent {
    case .item(let item): childLoader(of: item).map { BoundLoader($0, parent: item) }
    case .section(let section): rootLoader.map { BoundLoader($0, parent: section) }
    }
  }
}

extension ChildPage {
  /// The items of the page.
  fileprivate var itemSet: Set<Item> {
    switch contents {
    case .items(let items): Set(items)
    case .snapshot(let snapshot): Set(snapshot.items)
    }
  }
}
