//  The edits that loads make: they insert children, and reconfigure the rows of parents.

extension OutlineDataSource {
  typealias Parent = LoadParent<Section, Item>
  typealias States = Loads<Section, Item>.States

  /// Remembers the actor of a caller, if there is one, to receive loads there.
  func rememberActor(_ actor: (any Actor)?) {
    if let actor, actor !== reference?.actor {
      reference = SourceReference(self, on: actor)
    }
  }

  /// A Boolean value that indicates whether an actor can receive loaded children.
  var hasActor: Bool { reference?.actor != nil }

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
    of parent: Parent, for reason: States.Reason, _ request: LoadRequest = .firstPage,
    in group: Origin? = nil
  ) {
    guard let parent = stored(parent), let loader = boundLoader(of: parent) else {
      return loads.resume(reason.waiters, throwing: CancellationError())
    }
    if !hasActor, reason.waiters.isEmpty, loads.states.load(of: parent) == nil {
      return handle(.replaced(MissingActorError()), of: parent, in: group)
    }
    let event: States.Event =
      request == .reload ? .restart(reason) : .begin(reason, isNextPage: request == .nextPage)
    handle(event, of: parent, in: group, loader: loader)
    loads.deliver(parent, to: reference)
  }

  /// Passes an event to the loads and performs its effects on the snapshot.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - parent: The parent that the event concerns.
  ///   - group: The group that receives the edits, if there is one.
  ///   - loader: The loader, for an event that begins a load.
  func handle(
    _ event: States.Event, of parent: Parent, in group: Origin? = nil,
    loader: BoundLoader<Item>? = nil
  ) {
    let parent = stored(parent) ?? parent
    // The loader of the client can read the loading state, so it is called first. It can also add
    // children, or delete the parent.
    let lacksChildren =
      event.dependsOnChildren && !hasChildren(parent) && canLoad(parent) && !hasChildren(parent)
    if event.dependsOnChildren && stored(parent) == nil {
      guard case .restart(let reason) = event else { return }
      return loads.resume(reason.waiters, throwing: CancellationError())
    }
    let effects = loads.handle(event, of: parent, lacksChildren: lacksChildren, loader: loader)
    for effect in effects {
      switch effect {
      case .insert(let id, let page, let isNextPage):
        insert(page, of: id, isNextPage: isNextPage, below: parent)
      case .expand(let expansion):
        guard case .item(let item) = parent, let group else { continue }
        switch expansion {
        case .plain: enqueue(group, keepsItems: true) { $0.expand(CollectionOfOne(item)) }
        case .withBehavior: performExpansion(of: item, isLoaded: true, levels: 1, in: group)
        }
      case .notify: notifyObservers(of: parent, in: group)
      case .start, .cancel, .resume: break  // Performed by the loads.
      }
    }
  }

  /// Inserts the result of a load, or records its failure, unless the load has been cancelled.
  func receive(
    _ result: Result<ChildPage<Item>, any Error>, of id: Int, for parent: Parent
  ) {
    // A result that arrives too late has no effect, so it delivers no changes either.
    guard loads.states.load(of: parent)?.id == id else { return }
    deferringDelivery {
      switch result {
      case .success(let page): handle(.arrived(id: id, page), of: parent)
      case .failure(let error): handle(.failed(id: id, error), of: parent)
      }
      loads.remove(id)
    }
  }

  /// Inserts a page of children, and ends its load.
  private func insert(
    _ page: ChildPage<Item>, of id: Int, isNextPage: Bool, below parent: Parent
  ) {
    guard let loader = loads.loader(of: id) else { return }
    do {
      // Servers that keep the position themselves return one cursor with all pages.
      let isRepetition = isNextPage && page.itemSet.allSatisfy(latest.contains)
      let last = isRepetition ? loads.states.cursor(of: parent, for: loader.identity) : nil
      let cursor = page.cursor.flatMap { States.Cursor($0, after: last, owner: loader.identity) }
      if let value = page.cursor, cursor == nil {
        throw RepeatedCursorError(parent: parent.value, cursor: value)
      }
      let group = queue.makeGroup(isAnimated: true)
      try insert(
        page,
        of: .init(parent: parent, isNextPage: isNextPage, knownChildren: loader.knownChildren),
        loadID: id, in: group)
      handle(
        .inserted(id: id, isChildless: !hasChildren(parent), cursor: cursor), of: parent, in: group)
    } catch {
      handle(.failed(id: id, error), of: parent)
    }
  }

  /// Inserts a page of children below their parent, while delivery is deferred.
  private func insert(
    _ page: ChildPage<Item>, of load: ChildInserter<Section, Item>.CompletedLoad,
    loadID id: Int, in group: Origin
  ) throws {
    let (old, new, inserter) = try askingLoaders { canLoad in
      let old = latest
      var (new, inserter) = (old, loads.inserter)
      try inserter.insert(page, of: load, into: &new) { item in
        canLoad(item) && !isLoaded(.item(item), hasChildren: false)
      }
      return (old, new, inserter)
    }
    // A loader may have deleted the parent, or reloaded its children.
    guard loads.states.record(of: load.parent)?.load?.id == id else { return }
    loads.setInserter(inserter)
    // The change forgets parents that it brings back.
    let forgottenParents = hasActor ? loads.inserter.forgottenParents : []
    enqueue(group) { snapshot in snapshot = new }
    if !forgottenParents.isEmpty {
      for item in new.items(notIn: old) where forgottenParents.contains(item) {
        beginLoad(of: .item(item), for: .program, in: group)
      }
    }
    notifyObservers(of: load.parent, in: group)
  }

  func endTimer(_ id: Int, isOver: Bool) {
    for (id, parent) in loads.endTimer(id, isOver: isOver, for: reference) {
      handle(.slow(id: id), of: parent)
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
      guard latest.indexOfSection(section) != nil else { return }
      let whenReceived = { [weak self] in _ = self?.rootLoadingStateHandler?(section) }
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
    case .section(let section):
      rootLoaders.loader(of: section).map { BoundLoader($0, parent: section) }
    }
  }
}
