#if canImport(UIKit)

  import OutlineViews
  import SwiftUI
  import UIKit

  struct CollectionTab: UIViewRepresentable {
    let source: OutlineDataSource<String, String>

    func makeCoordinator() -> Coordinator { Coordinator(source) }

    func makeUIView(context: Context) -> UICollectionView { context.coordinator.view }

    func updateUIView(_ view: UICollectionView, context: Context) {}

    /// Stores the view and its adapter.
    @MainActor final class Coordinator {
      let view: KeyView
      private let outline: CollectionViewOutline<String, String>

      init(_ source: OutlineDataSource<String, String>) {
        var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
        configuration.headerMode = .supplementary
        view = KeyView(
          frame: .zero,
          collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
        view.allowsMultipleSelection = true
        let cells = UICollectionView.CellRegistration<
          UICollectionViewListCell, SectionSnapshot<String>.Row
        > {
          cell, _, row in
          var content = cell.defaultContentConfiguration()
          content.text = row.item
          cell.contentConfiguration = content
          cell.indentationLevel = row.level
          guard source.hasChildren(row.item) else {
            cell.accessories = []
            return
          }
          let chevron = UIButton.disclosure(of: row) { source.toggle(row.item) }
          cell.accessories = [
            .customView(configuration: .init(customView: chevron, placement: .leading()))
          ]
        }
        let headers = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
          elementKind: UICollectionView.elementKindSectionHeader
        ) { _, _, _ in }
        outline = CollectionViewOutline(
          view, source,
          cell: { view, path, row in
            view.dequeueConfiguredReusableCell(using: cells, for: path, item: row)
          },
          supplementary: { view, _, path, section in
            let header = view.dequeueConfiguredReusableSupplementary(using: headers, for: path)
            var content = header.defaultContentConfiguration()
            content.text = section
            header.contentConfiguration = content
            return header
          })
        outline.dropHandler = { _, destination in { source.addBox(at: destination) } }
        outline.typeAheadTitle = { item in item }
        outline.attach()
        view.press = { [weak outline] in outline?.press($0) ?? false }
      }
    }

    /// A collection view that passes keys to its adapter.
    final class KeyView: UICollectionView {
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

  extension UIButton {
    /// Returns a chevron that points down if its row is expanded.
    static func disclosure(
      of row: SectionSnapshot<String>.Row, action: @escaping () -> Void
    ) -> UIButton {
      let image = UIImage(systemName: row.isExpanded ? "chevron.down" : "chevron.right")
      let button = UIButton(primaryAction: UIAction(image: image) { _ in action() })
      button.accessibilityLabel = row.isExpanded ? "Collapse" : "Expand"
      button.sizeToFit()
      return button
    }
  }

#endif
