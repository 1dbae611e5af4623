// swift-tools-version: 6.2

import PackageDescription

// The module OutlineViews, compiled and driven without Apple's frameworks. The modules named UIKit,
// AppKit and SwiftUI are simulators, so this package must not be a part of another.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "PlatformStubs",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Outline", path: "../..")],
  targets: [
    .target(name: "ViewSimulation", swiftSettings: settings),
    .target(name: "UIKit", dependencies: ["ViewSimulation"], swiftSettings: settings),
    .target(name: "AppKit", dependencies: ["ViewSimulation"], swiftSettings: settings),
    .target(name: "UniformTypeIdentifiers", swiftSettings: settings),
    .target(
      name: "SwiftUI", dependencies: ["ViewSimulation", "UniformTypeIdentifiers"],
      swiftSettings: settings),
    .target(
      name: "Driving",
      dependencies: ["ViewSimulation", .product(name: "Outline", package: "Outline")],
      swiftSettings: settings),
    .target(
      name: "Adapters",
      dependencies: [
        "UIKit", "AppKit", "SwiftUI", "UniformTypeIdentifiers",
        .product(name: "Outline", package: "Outline"),
      ],
      swiftSettings: settings),
    // In this package, the module OutlineViews has another name.
    .executableTarget(
      name: "AppleSample",
      dependencies: ["Adapters", "UIKit", "AppKit", "SwiftUI", "UniformTypeIdentifiers"],
      exclude: ["README.md"],
      swiftSettings: settings + [.unsafeFlags(["-module-alias", "OutlineViews=Adapters"])]),
    tests(of: "AppKit"),
    tests(of: "SwiftUI"),
    tests(of: "UIKit"),
  ]
)

func tests(of module: String) -> Target {
  .testTarget(
    name: "\(module)Tests",
    dependencies: [.target(name: module), "Adapters", "Driving", "UniformTypeIdentifiers"],
    swiftSettings: settings)
}
