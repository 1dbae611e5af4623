// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Desktop",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Outline", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
    .target(name: "CRowList", dependencies: ["CGTK"]),
    .executableTarget(
      name: "desktop",
      dependencies: ["CGTK", "CRowList", .product(name: "Outline", package: "Outline")],
      // GTK runs on the main thread only.
      swiftSettings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ],
      linkerSettings: [.linkedLibrary("m")]),
  ]
)
