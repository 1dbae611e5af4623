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

let package = Package(
  name: "Outline",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Outline", targets: ["Outline"]),
    .library(name: "OutlineCore", targets: ["OutlineCore"]),
    .library(name: "OutlineViews", targets: ["OutlineViews"]),
    .executable(name: "outline-tool", targets: ["outline-tool"]),
  ],
  targets: [
    .target(name: "OutlineCore", path: "Sources/Outline/OutlineCore", swiftSettings: settings),
    .target(
      name: "Outline", dependencies: ["OutlineCore"], path: "Sources/Outline/Outline",
      swiftSettings: settings),
    .target(
      name: "OutlineViews", dependencies: ["Outline"], path: "Sources/Outline/OutlineViews",
      swiftSettings: settings),
    .executableTarget(
      name: "outline-tool", dependencies: ["Outline"], exclude: ["README.md", "Pictures"],
      // The tool uses only what any client can use.
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
