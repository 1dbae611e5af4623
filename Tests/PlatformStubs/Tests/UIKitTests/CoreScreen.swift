import Driving
@_spi(Simulation) import UIKit
import ViewSimulation

/// A view of UIKit on a simulated list.
@MainActor protocol CoreScreen: ScrollingScreen {
  associatedtype ListCell: AnyObject
  associatedtype ListHeader: AnyObject
  associatedtype ListDrag: SimulatedDrag

  var program: Program { get }
  var core: SimulatedList<ListCell, ListHeader, ListDrag> { get }
}

extension CoreScreen {
  func layOut() { core.layOut() }
  var rowCounts: [Int] { core.contents.rowCounts }
  var displayedRows: Range<Int> { core.viewport }
  var selectedPositions: [ListPosition] { core.selectedPositions }

  func select(_ position: ListPosition) { core.userSelects(position) }
  func drag(_ source: ListPosition, to target: ListPosition) {
    let height = [0.4, 0.1, 0.6, 0.5, 0.9][(source.row + target.row) % 5]
    program.checkDrag(from: source, to: target, countsDraggedRow: false) {
      core.userDrags(source, to: target, height: height, pause: program.pause)
    }
  }
  func scroll(to row: Int) { core.userScrolls(to: row) }

  func distance(of item: Int) -> Int? {
    core.contents.positions.firstIndex { row(at: $0)?.item == item }
      .map { $0 - core.viewport.lowerBound }
  }
}
