import Outline

extension SourceModel: ScriptedSource {
  public var outline: [Int] { readable.code }

  /// A random outline with marks.
  static func outline(_ seed: UInt64) -> Outline {
    var outline = Outline()
    outline.edit(seed: seed, count: 30)
    return outline
  }

  /// A random outline whose known items can keep their expansion, unless their children are missing.
  private func outline(_ seed: UInt64, keepsExpansion: Bool) -> Outline {
    let given = Self.outline(seed)
    guard keepsExpansion else { return given }
    var kept = given
    kept.keepExpansion(of: latest)
    let childless = kept.items.filter {
      kept.isExpanded($0) && !given.isExpanded($0) && lacksChildren($0, in: kept)
    }
    kept.collapse(childless)
    return kept
  }

  func perform(_ operation: ScriptedOperation) -> ScriptedResult {
    switch operation {
    case .apply(let seed, let isAnimated, let keepsExpansion):
      let outline = outline(seed, keepsExpansion: keepsExpansion)
      enqueue(.init(presentation: isAnimated ? .animated : .immediate)) { $0 = outline }
    case .applySections(let sections, let seed, let keepsExpansion):
      var outline = latest
      let new = self.outline(seed, keepsExpansion: keepsExpansion)
      try? outline.replace(sections.map { (key: $0, value: new[$0]) })
      enqueue { $0 = outline }
    case .applySnapshotUsingReloadData(let seed):
      enqueue(.init(presentation: .reload)) { $0 = Self.outline(seed) }
    case .update(let seed, let count, let isAnimated):
      enqueue(.init(presentation: isAnimated ? .animated : .immediate)) {
        $0.edit(seed: seed, count: count)
      }
    case .mark(let reloaded, let reconfigured):
      enqueue {
        try? $0.reloadItems([reloaded])
        try? $0.reconfigureItems([reconfigured])
      }
    case .markSection(let section): enqueue { try? $0.reloadSections([section]) }
    case .expand(let item, let isAnimated):
      return .expansion(expand(item, isAnimated: isAnimated))
    case .collapse(let item): return .expansion(collapse([item]))
    case .toggle(let item):
      return .expansion(
        isEffectivelyExpanded(item) || isPending(item)
          ? collapse([item]) : expand(item, isAnimated: true))
    case .expandSubtree(let item, let levels):
      return .expansion(expand(item, levels: levels ?? .max, isAnimated: true))
    case .collapseSubtree(let item, let keptLevels):
      return .expansion(collapseSubtree(of: item, keptLevels: keptLevels))
    case .canDrop, .drop, .undo: return performMove(operation)
    case .restore(let state, let collapsesOthers):
      return .missing(restore(state, collapsesOthers: collapsesOthers))
    default: return performSetting(operation)
    }
    return .nothing
  }

  private func performSetting(_ operation: ScriptedOperation) -> ScriptedResult {
    switch operation {
    case .setBehavior(let bits): behavior = ExpansionBehavior(rawValue: bits)
    case .setContent(let item): content[item, default: 0] += 1
    case .checkContent: enqueue { _ in }
    case .display(let rows): display(rows)
    case .setContentUpdate(let isReload): reloadsContent = isReload
    case .setReloadThreshold(let isLow): reloadsChanges = isLow
    case .toggleAdapter: toggleAdapter()
    case .whenShown(let number): whenShown(number)
    case .finishShowing(let number): finishShowing(number)
    default: return performLoad(operation)
    }
    return .nothing
  }

  public var startedParents: Set<ScriptedParent> {
    Set(records.filter { $1.load.map { $0.isStarted && !$0.isFinished } ?? false }.keys)
  }

  private func performLoad(_ operation: ScriptedOperation) -> ScriptedResult {
    switch operation {
    case .setLoader(let loader, let loadsRoots): setLoader(loader, loadsRoots: loadsRoots)
    case .markStale(let parent): markStale(parent)
    case .beginReloading(let parent): begin(parent, .program, isReload: true)
    case .cancelLoading(let parent): cancel(parent)
    case .advance: release { .time }
    default: return performEvent(operation)
    }
    return .nothing
  }

  private func performEvent(_ operation: ScriptedOperation) -> ScriptedResult {
    let isReleased = release {
      switch operation {
      case .finishLoad(let parent, let page):
        guard let load = records[parent]?.load, load.isStarted, !load.isFinished else { return nil }
        records[parent]?.load?.isFinished = true
        return .result(page, of: parent, load: load.number)
      case .wait(let wait, let parent):
        waiterCount += 1
        openWaiters.append(waiterCount)
        return .wait(wait, for: parent, waiter: waiterCount)
      case .cancelWait(let number):
        guard !openWaiters.isEmpty else { return nil }
        let waiter = openWaiters[number % openWaiters.count]
        guard cancelledWaiters.insert(waiter).inserted else { return nil }
        cancelSteps(of: waiter)
        return .leave(waiter: waiter)
      case .dropShowing(let number): return dropShowing(number) ? .delivery : nil
      default: return nil
      }
    }
    return isReleased ? .answer(true) : .nothing
  }

  @discardableResult
  private func release(_ makeEvent: () -> ScriptedEvent?) -> Bool {
    guard events.count < SourceScript.eventLimit, let event = makeEvent() else { return false }
    events.append(event)
    return true
  }

  private func setLoader(_ loader: ScriptedLoader?, loadsRoots: Bool) {
    var new = loader
    loaderCount += 1
    new?.number = loaderCount
    let old = loadsRoots ? rootLoader : childLoader
    let changesDisclosure = (old == nil) != (new == nil)
    if loadsRoots {
      rootLoader = new
      deferringDelivery {
        if changesDisclosure { tellSections() }
      }
    } else {
      childLoader = new
      if changesDisclosure { reconfigureRows() }
    }
  }

  /// Updates the rows of items without children whose disclosure depends on the loader.
  private func reconfigureRows() {
    let outline = latest
    let changed = outline.entries.flatMap(\.outline.visibleItems).filter {
      outline.node($0)?.children.isEmpty ?? true && ScriptedLoader.mayHaveChildren(.item($0))
    }
    if !changed.isEmpty { enqueue { try? $0.reconfigureItems(changed) } }
  }

  /// Sections without roots can have become loadable, or not loadable any more.
  private func tellSections() {
    for entry in latest.entries where entry.outline.roots.isEmpty {
      let section = ScriptedParent.section(entry.section)
      if ScriptedLoader.mayHaveChildren(section) { tell(section) }
    }
  }

  private func performMove(_ operation: ScriptedOperation) -> ScriptedResult {
    do throws(SnapshotError<Int, Int>) {
      switch operation {
      case .canDrop(let items, let destination):
        return .answer(canDrop(items, to: destination))
      case .drop(let items, let destination, let mover):
        return .answer(try drop(items, to: destination, mover: mover))
      case .undo(let number, let isRepeated): try undo(number, isRepeated: isRepeated)
      default: break
      }
      return .nothing
    } catch {
      return .failed(error.summary)
    }
  }
}

extension SnapshotModel<Int, Int> {
  /// The sections, and their items with level and expansion.
  var code: [Int] {
    entries.flatMap { entry in
      [-1 - entry.section]
        + entry.outline.entries.map { $0.item << 8 | $0.level << 1 | ($0.isExpanded ? 1 : 0) }
    }
  }

  /// Gives the items of another outline the expansion that they have there.
  mutating func keepExpansion(of old: Self) {
    let known = items.filter { old.node($0) != nil }
    expand(known.filter { old.isExpanded($0) })
    collapse(known.filter { !old.isExpanded($0) })
  }
}
