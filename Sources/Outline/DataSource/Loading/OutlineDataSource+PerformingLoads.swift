//  The façade over the state machine of loads: it performs the effects of events.

extension OutlineDataSource {
  typealias Parent = LoadParent<Section, Item>

  /// Remembers the actor of a caller, if there is one, and has it receive all loads.
  func rememberActor(_ actor: (any Actor)?) {
    guard let actor, actor !== self.actor else { return }
    self.actor = actor
    tasks.deliverAll(to: receiver, on: actor)
  }

  /// The request for a page of children.
  enum LoadRequest {
    /// The first page; a load in progress suffices.
    case firstPage
    /// The first page; a new load replaces a load in progress.
    case reload
    case nextPage
  }

  /// Begins a load, or joins the one in progress.
  func beginLoad(
    of parent: Parent, for reason: ChildLoads<Parent>.Reason, _ request: LoadRequest = .firstPage,
    in group: Origin? = nil
  ) {
    guard let parent = stored(parent), let loader = boundLoader(of: parent) else {
      return tasks.resume(reason.waiters, throwing: CancellationError())
    }
    if actor == nil, reason.waiters.isEmpty, loads.load(of: parent) == nil {
      return handle(.replaced(MissingActorError()), of: parent, in: group)
    }
    let event: ChildLoads<Parent>.Event =
      request == .reload ? .restart(reason) : .begin(reason, isNextPage: request == .nextPage)
    handle(event, of: parent, in: group, loader: loader)
    deliverLoad(of: parent)
  }

  /// Delivers the result of a load to the actor, or to its waiters if no actor is known.
  func deliverLoad(of parent: Parent) {
    guard let load = loads.load(of: parent) else { return }
    if let actor {
      tasks.deliver(load.id, to: receiver, on: actor)
    } else {
      tasks.relay(load.id, to: load.waiters)
    }
  }

  /// Passes an event to the state machine and performs its effects.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - parent: The parent that the event concerns.
  ///   - group: The group that receives the edits, if there is one.
  ///   - loader: The loader, for an event that begins a load.
  func handle(
    _ event: ChildLoads<Parent>.Event, of parent: Parent, in group: Origin? = nil,
    loader: BoundLoader<Item>? = nil
  ) {
    let parent = stored(parent) ?? parent
    // The loader of the client can read the loading state, so it is called first.
    let lacksChildren = event.dependsOnChildren && !hasChildren(parent) && canLoad(parent)
    for effect in loads.handle(event, of: parent, lacksChildren: lacksChildren) {
      switch effect {
      case .start(let id, let cursor):
        guard let loader else { continue }
        tasks.start(id, of: parent, with: loader, cursor: cursor)
      case .cancel(let id): tasks.cancel(id)
      case .resume(let waiters, let error): tasks.resume(waiters, throwing: error)
      case .expand(let expansion):
        guard case .item(let item) = parent, let group else { continue }
        switch expansion {
        case .plain: enqueue(group, keepsItems: true) { $0.expand(CollectionOfOne(item)) }
        case .withBehavior: performExpansion(of: item, isLoaded: true, levels: 1, in: group)
        }
      case .notify: notifyObservers(of: parent, in: group)
      }
    }
  }

  /// Inserts the result of a load, or records its failure, unless the load has been cancelled.
  func receive(
    _ result: Result<ChildPage<Item>, any Error>, of id: Int, for parent: Parent
  ) {
    guard let load = loads.load(of: parent), load.id == id, let loader = tasks.loader(of: id) else {
      return
    }
    handle(.arrived(id: id), of: parent)
    deferringDelivery {
      do {
        let page = try result.get()
        // Servers that keep the position themselves return one cursor with all pages.
        let isRepetition = load.isNextPage && page.itemSet.allSatisfy(latest.contains)
        let last = isRepetition ? loads.cursor(of: parent, for: loader.identity) : nil
        let cursor = page.cursor.flatMap {
          ChildLoads<Parent>.Cursor($0, after: last, owner: loader.identity)
        }
        if let value = page.cursor, cursor == nil {
          throw RepeatedCursorError(parent: parent.value, cursor: value)
        }
        let group = queue.makeGroup(isAnimated: true)
        try insert(
          page, below: parent, isNextPage: load.isNextPage, knownChildren: loader.knownChildren,
          in: group)
        handle(
          .inserted(id: id, isChildless: !hasChildren(parent), cursor: cursor), of: parent,
          in: group)
      } catch {
        handle(.failed(id: id, error), of: parent)
      }
      tasks.remove(id)
    }
  }

  /// Inserts a page of children below their parent, while delivery is deferred.
  private func insert(
    _ page: ChildPage<Item>, below parent: Parent, isNextPage: Bool, knownChildren: KnownChildren,
    in group: Origin
  ) throws {
    let old = latest
    var (new, displaced) = (old, displaced)
    let former = { [removedItems = displaced.removedItems] item in
      old.sectionSnapshot(containingItem: item) ?? removedItems
    }
    let lacksChildren = { self.needsLoad(.item($0), hasChildren: false) }
    let withheld = try new.insert(
      page, below: parent, isNextPage: isNextPage, knownChildren: knownChildren, former: former,
      lacksChildren: lacksChildren)
    let children = displaced.withheldChildren.isEmpty ? [] : page.itemSet
    displaced.withhold(withheld) { child in
      (isNextPage || .item(child.parent) != parent) && !children.contains(child.item)
    } move: { child in
      new.adopt(child, former: former, lacksChildren: lacksChildren)
    }
    self.displaced = displaced
    // The change forgets parents that it brings back.
    let forgottenParents = actor == nil ? [] : displaced.forgottenParents
    enqueue(group) { snapshot in snapshot = new }
    if !forgottenParents.isEmpty {
      for item in new.items(notIn: old) where forgottenParents.contains(item) {
        beginLoad(of: .item(item), for: .program, in: group)
      }
    }
    notifyObservers(of: parent, in: group)
  }

  func endTimer(
    _ id: Int, isOver: Bool, for receiver: LoadReceiver<Section, Item>, on actor: any Actor
  ) {
    for (id, parent) in tasks.endTimer(id, isOver: isOver, for: receiver, on: actor) {
      handle(.slow(id: id), of: parent)
    }
  }

  /// Forgets the loads of parents that have left the snapshot.
  func updateLoads(from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>) {
    let items = old.items(notIn: new)
    displaced.update(from: old, to: new, removing: items, isLoading: !tasks.isEmpty) { item in
      loads.record(of: .item(item)) != nil
    }
    for item in items {
      handle(.deleted, of: .item(item))
    }
    for section in old.sections(changedSince: new) where new.indexOfSection(section) == nil {
      handle(.deleted, of: .section(section))
    }
  }

  /// Notifies observers that the appearance of an item's row, or of a section, has changed.
  func notifyObservers(of parent: Parent, in group: Origin?) {
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
  func stored(_ parent: Parent) -> Parent? {
    switch parent {
    case .item(let item): latest.item(equalTo: item).map(Parent.item)
    case .section(let section): latest.indexOfSection(section).map { _ in parent }
    }
  }

  func boundLoader(of parent: Parent) -> BoundLoader<Item>? {
    switch parent {
    case .item(let item):
      childLoaders.loader(of: item, in: latest).map { BoundLoader($0, parent: item) }
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
