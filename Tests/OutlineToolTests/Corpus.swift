import Foundation

/// Real files outside the package, in the folder of `OUTLINE_CORPUS` or in `shared/corpus` beside
/// the package.
enum Corpus {
  static let root: URL = {
    if let path = ProcessInfo.processInfo.environment["OUTLINE_CORPUS"] {
      return URL(fileURLWithPath: path)
    }
    return Tool.packageRoot.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  }()

  static var isThere: Bool { FileManager.default.fileExists(atPath: root.path) }

  /// Returns the paths of the files in a folder, by name.
  static func files(in folder: String) throws -> [String: String] {
    let folder = root.appendingPathComponent(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, folder.appendingPathComponent($0).path) })
  }
}
