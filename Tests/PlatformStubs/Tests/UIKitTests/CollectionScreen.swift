import Adapters
import Driving
import Outline
@_spi(Simulation) import UIKit
import ViewSimulation

/// A collection view with its adapter and its cells.
@MainActor final class CollectionScreen: CoreScreen {
  final class Cell: UICollectionViewListCell {
    var content: ShownRow?
  }

  final class Header: UICollectionViewListCell {
    var text = ""
  }

  let program: Program
  private let view = UICollectionView(frame: .zero)
  lazy var outline: ListViewOutline<Int, Int> = makeOutline()
  var reportedSelection: Set<Int> = []

  init(_ program: Program) { self.program = program }

  private func makeOutline() -> CollectionViewOutline<Int, Int> {
    let cells = UICollectionView.CellRegistration<Cell, SectionSnapshot<Int>.Row> {
      [unowned self] cell, _, row in
      cell.content = program.content(of: row)
      cell.accessories = program.source.hasChildren(row.item) ? [disclosure(of: row.item)] : []
    }
    return CollectionViewOutline(
      view, program.source,
      cell: { view, path, row in
        view.dequeueConfiguredReusableCell(using: cells, for: path, item: row)
      },
      supplementary: { [unowned self] view, kind, path, section in
        let headers = UICollectionView.SupplementaryRegistration<Header>(
          elementKind: kind
        ) { [unowned self] header, _, _ in header.text = program.header(of: section) }
        return view.dequeueConfiguredReusableSupplementary(using: headers, for: path)
      })
  }

  private func disclosure(of item: Int) -> UICellAccessory {
    let action = UIAction { [unowned self] _ in program.source.toggle(item) }
    let button = UIButton(primaryAction: action)
    return .customView(configuration: .init(customView: button, placement: .leading()))
  }

  func setInWindow(_ isInWindow: Bool) { view.isInWindow = isInWindow }
  var isPrefetchingEnabled: Bool {
    get { view.isPrefetchingEnabled }
    set { view.isPrefetchingEnabled = newValue }
  }
  func allowMultipleSelection(_ isAllowed: Bool) { view.allowsMultipleSelection = isAllowed }

  var core: SimulatedList<UICollectionViewCell, UICollectionReusableView, DragSession> { view.core }
  var headers: [String?] { core.contents.sections.map { ($0.header as? Header)?.text } }

  func row(at position: ListPosition) -> ShownRow? {
    let content = cell(at: position)?.content
    check(position, shown: content)
    return content
  }

  private func cell(at position: ListPosition) -> Cell? {
    core.contents.row(at: position)?.cell as? Cell
  }

  func mark(at position: ListPosition) -> ShownMark? { ShownMark(markView(at: position)) }
  func tapRetry(at position: ListPosition) { (markView(at: position) as? UIButton)?.tap() }

  func mark(inHeader section: Int) -> ShownMark? { ShownMark(markView(inHeader: section)) }
  func tapRetry(inHeader section: Int) { (markView(inHeader: section) as? UIButton)?.tap() }

  private func markView(at position: ListPosition) -> UIView? { markView(in: cell(at: position)) }

  private func markView(inHeader section: Int) -> UIView? {
    markView(in: core.header(ofSection: section) as? Header)
  }

  private func markView(in cell: UICollectionViewListCell?) -> UIView? {
    // The disclosure has no other view in it.
    cell?.accessories.compactMap { $0.customView?.subviews.first }.first
  }

  func tapDisclosure(at position: ListPosition) {
    (cell(at: position)?.accessories.first?.customView as? UIButton)?.tap()
  }
}
