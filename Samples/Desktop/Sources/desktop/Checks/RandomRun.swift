import CGTK
import Outline

/// Makes random changes under a real list view, and compares all models after each.
final class RandomRun {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let source = FileSource()
  let view: SidebarView
  private let mirror: Mirror
  private let window: Widget = gtk_window_new()
  private let seed: UInt64
  var random: SplitMix
  private var itemCount: UInt64 = 0

  init(seed: UInt64) throws {
    self.seed = seed
    random = SplitMix(state: seed)
    view = SidebarView(source)
    mirror = Mirror(of: view.list)
    try source.update { snapshot in try snapshot.appendSections(SidebarSection.allCases) }
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.childLoader = ChildLoader(
      hasChildren: { $0.isExpandable }, slowAfter: .milliseconds(1),
      children: { @MainActor [weak self] folder in
        await Task.yield()
        guard let self else { return [] }
        if random.next(below: 8) == 0 { throw Failure(description: "no answer") }
        let kept = source.snapshot().children(of: folder).map(Array.init) ?? []
        return (kept + makeItems()).shuffled(using: &random)
      })
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, view.widget)
    gtk_window_set_child(window.cast(), scroller)
    gtk_window_set_default_size(window.cast(), 320, 560)
    Style.add()
    gtk_window_present(window.cast())
  }

  /// Makes a number of changes.
  func run(_ count: Int) throws {
    for step in 1...max(1, count) {
      let change = try makeChange()
      do {
        try check()
        if random.next(below: 4) == 0 {
          MainLoop.handleEvents()  // draws rows and runs loads
          try check()
        }
      } catch {
        throw Failure(description: "seed \(seed), change \(step) (\(change)): \(error)")
      }
    }
    print(
      "\(count) random changes with seed \(seed): \(mirror.signalCount) signals,",
      "\(view.list.count) rows at the end, no difference")
  }

  func makeItems() -> [Item] {
    (0..<random.next(below: 5)).map { _ in
      itemCount += 1
      let section = SidebarSection.allCases[Int(random.next(below: 3))]
      let id = File.ID(section: section, device: 0, number: itemCount)
      let kind: Kind = random.next(below: 2) == 0 ? .folder : .text
      return Item(File(id: id, name: "File \(itemCount)", kind: kind))
    }
  }

  // MARK: - Checking

  private func check() throws {
    if let violation = mirror.violation { throw Failure(description: violation) }
    let snapshot = source.snapshot()
    var expected: [Entry] = []
    for section in snapshot.sectionIdentifiers {
      expected.append(.header(section))
      expected += snapshot[section].visibleItems.map { .item($0) }
    }
    let rows = (0..<view.list.count).map(view.list.entry(at:))
    guard rows == expected else { throw Failure(description: "the model has other rows") }
    guard mirror.entries == expected else { throw Failure(description: "the mirror differs") }
    let selected = view.selectedItem.flatMap { expected.firstIndex(of: .item($0)) }
    guard selected == view.selectedPosition else {
      throw Failure(description: "row \(view.selectedPosition ?? -1) is selected")
    }
    for (position, row) in view.shownRows {
      guard position < expected.count, row.entry == expected[position],
        row.content == view.content(of: expected[position])
      else {
        throw Failure(description: "row \(position) shows \(row.content?.title ?? "nothing")")
      }
    }
  }
}

/// A small generator of random numbers that a seed repeats.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func next(below bound: Int) -> Int { Int(next(upperBound: UInt64(bound))) }
}
