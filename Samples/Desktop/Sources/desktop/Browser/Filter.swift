import Outline

/// The loaded files whose names contain a text, with their folders, in a second data source.
///
/// It follows the data source of all files. The expansion of each is independent of the other.
final class Filter: OutlineAdapter {
  let source = FileSource()
  private var results: [SidebarSection: FilteredOutline<Item>] = [:]

  init(_ files: FileSource, _ text: String) {
    let text = text.lowercased()
    for section in SidebarSection.allCases {
      results[section] = FilteredOutline(files.snapshot(for: section)) { item in
        item.kind != .header && item.kind != .more && item.name.lowercased().contains(text)
      }
    }
    files.attach(self)
  }

  func reload(_ snapshot: FileSnapshot) {
    var shown = FileSnapshot()
    for section in snapshot.sectionIdentifiers {
      results[section]?.follow(snapshot[section])
      // Cannot throw: each section and each item occurs once.
      try? shown.appendSection(section, results[section]?.outline ?? SectionSnapshot())
    }
    source.apply(shown, keepingExpansion: true)
  }
}
