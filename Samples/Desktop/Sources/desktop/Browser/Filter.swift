import Outline

/// The loaded files whose names contain a text, with their folders, in a second data source.
///
/// It follows the data source of all files. The expansion of each is independent of the other.
final class Filter: OutlineAdapter {
  let source = FileSource()
  private var results: [SidebarSection: FilteredOutline<Item>] = [:]
  /// The outlines of all results, in which items can change sections.
  private var found = FileSnapshot()

  init(_ files: FileSource, _ text: String) {
    let text = text.lowercased()
    for section in SidebarSection.allCases {
      results[section] = FilteredOutline(files.snapshot(for: section)) { item in
        item.kind != .header && item.kind != .more && item.name.lowercased().contains(text)
      }
    }
    // Cannot throw: each section occurs once.
    try? found.appendSections(SidebarSection.allCases)
    source.apply(found)
    files.attach(self)
  }

  func reload(_ snapshot: FileSnapshot) {
    let before = found
    for section in results.keys {
      results[section]?.follow(snapshot[section])
    }
    // Cannot throw: each section and each item occurs once.
    try? found.replace(results.map { (key: $0, value: $1.outline) })
    let change = found.patch(from: before, content: \.value)
    _ = source.update { $0.merge(change) }
  }
}
