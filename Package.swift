// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A module that consists of folders of `Sources/Outline`.
func module(
  _ name: String, of folders: Set<String>, over dependencies: [Target.Dependency] = []
) -> Target {
  let all = ["Storage", "SectionSnapshot", "Snapshot", "Difference", "DataSource", "Outline.docc"]
  return .target(
    name: name, dependencies: dependencies, path: "Sources/Outline",
    exclude: all.filter { !folders.contains($0) }, swiftSettings: settings)
}

let package = Package(
  name: "Outline",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Outline", targets: ["Outline"]),
    .library(name: "OutlineDiff", targets: ["OutlineDiff"]),
    .library(name: "OutlineCore", targets: ["OutlineCore"]),
    .executable(name: "outline-tool", targets: ["outline-tool"]),
  ],
  targets: [
    module("OutlineCore", of: ["Storage", "SectionSnapshot"]),
    module("OutlineDiff", of: ["Snapshot", "Difference"], over: ["OutlineCore"]),
    module("Outline", of: ["DataSource", "Outline.docc"], over: ["OutlineDiff"]),
    .executableTarget(
      name: "outline-tool", dependencies: ["OutlineDiff"], exclude: ["README.md"],
      packageAccess: false, swiftSettings: settings),
    .executableTarget(
      name: "sidebar", dependencies: ["Outline"], path: "Samples/Sidebar", exclude: ["README.md"],
      swiftSettings: settings),
    .target(
      name: "OutlineTestSupport", dependencies: ["Outline"], path: "Tests/OutlineTestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "OutlineTests", dependencies: ["Outline", "OutlineTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OutlineToolTests", dependencies: ["outline-tool", "sidebar", "OutlineTestSupport"],
      swiftSettings: settings),
  ]
)
