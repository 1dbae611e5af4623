import Outline

extension ScriptedDataSource {
  func setLoader(_ settings: ScriptedLoader?, _ scope: ScriptedLoader.Scope) {
    switch scope {
    case .roots: source.rootLoader = settings.map { makeLoader($0) { .section($0) } }
    case .items: source.childLoader = settings.map { makeLoader($0) { .item($0) } }
    case .section:
      source.setChildLoader(
        settings.map { makeLoader($0) { .item($0) } }, for: ScriptedLoader.separateSection)
    }
  }

  private func makeLoader(
    _ settings: ScriptedLoader, _ parent: @escaping @Sendable (Int) -> ScriptedParent
  ) -> ChildLoader<Int, Int> {
    let box = Box(self)
    var loader = ChildLoader<Int, Int>(
      hasChildren: {
        box.value.readDuringQuestion()
        return ScriptedLoader.mayHaveChildren(parent($0))
      },
      slowAfter: .milliseconds(SourceScript.slowAfter),
      whenCollapsed: settings.keepsLoading ? .keepLoading : .cancel, clock: clock,
      pages: { [gate] in try await gate.load(parent($0).number, $1) })
    loader.movesKnownChildren = !settings.isStrict
    return loader
  }

  /// Reads the data source during some calls of `hasChildren`.
  private func readDuringQuestion() {
    questionCount += 1
    // The read items lead to further calls.
    guard questionCount % 16 == 0 else { return }
    _ = (source.snapshot(), source.loadingState(of: .item(2)), source.hasChildren(4))
  }

  public var startedParents: Set<ScriptedParent> {
    let numbers = gate.pendingItems(amongFirst: startedCount)
    return Set(SourceScript.parents.filter { numbers.contains($0.number) })
  }

  /// Begins an event whose jobs wait until it is chosen.
  func release(_ event: () -> Bool) -> ScriptedResult {
    guard events.count < SourceScript.eventLimit, actor.inLane(lastLane + 1, event) else {
      return .nothing
    }
    lastLane += 1
    events.append((lastLane, nil))
    return .answer(true)
  }

  func performLoad(_ operation: ScriptedOperation) -> ScriptedResult {
    switch operation {
    case .setLoader(let settings, let scope): setLoader(settings, scope)
    case .markStale(let parent): source.markStale(parent.parent)
    case .beginReloading(let parent): source.beginReloadingChildren(of: parent.parent)
    case .cancelLoading(let parent): source.cancelLoading(of: parent.parent)
    case .finishLoad(let parent, let page):
      return release {
        gate.finish(parent.number, amongFirst: startedCount, with: page.result)
      }
    case .wait(let wait, let parent):
      return release {
        startWaiting(wait, for: parent)
        return true
      }
    case .cancelWait(let number):
      return release {
        guard !waiters.isEmpty else { return false }
        let waiter = waiters[number % waiters.count]
        guard cancelledWaiters.insert(waiter.number).inserted else { return false }
        waiter.task.cancel()
        return true
      }
    case .dropShowing(let number): return release { takeAnimation(number) != nil }
    case .advance:
      guard events.count < SourceScript.eventLimit else { break }
      lastLane += 1
      events.append((lastLane, { [clock] in clock.advance(by: .milliseconds(200)) }))
    default: break
    }
    return .nothing
  }

  private func startWaiting(_ wait: ScriptedWait, for parent: ScriptedParent) {
    waiterCount += 1
    let number = waiterCount
    let box = Box(self)
    let task = Task { [actor] in
      let result = await box.value.wait(wait, for: parent, on: actor)
      box.value.ends[number] = result
    }
    waiters.append((number, task))
  }

  /// Waits for children, and returns the result or the error.
  private func wait(
    _ wait: ScriptedWait, for parent: ScriptedParent, on actor: isolated any Actor
  ) async -> String {
    do {
      switch (wait, parent) {
      case (.load, _): try await source.loadChildren(of: parent.parent)
      case (.reload, _): try await source.reloadChildren(of: parent.parent)
      case (.more, _): try await source.loadMoreChildren(of: parent.parent)
      case (.reveal, .item(let item)):
        return "\(try await source.reveal(item) { SourceScript.parent(ofMissing: $0) })"
      case (.subtree(let levels, let limit), .item(let item)):
        return "\(await source.loadAndExpandSubtree(of: item, levels: levels, itemLimit: limit))"
      case (.restore(let state, let collapsesOthers, let pageLimit), _):
        let missing = await source.loadAndRestore(
          state, collapsingOthers: collapsesOthers, pageLimit: pageLimit)
        return "\(missing)"
      case (.reveal, .section), (.subtree, .section): break
      }
      return "there"
    } catch {
      return error.summary
    }
  }

  /// Lets the jobs run, those of one event after another, and records the calls that have ended.
  func settle(on actor: isolated SimulatedActor) async {
    await actor.settle()
    recordEnds()
    while !events.isEmpty {
      let event = events.remove(at: script.choose(among: events.count))
      if let begin = event.begin { actor.inLane(event.lane, begin) }
      await actor.settle(lane: event.lane)
      recordEnds()
    }
    checkViews()
  }

  private func recordEnds() {
    startedCount = gate.callCount
    for (number, result) in ends.sorted(by: { $0.key < $1.key }) { script.end(number, result) }
    waiters.removeAll { ends.keys.contains($0.number) }
    ends = [:]
  }

  /// Ends all loads, and compares all views.
  func end(on actor: isolated SimulatedActor) async {
    script.begin(seed: 0, depth: 0)
    for scope in ScriptedLoader.Scope.allCases { setLoader(nil, scope) }
    gate.finishAll()
    for waiter in waiters { waiter.task.cancel() }
    letFollowersRead()
    await settle(on: actor)
    display(0..<100)
    source.checkContent()
    await settle(on: actor)
    checkViews(atEnd: true)
  }

  /// Takes an animation, which ends if it is released.
  ///
  /// A copy of the array would retain the other animations during the call of this one.
  func takeAnimation(_ number: Int) -> (() -> Void)? {
    guard let count = adapters[1].animations?.count, count > 0 else { return nil }
    return adapters[1].animations?.remove(at: number % count)
  }

  func state(of parent: ScriptedParent) -> ScriptedState? {
    let hasChildren =
      switch parent {
      case .item(let item): source.hasChildren(item)
      case .section: false
      }
    let parent = parent.parent
    return source.loadingState(of: parent).map { state in
      ScriptedState(
        state: state.summary, isSlow: source.isLoadingSlowly(of: parent),
        hasMore: source.hasMoreChildren(of: parent), hasChildren: hasChildren)
    }
  }
}

extension ScriptedParent {
  fileprivate var parent: OutlineDataSource<Int, Int>.Parent {
    switch self {
    case .item(let item): .item(item)
    case .section(let section): .section(section)
    }
  }

  /// A number that distinguishes items and sections.
  fileprivate var number: Int {
    switch self {
    case .item(let item): item
    case .section(let section): -1 - section
    }
  }
}

extension ScriptedPage {
  fileprivate var result: Result<ChildPage<Int>, any Error> {
    switch contents {
    case .failure: .failure(Boom())
    case .items(let items):
      .success(ChildPage(items, cursor: cursor, moreItem: moreItem))
    case .outline(let seed):
      .success(
        ChildPage(ScriptedDataSource.snapshot(seed)[0], cursor: cursor, moreItem: moreItem))
    }
  }
}

/// Unchecked: all jobs of a seed run on one thread.
private struct Box<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension LoadingState {
  fileprivate var summary: String {
    if case .failed(let error) = self { "failed: \(error.summary)" } else { description }
  }
}

extension Error {
  /// The error without the order of its items.
  fileprivate var summary: String {
    switch self {
    case let error as SnapshotError<Int, Int>: error.summary
    case let error as SectionSnapshotError<Int>:
      SnapshotError<Int, Int>.items(error).summary
    case let error as RepeatedCursorError: "repeated \(error.cursor)"
    default: "\(self)"
    }
  }
}
