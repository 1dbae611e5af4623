/// The visible rows of two trees, in two lists of elements: each a single row or a run of them that
/// both trees share.
///
/// The rows of a run are visible in both. The caller matches the single rows; `SectionDifference`
/// is made of the outcome.
@usableFromInline
struct TreeComparison: ~Copyable {
  @usableFromInline let old: ElementList
  @usableFromInline let new: ElementList
  /// By element of the new list: the element of the old one that it is matched with, or -1.
  @usableFromInline var matches: [Int32]
  /// The elements of the new list whose items the old outline does not have at all.
  private(set) var arrivals: [Int32] = []
  let runs: [PageComparison.Run]
  /// The old elements by the handles of the single rows.
  private lazy var places = placesOfSingles()
  /// How many rows were searched for in the old list, which for a few of them takes less time than
  /// listing all.
  private var searchCount = 0
  @usableFromInline let isOneLineage: Bool

  /// Lists the elements, and matches those that are runs.
  ///
  /// - Complexity: O(*k*) for *k* stretches, and rows that are in no run
  @usableFromInline
  init(_ pages: consuming PageComparison) {
    old = ElementList(pages.old)
    new = ElementList(pages.new)
    runs = pages.runs
    isOneLineage = pages.isOneLineage
    matches = [Int32](-1, times: new.keys.count)
    if !runs.isEmpty { matchRuns() }
  }

  /// Matches the elements of the two lists that stand for the same run, unless its rows are hidden
  /// in one of them.
  private mutating func matchRuns() {
    var places = [Int32](-1, times: runs.count)
    for (index, key) in old.keys.enumerated() where key < 0 {
      places[Int(old.node(of: key).run)] = Int32(index)
    }
    for (index, key) in new.keys.enumerated() where key < 0 {
      let run = Int(new.node(of: key).run)
      // With other folds pending, other rows of the page are visible.
      if runs[run].shift.folds == 0 {
        matches[index] = places[run]
      }
    }
  }

  /// Matches a single row of the new list with that of an old handle; -1 stands for an item that
  /// the old outline does not have.
  @usableFromInline
  mutating func match(_ element: Int, withHandle handle: Int32) {
    if handle < 0 {
      arrivals.append(Int32(element))
    } else if searchCount < 4 && old.keys.count < 1_024 {
      searchCount += 1
      matches[element] = old.keys.firstIndex(of: handle).map { Int32($0) } ?? -1
    } else {
      matches[element] = places[handle]
    }
  }

  @usableFromInline
  mutating func match(_ elements: Range<Int>, withHandles handles: [Int32]) {
    let places = handles.contains { $0 >= 0 } ? self.places : nil
    for (element, handle) in zip(elements, handles) {
      if let places, handle >= 0 {
        matches[element] = places[handle]
      } else {
        arrivals.append(Int32(element))
      }
    }
  }

  private func placesOfSingles() -> NumberMap {
    let keys = old.keys
    let singles = keys.indices.lazy.filter { keys[$0] >= 0 }.map {
      (number: keys[$0], place: Int32($0))
    }
    let limit = old.pages.tree.locations.count
    return NumberMap(singles, count: keys.count, limit: limit)
  }
}
