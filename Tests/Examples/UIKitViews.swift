import Foundation
import Outline

// Stand-ins for the part of UIKit that a screen uses, and for the adapters in OutlineViews.

@MainActor class UICollectionReusableView {
  required init() {}
}

@MainActor class UICollectionViewCell: UICollectionReusableView {}

@MainActor final class UICollectionViewListCell: UICollectionViewCell {
  var indentationLevel = 0
  var accessories: [UICellAccessory] = []
  var contentConfiguration: UIListContentConfiguration?

  func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}

struct UIListContentConfiguration {
  var text: String?
}

@MainActor struct UICellAccessory {
  enum Placement {
    case leading
    static func leading(displayed: Int = 0) -> Placement { .leading }
  }

  struct CustomViewConfiguration {
    init(customView: UIButton, placement: Placement) {}
  }

  static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
    UICellAccessory()
  }

  static func outlineDisclosure() -> UICellAccessory { UICellAccessory() }
}

@MainActor final class UIImage {
  init?(systemName name: String) {}
}

@MainActor final class UIAction {
  init(image: UIImage?, handler: @escaping (UIAction) -> Void) {}
}

@MainActor final class UIButton {
  init(primaryAction: UIAction?) {}
}

extension UICollectionView {
  struct CellRegistration<Cell, Item> {
    init(handler: @escaping (Cell, IndexPath, Item) -> Void) {}
  }

  struct SupplementaryRegistration<Supplementary> {
    init(
      elementKind: String, handler: @escaping (Supplementary, String, IndexPath) -> Void
    ) {}
  }

  static var elementKindSectionHeader: String { "header" }

  func dequeueConfiguredReusableCell<Item>(
    using registration: CellRegistration<UICollectionViewListCell, Item>, for path: IndexPath,
    item: Item?
  ) -> UICollectionViewListCell { UICollectionViewListCell() }

  func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>, for path: IndexPath
  ) -> Supplementary { Supplementary() }
}

@MainActor final class UICollectionViewDiffableDataSource<Section, Item> {
  struct ReorderingHandlers {
    var canReorderItem: ((Item) -> Bool)?
    var didReorder: ((NSDiffableDataSourceTransaction<Section, Item>) -> Void)?
  }

  var supplementaryViewProvider:
    ((UICollectionView, String, IndexPath) -> UICollectionReusableView?)?
  var reorderingHandlers = ReorderingHandlers()

  init(
    collectionView: UICollectionView,
    cellProvider: @escaping (UICollectionView, IndexPath, Item) -> UICollectionViewCell?
  ) {}

  func sectionIdentifier(for index: Int) -> Section? { nil }

  func snapshot(for section: Section) -> NSDiffableDataSourceSectionSnapshot<Item> {
    NSDiffableDataSourceSectionSnapshot()
  }

  func apply(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<Item>, to section: Section,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {}
}

struct NSDiffableDataSourceSectionSnapshot<Item> {
  mutating func append(_ items: [Item], to parent: Item? = nil) {}
}

struct NSDiffableDataSourceSnapshot<Section, Item> {}

struct NSDiffableDataSourceTransaction<Section, Item> {
  let finalSnapshot: NSDiffableDataSourceSnapshot<Section, Item>
}

@MainActor
final class CollectionViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  init(
    _ view: UICollectionView, _ dataSource: OutlineDataSource<Section, Item>,
    cell:
      @escaping (UICollectionView, IndexPath, SectionSnapshot<Item>.Row)
      -> UICollectionReusableView,
    supplementary:
      @escaping (UICollectionView, String, IndexPath, Section) -> UICollectionReusableView
  ) {}

  var selectionHandler: ([Item]) -> Void = { _ in }
  var typeAheadTitle: ((Item) -> String)?

  func attach() {}
  func detach() {}
  func press(_ presses: Set<UIPress>) -> Bool { true }
}

final class UIPress: NSObject {}

final class UIPressesEvent {}

@MainActor class UIViewController {
  var title: String?

  func viewDidLoad() {}
  func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
}

@MainActor class UICollectionViewController: UIViewController {
  var collectionView = UICollectionView()
}

@MainActor class UITableViewController: UIViewController {
  var tableView = UITableView()
}

@MainActor class UILabel: UIView {
  var text: String?
}

@MainActor class UIStackView: UIView {
  enum Axis {
    case horizontal, vertical
  }

  var axis = Axis.horizontal
  private(set) var arrangedSubviews: [UIView] = []

  func addArrangedSubview(_ view: UIView) { arrangedSubviews.append(view) }
}

@MainActor class UITableViewHeaderFooterView {
  var textLabel: UILabel? = UILabel()
}

@MainActor class UITableViewCell {
  var indentationLevel = 0
  var contentConfiguration: UIListContentConfiguration?

  func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}

@MainActor class UITableView {
  func register(_ cellClass: UITableViewCell.Type, forCellReuseIdentifier identifier: String) {}

  func dequeueReusableCell(
    withIdentifier identifier: String, for path: IndexPath
  ) -> UITableViewCell { UITableViewCell() }
}

@MainActor
final class TableViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  init(
    _ view: UITableView, _ dataSource: OutlineDataSource<Section, Item>,
    cell: @escaping (UITableView, IndexPath, SectionSnapshot<Item>.Row) -> UITableViewCell,
    header: @escaping (UITableView, Int, Section) -> UITableViewHeaderFooterView? = {
      _, _, _ in nil
    }
  ) {}

  func attach() {}
}
