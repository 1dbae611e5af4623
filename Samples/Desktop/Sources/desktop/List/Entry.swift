import Outline

/// A section of the sidebar.
nonisolated enum SidebarSection: String, CaseIterable, Sendable {
  case places = "Places"
  case folders = "Folders"
  case recent = "Recent"
}

/// A file or a folder in one section of the sidebar.
///
/// The file system identifies it, so it stays the same item when it gets another name or moves.
nonisolated struct File: Identifiable, Equatable, Sendable {
  struct ID: Hashable, Sendable {
    let section: SidebarSection
    let device: UInt32
    let number: UInt64
  }

  let id: ID
  var name: String
  var kind: Kind
  /// The number of files in a folder.
  var count: Int?
  /// The path of a file, except in the section of folders: there its ancestors name the path.
  var path: String?

  /// A Boolean value that indicates whether the row has a disclosure button.
  var isExpandable: Bool { id.section == .folders && kind == .folder }
}

typealias Item = Identified<File>
typealias FileSnapshot = Snapshot<SidebarSection, Item>
typealias FileSource = OutlineDataSource<SidebarSection, Item>

/// One row of the list view: the header of a section, or an item.
nonisolated enum Entry: Hashable, Sendable {
  case header(SidebarSection)
  case item(Item)

  /// The item, unless the entry is a header.
  var item: Item? {
    if case .item(let item) = self { item } else { nil }
  }
}

/// The visible rows of all sections as one list, in which each section starts with its header.
nonisolated struct FlatRows {
  var snapshot = FileSnapshot()

  var count: Int { snapshot.numberOfSections + snapshot.numberOfRows }

  /// The entry at a position of the list.
  subscript(position: Int) -> Entry {
    var start = 0
    for (index, section) in snapshot.sectionIdentifiers.enumerated() {
      if position == start { return .header(section) }
      let path = RowPath(section: index, row: position - start - 1)
      if let item = snapshot.itemIdentifier(for: path) { return .item(item) }
      start += 1 + (snapshot.numberOfRows(in: section) ?? 0)
    }
    preconditionFailure("Position out of range")
  }

  /// Returns the position of the first row of a section, after its header.
  func start(ofSection index: Int) -> Int {
    let sections = snapshot.sectionIdentifiers.prefix(index)
    return sections.reduce(1) { $0 + 1 + (snapshot.numberOfRows(in: $1) ?? 0) }
  }

  /// Returns the position of an entry, or `nil` if it is hidden or unknown.
  func position(of entry: Entry) -> Int? {
    switch entry {
    case .header(let section):
      snapshot.indexOfSection(section).map { start(ofSection: $0) - 1 }
    case .item(let item):
      snapshot.rowPath(of: item).map { start(ofSection: $0.section) + $0.row }
    }
  }
}
