#if canImport(UIKit)

  import OutlineViews
  import SwiftUI
  import UIKit

  struct TableTab: UIViewRepresentable {
    let source: OutlineDataSource<String, String>

    func makeCoordinator() -> Coordinator { Coordinator(source) }

    func makeUIView(context: Context) -> UITableView { context.coordinator.view }

    func updateUIView(_ view: UITableView, context: Context) {}

    /// Stores the view and its adapter.
    @MainActor final class Coordinator {
      let view = KeyView(frame: .zero, style: .plain)
      private let outline: TableViewOutline<String, String>

      init(_ source: OutlineDataSource<String, String>) {
        view.allowsMultipleSelection = true
        view.register(UITableViewCell.self, forCellReuseIdentifier: "row")
        outline = TableViewOutline(
          view, source,
          cell: { view, path, row in
            let cell = view.dequeueReusableCell(withIdentifier: "row", for: path)
            var content = cell.defaultContentConfiguration()
            content.text = row.item
            cell.contentConfiguration = content
            cell.indentationLevel = row.level
            cell.accessoryView =
              source.hasChildren(row.item)
              ? UIButton.disclosure(of: row) { source.toggle(row.item) } : nil
            return cell
          },
          header: { _, _, section in
            let label = UILabel()
            label.text = section
            return label
          })
        outline.dropHandler = { _, destination in { source.addBox(at: destination) } }
        outline.typeAheadTitle = { item in item }
        outline.attach()
        view.press = { [weak outline] in outline?.press($0) ?? false }
      }
    }

    /// A table view that passes keys to its adapter.
    final class KeyView: UITableView {
      var press: (Set<UIPress>) -> Bool = { _ in false }

      override var canBecomeFirstResponder: Bool { true }

      override func didMoveToWindow() {
        super.didMoveToWindow()
        becomeFirstResponder()
      }

      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if !press(presses) { super.pressesBegan(presses, with: event) }
      }
    }
  }

#endif
