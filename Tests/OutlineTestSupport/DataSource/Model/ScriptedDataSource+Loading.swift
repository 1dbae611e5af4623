import Outline

extension ScriptedDataSource {
  func setLoader(_ settings: ScriptedLoader?) {
    guard let settings else {
      (source.childLoader, source.rootLoader) = (nil, nil)
      return
    }
    source.childLoader = makeLoader(settings) { .item($0) }
    source.rootLoader = makeLoader(settings) { .section($0) }
  }

  private func makeLoader(
    _ settings: ScriptedLoader, _ parent: @escaping @Sendable (Int) -> ScriptedParent
  ) -> ChildLoader<Int, Int> {
    var loader = ChildLoader<Int, Int>(
      hasChildren: { ScriptedLoader.mayHaveChildren(parent($0)) },
      slowAfter: .milliseconds(SourceScript.slowAfter),
      whenCollapsed: settings.finishesUnseen ? .finishesUnseen : .cancels, clock: clock,
      pages: { [gate] in try await gate.load(parent($0).number, $1) })
    loader.knownChildren = settings.isStrict ? .fail : .move
    return loader
  }

  func performLoad(_ operation: SourceOperation) -> SourceResult {
    switch operation {
    case .setLoader(let settings): setLoader(settings)
    case .markStale(.item(let item)): source.markStale(item)
    case .markStale(.section(let section)): source.markRootsStale(of: section)
    case .beginReloading(.item(let item)): source.beginReloadingChildren(of: item)
    case .beginReloading(.section(let section)): source.beginReloadingRoots(of: section)
    case .cancelLoading(.item(let item)): source.cancelLoading(of: item)
    case .cancelLoading(.section(let section)): source.cancelLoadingRoots(of: section)
    case .finishLoad(let parent, let page):
      guard !hasNext, started.contains(parent.number) else { break }
      let result: Result<ChildPage<Int>, any Error> =
        page.items.map { .success(ChildPage($0, cursor: page.cursor)) } ?? .failure(Boom())
      guard gate.finish(parent.number, with: result) else { break }
      hasNext = true
      return .answer(true)
    case .wait(let wait, let parent):
      guard !hasNext else { break }
      hasNext = true
      startWaiting(wait, for: parent)
    case .cancelWait(let number):
      guard !hasNext, !waiters.isEmpty else { break }
      let waiter = waiters[number % waiters.count]
      guard cancelledWaiters.insert(waiter.number).inserted else { break }
      hasNext = true
      waiter.task.cancel()
    case .advance:
      guard !hasNext else { break }
      hasNext = true
      clock.advance(by: .milliseconds(200))
    default: break
    }
    return .nothing
  }

  private func startWaiting(_ wait: ScriptedWait, for parent: ScriptedParent) {
    waiterCount += 1
    let (number, box) = (waiterCount, Box(self))
    let task = Task { [actor] in
      let error = await box.value.wait(wait, for: parent, on: actor)
      box.value.ends[number] = .some(error)
    }
    waiters.append((number, task))
  }

  /// Waits for children, and returns the error.
  private func wait(
    _ wait: ScriptedWait, for parent: ScriptedParent, on actor: isolated any Actor
  ) async -> String? {
    do {
      switch (wait, parent) {
      case (.load, .item(let item)): try await source.loadChildren(of: item)
      case (.reload, .item(let item)): try await source.reloadChildren(of: item)
      case (.more, .item(let item)): try await source.loadMoreChildren(of: item)
      case (.load, .section(let section)): try await source.loadRoots(of: section)
      case (.reload, .section(let section)): try await source.reloadRoots(of: section)
      case (.more, .section(let section)): try await source.loadMoreRoots(of: section)
      }
      return nil
    } catch {
      return error.summary
    }
  }

  /// Lets all jobs run, and records the calls that have ended.
  func settle(on actor: isolated SimulatedActor) async {
    hasNext = false
    await actor.settle()
    hasNext = false
    started = gate.openItems
    for number in ends.keys.sorted() { script.end(number, ends[number] ?? nil) }
    waiters.removeAll { ends.keys.contains($0.number) }
    ends = [:]
  }

  /// Ends all loads.
  func end(on actor: isolated SimulatedActor) async {
    setLoader(nil)
    gate.finishAll()
    for waiter in waiters { waiter.task.cancel() }
    await actor.settle()
  }

  func state(of parent: ScriptedParent) -> ScriptedState? {
    switch parent {
    case .item(let item):
      source.loadingState(of: item).map { state in
        ScriptedState(
          state: state.summary, isSlow: source.isLoadingSlowly(item),
          hasMore: source.hasMoreChildren(item), hasChildren: source.hasChildren(item))
      }
    case .section(let section):
      source.loadingState(ofRoots: section).map { state in
        ScriptedState(
          state: state.summary, isSlow: source.isLoadingRootsSlowly(of: section),
          hasMore: source.hasMoreRoots(in: section), hasChildren: false)
      }
    }
  }
}

extension ScriptedParent {
  /// A number that distinguishes items and sections.
  fileprivate var number: Int {
    switch self {
    case .item(let item): item
    case .section(let section): -1 - section
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
    case let error as SectionedSnapshotError<Int, Int>: error.summary
    case let error as SnapshotError<Int>:
      SectionedSnapshotError<Int, Int>.items(error).summary
    default: "\(self)"
    }
  }
}
