import OutlineViews
import SwiftUI
import UniformTypeIdentifiers

/// An app with a tab for each view of the system, which all show one data source.
@main struct SampleApp: App {
  private let boxes = Boxes()

  var body: some Scene {
    WindowGroup {
      TabView {
        #if canImport(UIKit)
          SampleScreen(boxes: boxes) { CollectionTab(source: boxes.source) }
            .tabItem { Label("Collection", systemImage: "square.grid.2x2") }
          SampleScreen(boxes: boxes) { TableTab(source: boxes.source) }
            .tabItem { Label("Table", systemImage: "tablecells") }
        #endif
        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
          SampleScreen(boxes: boxes) { OutlineTab(source: boxes.source) }
            .tabItem { Label("Outline", systemImage: "list.triangle") }
        #endif
        SampleScreen(boxes: boxes) { ListTab(source: boxes.source) }
          .tabItem { Label("SwiftUI", systemImage: "list.bullet.indent") }
      }
    }
  }
}

/// A view below the buttons that change the data source.
struct SampleScreen<Content: View>: View {
  let boxes: Boxes
  @ViewBuilder let content: Content

  var body: some View {
    VStack {
      HStack {
        Button("Add above") { boxes.addAbove() }
        Button("Add in 5 s") { boxes.addLater() }
        Button("Shuffle") { boxes.shuffle() }
        Button("Reload") { boxes.reload() }
      }
      content
    }
  }
}

struct ListTab: View {
  let source: OutlineDataSource<String, String>
  @State private var selection: Set<String> = []

  var body: some View {
    OutlineList(source, selection: $selection) { row in
      Text(row.item)
    } header: { section in
      Text(section)
    }
    .typeAhead { item in item }
    .onInsert(of: [.plainText]) { destination, _ in source.addBox(at: destination) }
  }
}
