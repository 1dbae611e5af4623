import Driving
@_spi(Simulation) import UIKit
import ViewSimulation

/// A view of UIKit on a simulated list.
@MainActor protocol CoreScreen: Screen {
  associatedtype ListCell: AnyObject
  associatedtype ListHeader: AnyObject

  var program: Program { get }
  var core: SimulatedList<ListCell, ListHeader> { get }
}

extension CoreScreen {
  func layOut() { core.layOut() }
  var rowCounts: [Int] { core.contents.rowCounts }
  var displayedRows: Range<Int> { core.viewport }
  var selectedPositions: [ListPosition] { core.selectedPositions }

  func select(_ position: ListPosition) { core.userSelects(position) }
  func drag(_ source: ListPosition, to target: ListPosition) {
    program.checkDrag(from: source, to: target, countsDraggedRow: false) {
      core.userMoves(source, to: target)
    }
  }
  func scroll(to row: Int) { core.userScrolls(to: row) }
}
