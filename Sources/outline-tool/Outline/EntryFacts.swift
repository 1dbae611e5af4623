/// The facts about a directory entry; size and count of a directory include its contents.
struct EntryFacts {
  var isDirectory = false
  /// The number of bytes.
  var size: Int64 = 0
  /// The number of files, including links.
  var fileCount = 1
  /// The seconds from 1970 to the last modification, if an option asks for it.
  var modification: Int64?

  /// The names of the attributes that entries have.
  enum Name: String, CaseIterable {
    case size
    case files
    case modified
  }

  func attribute(_ name: Bytes) -> Bytes? {
    let text: String? =
      switch Name(rawValue: String(decoding: name, as: UTF8.self)) {
      case .size: "\(size)"
      case .files: isDirectory ? "\(fileCount)" : nil
      case .modified: modification.map { CivilTime(secondsSince1970: $0).description }
      case nil: nil
      }
    return text.map { Bytes($0.utf8) }
  }
}
