import Outline
import OutlineTestSupport
import Testing

/// Random operations on typed sections, compared with a plain data source for each section.
///
/// The sections contain equal values. Two of them have items of one type, and two have one name.
@Suite struct TypedSectionRandomTests {
  @Test func aTypedSectionBehavesLikeAPlainDataSource() {
    let seed = seedOfRun()
    let roundCount = TestEffort.choose(quick: 5, full: 500, long: 10_000)
    for round in 0..<UInt64(roundCount) {
      let problem = SimulatedActor.run(seed: nil) { actor in
        await Self.problem(seed: seed &+ round, on: actor)
      }
      #expect(problem == "", "OUTLINE_SEED=\(seed &+ round)")
    }
  }

  private static func problem(seed: UInt64, on actor: isolated SimulatedActor) async -> String {
    let source = TypedDataSource()
    let first = Twin<Int>("A", in: source, OutlineDataSource())
    let second = Twin<Int>("B", in: source, OutlineDataSource())
    let third = Twin<Int16>("A", in: source, OutlineDataSource())
    var random = SeededGenerator(seed: seed)
    for step in 0..<60 {
      let problem =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: await first.step(&random, on: actor)
        case 1: await second.step(&random, on: actor)
        default: await third.step(&random, on: actor)
        }
      await actor.settle()
      let problems = [problem, first.problem(), second.problem(), third.problem()]
      if let problem = problems.compactMap(\.self).first { return "step \(step): \(problem)" }
    }
    return ""
  }
}

/// A typed section, and a plain data source that receives the same operations.
private final class Twin<Element: FixedWidthInteger & Sendable> {
  typealias Plain = OutlineDataSource<Int, Element>

  final class Log {
    var lines: [String] = []
  }

  let section: TypedSection<Element>
  let typed: TypedDataSource
  let plain: Plain
  let typedLog = Log()
  let plainLog = Log()

  init(_ name: String, in typed: TypedDataSource, _ plain: Plain) {
    section = TypedSection(name)
    self.typed = typed
    self.plain = plain
    try? typed.update { [section] in try $0.setItems([], in: section) }
    try? plain.update { try $0.appendSections([0]) }
    var handlers = TypedDataSource.ReorderingHandlers()
    handlers.canReorderItem = { [section] in (section.value(of: $0) ?? 6) % 7 != 6 }
    handlers.canDropItems = { [section] items, destination in
      destination != .into(section.item(1)) && destination != .end(of: section.erased)
    }
    handlers.willReorder = { [typedLog] in typedLog.lines.append("move \($0.movedItems)") }
    handlers.didReorder = { [typedLog, section] in
      typedLog.lines.append("moved: \(Array($0.finalSnapshot[section].items))")
    }
    typed.setReorderingHandlers(handlers, for: section.erased)
    plain.reorderingHandlers.canReorderItem = { $0 % 7 != 6 }
    plain.reorderingHandlers.canDropItems = { items, destination in
      destination != .into(1) && destination != .end(of: 0)
    }
    plain.reorderingHandlers.willReorder = { [plainLog] in
      plainLog.lines.append("move \($0.movedItems)")
    }
    plain.reorderingHandlers.didReorder = { [plainLog] in
      plainLog.lines.append("moved: \(Array($0.finalSnapshot[0].items))")
    }
    typed.setSectionSnapshotHandlers(Self.handlers(typedLog), for: section)
    plain.setSectionSnapshotHandlers(Self.handlers(plainLog), for: 0)
    let loader = ChildLoader<Element, Element>(
      hasChildren: { $0 % 3 == 0 },
      pages: { parent, cursor in
        if cursor != nil { return ChildPage([(parent * 5 + 3) % 24]) }
        return ChildPage([(parent * 2 + 1) % 24, (parent * 3 + 2) % 24], cursor: 1)
      })
    typed.setChildLoader(loader, for: section)
    plain.setChildLoader(loader, for: 0)
  }

  private static func handlers(_ log: Log) -> SectionSnapshotHandlers<Element> {
    var handlers = SectionSnapshotHandlers<Element>()
    handlers.shouldExpandItem = { item in
      log.lines.append("expand \(item)?")
      return item % 5 != 4
    }
    handlers.willCollapseItem = { log.lines.append("collapse \($0)") }
    handlers.snapshotForExpandingParent = { item, children in
      log.lines.append("children of \(item): \(children.items.map(\.self))")
      return children
    }
    return handlers
  }

  /// Performs an operation on both sides, and returns the difference between the results.
  func step(
    _ random: inout SeededGenerator, on actor: isolated SimulatedActor
  ) async -> String? {
    let item = knownItem(&random)
    let other = knownItem(&random)
    let flag = Bool.random(using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let outline = Self.outline(&random)
      let items = (try? outline.compactMapItems(section.item)) ?? SectionSnapshot()
      typed.apply(items, to: section.erased, keepingExpansion: flag)
      plain.apply(outline, to: 0, keepingExpansion: flag)
      return nil
    case 1: return setItems((0..<4).map { _ in Self.item(&random) })
    case 2, 3: return edit(item, other, flag, number: Int.random(in: 0..<6, using: &random))
    case 4...6:
      let results = (typed.toggle(section.item(item)), plain.toggle(item))
      return results.0 == results.1 ? nil : "toggle \(item): \(results)"
    case 7: return drop(item, next: other, isInside: flag)
    case 8:
      return await difference(
        "load \(item)", { try await self.typed.loadChildren(of: .item(self.section.item(item))) },
        { try await self.plain.loadChildren(of: .item(item)) }, on: actor)
    default:
      let parent = { (item: Element) in item == 0 ? nil : item / 2 }
      return await difference(
        "reveal \(item)",
        {
          let section = self.section
          let reveals = try await self.typed.reveal(section.item(item)) { item in
            section.value(of: item).flatMap(parent).map(section.item)
          }
          return "\(reveals)"
        },
        { "\(try await self.plain.reveal(item, parent: parent))" }, on: actor)
    }
  }
}

extension Twin {
  private static func item(_ random: inout SeededGenerator) -> Element {
    Element.random(in: 0..<24, using: &random)
  }

  /// An item that the section usually contains.
  private func knownItem(_ random: inout SeededGenerator) -> Element {
    let known = plain.snapshot(for: 0).items.randomElement(using: &random)
    return known.flatMap { Int.random(in: 0..<4, using: &random) == 0 ? nil : $0 }
      ?? Self.item(&random)
  }

  private static func outline(_ random: inout SeededGenerator) -> SectionSnapshot<Element> {
    var outline = SectionSnapshot<Element>()
    for _ in 0..<8 {
      let item = item(&random)
      let parent = outline.items.randomElement(using: &random)
      try? outline.append([item], to: parent)
      if Bool.random(using: &random) { outline.expand([item]) }
    }
    return outline
  }

  private func setItems(_ items: [Element]) -> String? {
    difference("items \(items)") {
      try typed.update { try $0.setItems(items, in: section) }
    } _: {
      try plain.update { snapshot in
        var outline = SectionSnapshot<Element>()
        try outline.append(items)
        snapshot[0] = outline
      }
    }
  }

  private func edit(_ item: Element, _ other: Element, _ flag: Bool, number: Int) -> String? {
    difference("edit \(number), \(item), \(other), \(flag)") {
      try typed.update { snapshot in
        try snapshot[section].edit(section.item(item), section.item(other), flag, number: number)
      }
    } _: {
      try plain.update { try $0[0].edit(item, other, flag, number: number) }
    }
  }

  private func drop(_ item: Element, next other: Element, isInside: Bool) -> String? {
    let destination: Snapshot<AnySection, AnyItem>.Destination =
      isInside ? .into(section.item(other)) : .before(section.item(other))
    let plainDestination: Snapshot<Int, Element>.Destination =
      isInside ? .into(other) : .before(other)
    let answers = (
      typed.canDrop([section.item(item)], to: destination),
      plain.canDrop([item], to: plainDestination)
    )
    guard answers.0 == answers.1 else { return "can drop \(item) at \(destination): \(answers)" }
    return difference("drop \(item) at \(destination)") {
      try typed.drop([section.item(item)], to: destination)
    } _: {
      try plain.drop([item], to: plainDestination)
    }
  }

  /// The difference between two results, if one of the calls throws.
  private func difference(
    _ name: String, _ typed: () throws -> Void, _ plain: () throws -> Void
  ) -> String? {
    let results = ((try? typed()) != nil, (try? plain()) != nil)
    return results.0 == results.1 ? nil : "\(name): \(results)"
  }

  private func difference<Value: Equatable>(
    _ name: String, _ typed: () async throws -> Value, _ plain: () async throws -> Value,
    on actor: isolated SimulatedActor
  ) async -> String? {
    let results = (try? await typed(), try? await plain())
    return results.0 == results.1 ? nil : "\(name): \(results)"
  }

  private func difference(
    _ name: String, _ typed: () async throws -> Void, _ plain: () async throws -> Void,
    on actor: isolated SimulatedActor
  ) async -> String? {
    await difference(
      name,
      {
        try await typed()
        return ""
      },
      {
        try await plain()
        return ""
      }, on: actor)
  }

  /// The difference between the typed section and the plain data source.
  func problem() -> String? {
    let outline = try? typed.snapshot()[section].compactMapItems(section.value)
    let expected = plain.snapshot(for: 0)
    guard outline == expected else {
      let texts = [outline ?? SectionSnapshot(), expected].map { $0.visualDescription() }
      return "\(texts[0])\ninstead of\n\(texts[1])"
    }
    for item in expected.items {
      let state = typed.loadingState(of: .item(section.item(item))).map { "\($0)" }
      let expectedState = plain.loadingState(of: .item(item)).map { "\($0)" }
      guard state == expectedState else { return "\(item) \(state ?? "-")" }
    }
    return typedLog.lines == plainLog.lines
      ? nil : "\(typedLog.lines)\ninstead of\n\(plainLog.lines)"
  }
}

extension SectionSnapshot {
  fileprivate mutating func edit(
    _ item: Item, _ other: Item, _ flag: Bool, number: Int
  ) throws(SectionSnapshotError<Item>) {
    switch number {
    case 0: try append([item], to: flag ? other : nil)
    case 1: try insert([item], before: other)
    case 2: try insert([item], after: other)
    case 3: try delete([item])
    case 4: try move([item], to: flag ? other : nil, at: flag ? 0 : nil)
    default: flag ? expand([item]) : collapse([item])
    }
  }
}
