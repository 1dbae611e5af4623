import Outline

/// A section of the sidebar, whose only root is its header.
nonisolated enum SidebarSection: String, CaseIterable, Sendable {
  case places = "Places"
  case folders = "Folders"
  case recent = "Recent"
}

/// A file, a folder or a header in one section of the sidebar, or a row that loads more files.
///
/// The file system identifies files, so a file stays the same item when it gets another name or
/// moves.
nonisolated struct File: Identifiable, Equatable, Sendable {
  struct ID: Hashable, Sendable {
    let section: SidebarSection
    let device: UInt32
    let number: UInt64
    var loadsMore = false
  }

  let id: ID
  var name: String
  var kind: Kind
  /// The number of files in a folder, or of those that a row loads.
  var count: Int?
  /// The path of a file, except in the section of folders: there its ancestors name the path.
  var path: String?

  /// A Boolean value that indicates whether files can be moved into the item.
  var isFolder: Bool { id.section == .folders && (kind == .header || kind == .folder) }

  /// A Boolean value that indicates whether the item can have children.
  var isExpandable: Bool { kind == .header || isFolder && count != 0 }
}

typealias Item = Identified<File>
typealias FileSnapshot = Snapshot<SidebarSection, Item>
typealias FileSource = OutlineDataSource<SidebarSection, Item>

extension Item {
  /// Creates the header of a section that shows the files at a path.
  nonisolated static func header(_ section: SidebarSection, path: String? = nil) -> Item {
    let id = File.ID(section: section, device: 0, number: 0)
    return Item(File(id: id, name: section.rawValue, kind: .header, path: path))
  }

  /// Creates a row that loads more files of a folder.
  nonisolated static func more(of folder: Item, count: Int) -> Item {
    let id = File.ID(
      section: folder.id.section, device: folder.id.device, number: folder.id.number,
      loadsMore: true)
    return Item(File(id: id, name: "Load more", kind: .more, count: count))
  }
}
