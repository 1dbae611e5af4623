import Foundation
import PackagePlugin

/// Adds files of the repository to the targets, which cannot have sources outside this package.
@main struct RepositoryFiles: BuildToolPlugin {
  private let files = [
    "Driving": [
      "Tests/OutlineTestSupport/Running/SeededGenerator.swift",
      "Tests/OutlineTestSupport/Running/TestEffort.swift",
    ],
    "AppKitTests": ["Samples/Adapters/OutlineViewOutline.swift"],
    "SwiftUITests": ["Samples/Adapters/SwiftUIOutline.swift"],
    "UIKitTests": [
      "Samples/Adapters/CollectionViewOutline.swift", "Samples/Adapters/TableViewOutline.swift",
    ],
  ]

  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    let root = context.package.directoryURL.appending(path: "../..").standardized
    return files[target.name, default: []].map { path in
      let file = root.appending(path: path)
      let copy = context.pluginWorkDirectoryURL.appending(path: file.lastPathComponent)
      return .buildCommand(
        displayName: "Copying \(path)", executable: URL(filePath: "/bin/cp"),
        arguments: [file.path(), copy.path()], inputFiles: [file], outputFiles: [copy])
    }
  }
}
