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
      let result = FilteredOutline(files.snapshot(for: section)) { item in
        item.kind != .header && item.kind != .more && item.name.lowercased().contains(text)
      }
      results[section] = result
      source.apply(result.outline, to: section)
    }
    files.attach(self)
  }

  func reload(_ snapshot: FileSnapshot) {
    source.update { shown in
      for (section, old) in results {
        results[section]?.follow(snapshot[section])
        guard let new = results[section]?.outline else { continue }
        shown[section].merge(new.patch(from: old.outline, content: \.value))
      }
    }
  }
}
