/// A kind of row, by the name of its icon.
nonisolated enum Kind: String, Sendable {
  /// The header of a section.
  case header
  /// A row that loads more files.
  case more
  case folder = "folder"
  case document = "x-office-document"
  case text = "text-x-generic"
  case image = "image-x-generic"
  case music = "audio-x-generic"
  case video = "video-x-generic"
  case archive = "package-x-generic"
  case desktop = "user-desktop"
  case documents = "folder-documents"
  case downloads = "folder-download"
  case musicFolder = "folder-music"
  case pictures = "folder-pictures"
  case videos = "folder-videos"

  /// The kind of a file with a name.
  init(ofFile name: String) {
    self =
      switch name.split(separator: ".").last?.lowercased() {
      case "pdf", "odt", "doc", "docx": .document
      case "png", "jpg", "jpeg", "svg", "gif": .image
      case "mp3", "ogg", "flac", "wav": .music
      case "mp4", "mkv", "webm": .video
      case "zip", "tar", "gz", "xz": .archive
      default: .text
      }
  }

  /// The names of the folders that are shown as places.
  static let places: KeyValuePairs<String, Kind> = [
    "Desktop": .desktop, "Documents": .documents, "Downloads": .downloads, "Music": .musicFolder,
    "Pictures": .pictures, "Videos": .videos,
  ]

  /// A word for the kind.
  var title: String {
    switch self {
    case .document: "Document"
    case .text: "Text"
    case .image: "Image"
    case .music: "Music"
    case .video: "Video"
    case .archive: "Archive"
    case .header: "Section"
    case .more: "More files"
    case .folder, .desktop, .documents, .downloads, .musicFolder, .pictures, .videos:
      "Folder"
    }
  }

  /// The name of the icon, if the kind has one.
  var icon: String? { self == .header || self == .more ? nil : rawValue }
}
