import Foundation

/// Real files that are not part of the package: in the folder that `OUTLINE_CORPUS` names, or else
/// in `shared/corpus` beside the package.
enum Corpus {
  static let root: URL = {
    if let path = ProcessInfo.processInfo.environment["OUTLINE_CORPUS"] {
      return URL(fileURLWithPath: path)
    }
    return Tool.packageRoot.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  }()

  static var isThere: Bool { FileManager.default.fileExists(atPath: root.path) }

  /// The paths of the files in one of its folders, by name.
  static func files(in folder: String) throws -> [String: String] {
    let folder = root.appendingPathComponent(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, folder.appendingPathComponent($0).path) })
  }
}
