import Adapters
import Driving
import Outline
@_spi(Simulation) import UIKit
import ViewSimulation

/// A table view with its adapter and its cells.
@MainActor final class TableScreen: CoreScreen {
  final class Cell: UITableViewCell {
    var content: ShownRow?
  }

  final class Header: UITableViewHeaderFooterView {
    var text = ""
  }

  let program: Program
  private let view = UITableView(frame: .zero)
  lazy var outline: ListViewOutline<Int, Int> = makeOutline()
  var reportedSelection: Set<Int> = []

  init(_ program: Program) { self.program = program }

  private func makeOutline() -> TableViewOutline<Int, Int> {
    view.register(Cell.self, forCellReuseIdentifier: "cell")
    return TableViewOutline(
      view, program.source,
      cell: { [unowned self] view, path, row in
        let cell = view.dequeueReusableCell(withIdentifier: "cell", for: path)
        (cell as? Cell)?.content = program.content(of: row)
        return cell
      },
      header: { [unowned self] _, _, section in
        let header = Header(frame: .zero)
        header.text = program.header(of: section)
        return header
      })
  }

  func setInWindow(_ isInWindow: Bool) { view.isInWindow = isInWindow }
  var isPrefetchingEnabled: Bool {
    get { view.isPrefetchingEnabled }
    set { view.isPrefetchingEnabled = newValue }
  }
  func allowMultipleSelection(_ isAllowed: Bool) { view.allowsMultipleSelection = isAllowed }

  var core: SimulatedList<UITableViewCell, UIView, DragSession> { view.core }
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

  private func markView(at position: ListPosition) -> UIView? {
    cell(at: position)?.accessoryView?.subviews.first
  }

  private func markView(inHeader section: Int) -> UIView? {
    (core.header(ofSection: section) as? Header)?.contentView.subviews.first?.subviews.first
  }

  func tapDisclosure(at position: ListPosition) {
    guard let row = row(at: position), row.hasChildren else { return }
    program.source.toggle(row.item)
  }
}
