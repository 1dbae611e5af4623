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
      private let outline: SwipeOutline

      init(_ source: OutlineDataSource<String, String>) {
        view.allowsMultipleSelection = true
        view.register(UITableViewCell.self, forCellReuseIdentifier: "row")
        outline = SwipeOutline(
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
            let header = UITableViewHeaderFooterView()
            header.textLabel?.text = section
            return header
          })
        outline.dropHandler = { _, destination in { source.addBox(at: destination) } }
        outline.typeAheadTitle = { item in item }
        // Fails only for unknown items.
        outline.delete = { item in source.update { try? $0.deleteItems([item]) } }
        outline.attach()
        view.press = { [weak outline] in outline?.press($0) ?? false }
      }
    }

    /// An adapter with a further method of the delegate: a swipe deletes a row.
    final class SwipeOutline: TableViewOutline<String, String> {
      var delete: (_ item: String) -> Void = { _ in }

      #if canImport(ObjectiveC)
        @objc(tableView:trailingSwipeActionsConfigurationForRowAtIndexPath:)
      #endif
      func tableView(
        _ view: UITableView, trailingSwipeActionsConfigurationForRowAt path: IndexPath
      ) -> UISwipeActionsConfiguration? {
        guard let item = itemIdentifier(for: path) else { return nil }
        let action = UIContextualAction(style: .destructive, title: "Delete") {
          [delete] _, _, completion in
          delete(item)
          completion(true)
        }
        return UISwipeActionsConfiguration(actions: [action])
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
