#if canImport(AppKit) && !targetEnvironment(macCatalyst)

  import AppKit
  import OutlineViews
  import SwiftUI

  struct OutlineTab: NSViewRepresentable {
    let source: OutlineDataSource<String, String>

    func makeCoordinator() -> Coordinator { Coordinator(source) }

    func makeNSView(context: Context) -> NSScrollView { context.coordinator.scrollView }

    func updateNSView(_ view: NSScrollView, context: Context) {}

    /// Stores the view and its adapter.
    @MainActor final class Coordinator {
      let scrollView = NSScrollView()
      private let outline: OutlineViewOutline<String, String>

      init(_ source: OutlineDataSource<String, String>) {
        let view = KeyView()
        let column = NSTableColumn(identifier: .init("item"))
        view.addTableColumn(column)
        view.outlineTableColumn = column
        view.headerView = nil
        view.allowsMultipleSelection = true
        view.registerForDraggedTypes([.string])
        scrollView.documentView = view
        scrollView.hasVerticalScroller = true
        outline = OutlineViewOutline(
          view, source,
          row: { _, row in NSTextField(labelWithString: row.item) },
          header: { _, section in NSTextField(labelWithString: section) })
        outline.dropHandler = { _, destination in { source.addBox(at: destination) } }
        outline.typeAheadTitle = { item in item }
        outline.attach()
        view.press = { [weak outline] in outline?.press($0) ?? false }
      }
    }

    /// An outline view that passes keys to its adapter.
    final class KeyView: NSOutlineView {
      var press: (NSEvent) -> Bool = { _ in false }

      override func keyDown(with event: NSEvent) {
        if !press(event) { super.keyDown(with: event) }
      }
    }
  }

#endif
