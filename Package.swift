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
    .executable(name: "outline-tool", targets: ["outline-tool"]),
  ],
  targets: [
    .target(name: "Outline", swiftSettings: settings),
    .executableTarget(
      name: "outline-tool", dependencies: ["Outline"], exclude: ["README.md"],
      swiftSettings: settings),
    .executableTarget(
      name: "sidebar", dependencies: ["Outline"], path: "Samples/Sidebar", swiftSettings: settings),
    .target(
      name: "OutlineTestSupport", dependencies: ["Outline"], path: "Tests/OutlineTestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "OutlineTests", dependencies: ["Outline", "OutlineTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OutlineToolTests", dependencies: ["outline-tool", "sidebar"], swiftSettings: settings),
  ]
)

// Where OUTLINE_TESTS names targets of tests, the others are left out; and the executables, unless
// the tests of the tool are named.
if let names = Context.environment["OUTLINE_TESTS"]?.split(separator: " ").map(String.init) {
  let tests = package.targets.filter { $0.type == .test }.map(\.name)
  if let name = names.first(where: { !tests.contains($0) }) {
    fatalError("OUTLINE_TESTS names \(name), and the targets of tests are \(tests)")
  }
  let executables = names.contains("OutlineToolTests") ? [] : ["outline-tool", "sidebar"]
  let leftOut = tests.filter { !names.contains($0) } + executables
  package.products.removeAll { leftOut.contains($0.name) }
  package.targets.removeAll { leftOut.contains($0.name) }
}
