import Foundation
import Outline

// Stand-ins for the views that examples drive: they compile everywhere, and do nothing.

@MainActor final class ListView: @MainActor OutlineAdapter {
  var selection = ["Apple"]
  var topRow = RowPath(section: 0, row: 0)
  var topOffset = 0.0

  func perform(_ batch: Snapshot<String, String>.Batch, animatingDifferences: Bool) {}
  func reload(_ snapshot: Snapshot<String, String>) {}
  func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<String, String>) {}

  func cell(at path: RowPath) -> Cell? { nil }
  func header(ofSection index: Int) -> Cell? { nil }
  func show(_ state: ViewState<String>) {}
}

@MainActor let listView = ListView()

@MainActor final class Cell {
  let label = Label()
}

@MainActor final class Label {
  var text = ""
}

func indexPath(_ path: RowPath) -> IndexPath { IndexPath(item: path.row, section: path.section) }

@MainActor class UIView {
  var frame = CGRect.zero
  var bounds: CGRect { frame }
  let layer = CALayer()
  var backgroundColor: UIColor?

  func addSubview(_ view: UIView) {}
  func removeFromSuperview() {}
}

final class CALayer {
  var zPosition: CGFloat = 0
}

struct UIColor {
  static var systemBackground: UIColor { UIColor() }
}

struct UIEdgeInsets {
  var top: CGFloat = 0
}

/// The part of UIKit's class that takes batches and scrolls; rows have a height of 44 points.
@MainActor class UICollectionView: UIView {
  var contentOffset = CGPoint(x: 0, y: 0)
  var adjustedContentInset: UIEdgeInsets { UIEdgeInsets() }

  func indexPathForItem(at point: CGPoint) -> IndexPath? {
    IndexPath(item: Int(point.y / 44), section: 0)
  }
  func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    updates?()
    completion?(true)
  }
  func deleteSections(_ sections: IndexSet) {}
  func insertSections(_ sections: IndexSet) {}
  func reloadSections(_ sections: IndexSet) {}
  func moveSection(_ section: Int, toSection destination: Int) {}
  func deleteItems(at paths: [IndexPath]) {}
  func insertItems(at paths: [IndexPath]) {}
  func reloadItems(at paths: [IndexPath]) {}
  func reconfigureItems(at paths: [IndexPath]) {}
  func moveItem(at path: IndexPath, to destination: IndexPath) {}
  func reloadData() {}
}

@MainActor final class ListModel {
  var rows: [String]

  init(_ rows: [String]) { self.rows = rows }

  func itemsChanged(position: Int, removed: Int, added: Int) {}
}

/// The part of AppKit's class that takes tree changes.
@MainActor class NSOutlineView: NSView {
  var outlineTableColumn: NSTableColumn?

  func addTableColumn(_ column: NSTableColumn) {}
  func beginUpdates() {}
  func endUpdates() {}
  func insertItems(at indices: IndexSet, inParent parent: Any?) {}
  func removeItems(at indices: IndexSet, inParent parent: Any?) {}
  func moveItem(at index: Int, inParent parent: Any?, to target: Int, inParent newParent: Any?) {}
  func expandItem(_ item: Any?) {}
  func collapseItem(_ item: Any?) {}
  func reloadItem(_ item: Any?) {}
  func reloadData() {}
}

@MainActor class NSView {}

@MainActor class NSScrollView: NSView {
  var documentView: NSView?
}

@MainActor class NSTableColumn {
  struct Identifier {
    init(_ name: String) {}
  }

  init(identifier: Identifier) {}
}

@MainActor class NSViewController {
  var title: String?
  var view = NSView()

  func loadView() {}
  func viewDidLoad() {}
}

@MainActor class NSTextField {
  init(labelWithString text: String) {}
}

@MainActor
final class OutlineViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  var selectionHandler: ([Item]) -> Void = { _ in }

  init(
    _ view: NSOutlineView, _ dataSource: OutlineDataSource<Section, Item>,
    row: @escaping (NSOutlineView, SectionSnapshot<Item>.Row) -> NSTextField?,
    header: @escaping (NSOutlineView, Section) -> NSTextField?
  ) {}

  func attach() {}
}

/// The part of Foundation's class for Apple platforms that registers undo operations.
@MainActor final class UndoManager {
  func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {}
}

extension IndexPath {
  init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  var section: Int { self[0] }
  var item: Int { self[1] }
}
