import Outline

extension SourceModel: ScriptedSource {
  public var outline: [Int] { readable.code }

  /// A random outline with marks.
  static func outline(_ seed: UInt64) -> Outline {
    var outline = Outline()
    outline.edit(seed: seed, count: 30)
    return outline
  }

  public func perform(_ operation: SourceOperation) -> SourceResult {
    switch operation {
    case .apply(let seed, let isAnimated, let keepsExpansion):
      var outline = Self.outline(seed)
      if keepsExpansion {
        let given = outline
        outline.keepExpansion(of: latest)
        let kept = outline
        outline.collapse(
          kept.items.filter {
            kept.isExpanded($0) && !given.isExpanded($0) && lacksChildren($0, in: kept)
          })
      }
      enqueue(.init(presentation: isAnimated ? .animated : .immediate)) { $0 = outline }
    case .applySections(let sections, let seed):
      var outline = latest
      let new = Self.outline(seed)
      try? outline.replace(sections.map { (key: $0, value: new[$0]) })
      enqueue { $0 = outline }
    case .applyUsingReload(let seed):
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
    default: return performSetting(operation)
    }
    return .nothing
  }

  private func performSetting(_ operation: SourceOperation) -> SourceResult {
    switch operation {
    case .setBehavior(let bits): behavior = ExpansionBehavior(rawValue: bits)
    case .setContent(let item): content[item, default: 0] += 1
    case .checkContent: enqueue { _ in }
    case .setContentUpdate(let isReload): reloadsContent = isReload
    case .whenShown(let number): whenShown(number)
    case .finishShowing(let number): finishShowing(number)
    default: return performLoad(operation)
    }
    return .nothing
  }

  private func performLoad(_ operation: SourceOperation) -> SourceResult {
    switch operation {
    case .setLoader(let new):
      let old = loader
      (loader, generation) = (new, generation + 1)
      if (old == nil) != (new == nil) { reconfigureRows() }
    case .markStale(let parent): markStale(parent)
    case .beginReloading(let parent): begin(parent, .program)
    case .cancelLoading(let parent): cancel(parent)
    case .finishLoad(let parent, let page):
      guard next == nil, let load = records[parent]?.load, load.isStarted else { break }
      next = .result(page, of: parent, load: load.number)
      return .answer(true)
    case .wait(let wait, let parent):
      guard next == nil else { break }
      waiterCount += 1
      openWaiters.append(waiterCount)
      next = .wait(wait, for: parent, waiter: waiterCount)
    case .cancelWait(let number):
      guard next == nil, !openWaiters.isEmpty else { break }
      let waiter = openWaiters[number % openWaiters.count]
      guard cancelledWaiters.insert(waiter).inserted else { break }
      next = .leave(waiter: waiter)
    case .advance:
      guard next == nil else { break }
      time += 200
      next = .time
    default: break
    }
    return .nothing
  }

  /// Items without children can have become expandable, or not expandable any more.
  private func reconfigureRows() {
    let outline = latest
    let changed = outline.entries.flatMap(\.outline.visibleItems).filter {
      outline.node($0)?.children.isEmpty ?? true && ScriptedLoader.mayHaveChildren(.item($0))
    }
    if !changed.isEmpty { enqueue { try? $0.reconfigureItems(changed) } }
  }

  private func performMove(_ operation: SourceOperation) -> SourceResult {
    do throws(SectionedSnapshotError<Int, Int>) {
      switch operation {
      case .canDrop(let items, let destination):
        return .answer(canDrop(items, at: destination))
      case .drop(let items, let destination, let author):
        return .answer(try drop(items, at: destination, author: author))
      case .undo(let isRepeated): try undo(isRepeated: isRepeated)
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
