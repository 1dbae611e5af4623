import Outline

/// Prints a sidebar in the terminal, with the changes that a list view would animate.
final class TerminalView: OutlineAdapter {
  private let library: MusicLibrary
  /// The data source, which knows the loading states.
  private unowned let source: OutlineDataSource<String, String>
  private(set) var shown = Snapshot<String, String>()
  private var changes: [String] = []
  /// Called when the rows have changed.
  var didChange: () -> Void = {}

  init(of library: MusicLibrary, source: OutlineDataSource<String, String>) {
    self.library = library
    self.source = source
  }

  /// The first twenty rows, the height of the view.
  var displayedRows: [RowPath] { (0..<20).compactMap(shown.rowPath(atRow:)) }

  func perform(_ batch: Snapshot<String, String>.Batch, animatingDifferences: Bool) {
    shown = batch.snapshot
    changes += batch.removedSections.map { "remove section \($0)" }
    changes += batch.insertedSections.map { "insert section \($0)" }
    changes += batch.removals.map { "remove \($0)" }
    changes += batch.insertions.map { "insert \($0)" }
    changes += batch.moves.map { "move \($0)" }
    changes += batch.reloads.map { "reload \($0)" }
    changes += batch.reconfigures.map { "update \($0)" }
    didChange()
  }

  func reload(_ snapshot: Snapshot<String, String>) {
    shown = snapshot
    changes.append("reload")
    didChange()
  }

  func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<String, String>) {
    shown = snapshot
    changes += rows.map { "update \($0)" }
    didChange()
  }

  /// Returns the changes since the last call.
  func takeChanges() -> String {
    defer { changes = [] }
    return changes.joined(separator: ", ")
  }

  /// Prints the changes since the last call, and the sidebar.
  func draw(_ title: String) {
    print("== \(title)")
    print("   " + (changes.isEmpty ? "no changes" : takeChanges()))
    for section in shown.sectionIdentifiers {
      print("\n   \(section)")
      for row in shown[section].rows {
        print("   " + line(of: row))
      }
    }
    print()
  }

  func line(of row: SectionSnapshot<String>.Row) -> String {
    let indent = String(repeating: "  ", count: row.level)
    let mark = source.hasChildren(row.item) ? (row.isExpanded ? "▾ " : "▸ ") : "  "
    let count = library.newSongs[row.item].map { " (\($0))" } ?? ""
    let note =
      switch source.loadingState(of: .item(row.item)) {
      case .loading: source.isLoadingSlowly(of: .item(row.item)) ? " … still loading" : " …"
      case .failed(let error): " – \(error)"
      case .stale: " – out of date"
      case .notLoaded, .loaded, nil: ""
      }
    return indent + mark + row.item + count + note
  }
}
