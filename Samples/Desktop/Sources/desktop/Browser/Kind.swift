/// A kind of file, by its icon.
nonisolated enum Kind: String, Sendable {
  case folder = "folder-symbolic"
  case document = "x-office-document-symbolic"
  case text = "text-x-generic-symbolic"
  case image = "image-x-generic-symbolic"
  case music = "audio-x-generic-symbolic"
  case video = "video-x-generic-symbolic"
  case archive = "package-x-generic-symbolic"
  case home = "user-home-symbolic"
  case desktop = "user-desktop-symbolic"
  case documents = "folder-documents-symbolic"
  case downloads = "folder-download-symbolic"
  case musicFolder = "folder-music-symbolic"
  case pictures = "folder-pictures-symbolic"
  case videos = "folder-videos-symbolic"

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
    case .folder, .home, .desktop, .documents, .downloads, .musicFolder, .pictures, .videos:
      "Folder"
    }
  }
}
