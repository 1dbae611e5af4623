import Outline

extension SourceScript {
  private func item() -> Int { Int.random(in: 0..<Self.itemCount, using: &random) }
  private func section() -> Int { Int.random(in: 0..<Self.sectionCount, using: &random) }

  func makeOperation(for source: some ScriptedSource) -> ScriptedOperation {
    let flag = random.once(in: 2)
    switch Int.random(in: 0..<(hasLoads ? 61 : 37), using: &random) {
    case 37...60: return makeLoadOperation(for: source)
    case 0: return .apply(seed: random.next(), isAnimated: flag, keepsExpansion: random.once(in: 2))
    case 1:
      return .applySections(
        flag ? [section()] : [0, 1], seed: random.next(), keepsExpansion: random.once(in: 2))
    case 2:
      return random.once(in: 3) ? .applySnapshotUsingReloadData(seed: random.next()) : .checkContent
    case 3...7: return .update(seed: random.next(), count: flag ? 1 : 6, isAnimated: flag)
    case 8: return random.once(in: 4) ? .markSection(section()) : .mark(item(), item())
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
    case 23: return .canDrop([item(), item()], destination())
    case 24...27: return .drop(flag ? [item()] : [item(), item()], destination(), mover: mover())
    case 28: return .undo(item(), isRepeated: flag)
    case 29: return .setContent(item())
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

  private func parent() -> ScriptedParent {
    random.once(in: 8) ? .section(section()) : .item(item())
  }

  private func makeLoadOperation(for source: some ScriptedSource) -> ScriptedOperation {
    switch Int.random(in: 0..<25, using: &random) {
    case 0:
      let loader = ScriptedLoader(
        keepsLoading: random.once(in: 2), isStrict: random.once(in: 4))
      return .setLoader(random.once(in: 4) ? nil : loader, loadsRoots: random.once(in: 3))
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
      let (levels, limit) = (random.once(in: 2) ? nil : 2, random.once(in: 2) ? 3 : 100)
      return .wait(.subtree(levels: levels, itemLimit: limit), .item(item()))
    case 14:
      let limit = random.once(in: 2) ? nil : 2
      return .wait(
        .restore(viewState(), collapsesOthers: random.once(in: 2), pageLimit: limit), parent())
    default:
      let started = Self.parents.filter(source.startedParents.contains)
      let parent = random.once(in: 4) ? nil : started.randomElement(using: &random)
      return .finishLoad(parent ?? self.parent(), page())
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
    if random.once(in: 4) {
      return ScriptedPage(contents: .outline(seed: random.next()), cursor: cursor)
    }
    let items = (0..<Int.random(in: 0..<4, using: &random)).map { _ in item() }
    let isCareless = random.once(in: 10)
    return ScriptedPage(contents: .items(isCareless ? items : items.uniqued), cursor: cursor)
  }

  private func mover() -> Int? {
    random.once(in: 2) ? Int.random(in: 0..<2, using: &random) : nil
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
