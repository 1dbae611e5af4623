import Outline

/// Draws a sidebar on the terminal, and says what a list view would have been told.
final class TerminalView: OutlineAdapter {
  private let library: MusicLibrary
  /// Knows what the snapshot does not: which children are still to come.
  private unowned let source: OutlineDataSource<String, String>
  private var shown = Snapshot<String, String>()
  private var told: [String] = []

  init(of library: MusicLibrary, source: OutlineDataSource<String, String>) {
    self.library = library
    self.source = source
  }

  func perform(_ batch: Batch<String, String>, isAnimated: Bool) {
    shown = batch.snapshot
    told += batch.removedSections.map { "remove section \($0)" }
    told += batch.insertedSections.map { "insert section \($0)" }
    told += batch.removals.map { "remove \($0)" }
    told += batch.insertions.map { "insert \($0)" }
    told += batch.moves.map { "move \($0)" }
    told += batch.reloads.map { "reload \($0)" }
    told += batch.reconfigures.map { "update \($0)" }
  }

  func reload(_ snapshot: Snapshot<String, String>) {
    shown = snapshot
    told.append("reload")
  }

  func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<String, String>) {
    shown = snapshot
    told += rows.map { "update \($0)" }
  }

  /// Prints what has been told since the last time, and the sidebar.
  func draw(_ title: String) {
    print("== \(title)")
    print("   " + (told.isEmpty ? "nothing" : told.joined(separator: ", ")))
    told = []
    for section in shown.sectionIdentifiers {
      print("\n   \(section)")
      for row in shown[section].rows {
        print("   " + line(of: row))
      }
    }
    print()
  }

  private func line(of row: SectionSnapshot<String>.Row) -> String {
    let indent = String(repeating: "  ", count: row.level)
    let mark = source.hasChildren(row.item) ? (row.isExpanded ? "▾ " : "▸ ") : "  "
    let count = library.unheard[row.item].map { " (\($0))" } ?? ""
    let note =
      switch source.loadingState(of: row.item) {
      case .loading: source.isLoadingSlowly(row.item) ? " … still waiting" : " …"
      case .failed(let error): " – \(error)"
      case .stale: " – out of date"
      case .notLoaded, .loaded, nil: ""
      }
    return indent + mark + row.item + count + note
  }
}
