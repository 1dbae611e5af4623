import Outline
import OutlineTestSupport
import Testing

//  Actors that own a data source: followers, loads and content do not keep them alive.

private typealias Update = OutlineDataSource<String, String>.Update

/// A folder named "a", whose children load.
private func folder() throws -> Snapshot<String, String> {
  var snapshot = Snapshot<String, String>()
  try snapshot.appendSections(["Files"])
  try snapshot.appendItems(["a"])
  return snapshot
}

/// Receives the updates of followers in another isolation domain.
private actor Connection {
  private(set) var count = 0

  func send(_ update: Update) { count += 1 }
}

private actor Library {
  private final class Marks {
    var marked: Set<String> = []
  }

  private lazy var source = OutlineDataSource<String, String>()
  private let screen = RecordingAdapter<String, String>()
  private let marks = Marks()
  private var titles: [String: String] = [:]
  private(set) var updates: [String] = []

  func open(_ snapshot: Snapshot<String, String>, with gate: LoadGate<String>? = nil) {
    source.childLoader = gate.map { gate in
      ChildLoader(hasChildren: { $0 == "a" }) { try await gate.load($0, $1) }
    }
    source.apply(snapshot)
    screen.display(0..<1)
    source.attach(screen)
  }

  func expand() { source.expand("a") }

  func follow(_ connection: Connection) -> Task<Void, Never> {
    let updates = source.updates
    return Task {
      for await update in updates { await connection.send(update) }
    }
  }

  func followItself() -> Task<Void, Never> {
    let updates = source.updates
    return Task { [weak self] in
      for await update in updates { await self?.record(update) }
    }
  }

  private func record(_ update: Update) { updates.append("\(update.difference)") }

  func showTitles() {
    source.setContent { [weak self] item in self?.assumeIsolated { $0.titles[item] } }
  }

  func showMarks() {
    source.setContent { [marks] item in marks.marked.contains(item) }
  }

  func setTitle(_ title: String, of item: String) {
    titles[item] = title
    source.checkContent()
  }

  func mark(_ item: String) {
    marks.marked.insert(item)
    source.checkContent()
  }
}

@MainActor private final class Sidebar {
  private let source = OutlineDataSource<String, String>()
  private(set) var updates = 0

  init(_ snapshot: Snapshot<String, String>, with gate: LoadGate<String>) {
    source.apply(snapshot)
    source.childLoader = ChildLoader { try await gate.load($0, $1) }
    source.setContent { [unowned self] _ in updates }
  }

  func expand() { source.expand("a") }

  func follow() -> Task<Void, Never> {
    let updates = source.updates
    return Task { [weak self] in
      for await _ in updates { self?.updates += 1 }
    }
  }
}

@Suite struct DataSourceActorTests {
  func eventually(
    isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool
  ) async -> Bool {
    for _ in 0..<2_000 {
      if await condition() { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  @Test func aLoopOverUpdatesDoesNotRetainTheActor() async throws {
    var library: Library? = Library()
    weak let weakLibrary = library
    let connection = Connection()
    let task = await library?.follow(connection)
    await library?.open(try folder())
    #expect(await eventually { await connection.count == 1 })
    library = nil
    await task?.value
    #expect(await eventually { weakLibrary == nil })
  }

  @Test func aLoopThatUsesTheActorDoesNotRetainIt() async throws {
    var library: Library? = Library()
    weak let weakLibrary = library
    let task = await library?.followItself()
    await library?.open(try folder())
    #expect(await eventually { await weakLibrary?.updates.isEmpty == false })
    library = nil
    await task?.value
    #expect(await eventually { weakLibrary == nil })
  }

  @Test func aLoadWithoutEndDoesNotRetainTheActor() async throws {
    let gate = LoadGate<String>()
    var library: Library? = Library()
    weak let weakLibrary = library
    await library?.open(try folder(), with: gate)
    await library?.expand()
    #expect(await eventually { gate.openCount == 1 })
    library = nil
    #expect(await eventually { weakLibrary == nil })
    #expect(await eventually { gate.cancelledCount == 1 && gate.openCount == 0 })
  }

  @Test func contentOfAnActorIsComparedAndDoesNotRetainIt() async throws {
    var library: Library? = Library()
    weak let weakLibrary = library
    await library?.open(try folder())
    let task = await library?.followItself()
    #expect(await eventually { await weakLibrary?.updates.count == 1 })
    await library?.showTitles()
    await library?.setTitle("Apples", of: "a")
    #expect(await eventually { await weakLibrary?.updates.count == 2 })
    await library?.showMarks()
    await library?.mark("a")
    #expect(
      await eventually { await weakLibrary?.updates.dropFirst() == ["0: 0~1", "0: 0~1"] })
    library = nil
    #expect(await eventually { weakLibrary == nil })
    await task?.value
  }

  @Test @MainActor func nothingRetainsAnObjectOfTheMainActor() async throws {
    let gate = LoadGate<String>()
    var sidebar: Sidebar? = Sidebar(try folder(), with: gate)
    weak let weakSidebar = sidebar
    let task = sidebar?.follow()
    sidebar?.expand()
    #expect(await eventually { gate.openCount == 1 && weakSidebar?.updates ?? 0 > 0 })
    sidebar = nil
    #expect(weakSidebar == nil)
    await task?.value
    #expect(await eventually { gate.cancelledCount == 1 && gate.openCount == 0 })
  }
}
