import Driving
import Outline
@_spi(Simulation) import SwiftUI
import ViewSimulation

/// A SwiftUI list with its model.
@MainActor final class ListScreen: Screen {
  private let program: Program
  private let model: OutlineModel<Int, Int>
  private let host: SimulatedHost<OutlineList<Int, Int, Text, Text>>

  init(_ program: Program) {
    self.program = program
    let model = OutlineModel(program.source)
    self.model = model
    host = SimulatedHost(
      OutlineList(
        model: model,
        label: { row in Text(verbatim: "\(row.item) \(program.content(of: row).title)") },
        header: { section in Text(verbatim: program.header(of: section)) }))
  }

  func attach() { model.attach() }
  func detach() { model.detach() }
  func setInWindow(_ isInWindow: Bool) {}
  func layOut() { host.layOut() }

  var rowCounts: [Int] { host.drawing.sections.map(\.rows.count) }
  var headers: [String?] { host.drawing.sections.map(\.header.texts.first) }
  var displayedRows: Range<Int> { host.viewport }
  var selection: [Int] { Array(model.selection) }
  var selectedPlaces: [ListPlace] {
    let selected = host.drawing.selection()
    return host.drawing.sections.enumerated().flatMap { number, section in
      section.rows.indices.filter { section.rows[$0].id.map(selected.contains) ?? false }
        .map { ListPlace(number, $0) }
    }
  }

  private func drawnRow(at place: ListPlace) -> Drawing.Row? {
    let sections = host.drawing.sections
    guard sections.indices.contains(place.section),
      sections[place.section].rows.indices.contains(place.row)
    else { return nil }
    return sections[place.section].rows[place.row]
  }

  func row(at place: ListPlace) -> ShownRow? {
    guard let row = drawnRow(at: place), let text = row.texts.first else { return nil }
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    return ShownRow(
      item: numbers[0], title: numbers[1], level: Int(row.indentation / 16),
      isExpanded: row.images == ["chevron.down"], hasChildren: row.opacity == 1)
  }

  func tapDisclosure(at place: ListPlace) {
    guard let row = drawnRow(at: place) else { return }
    (place.row.isMultiple(of: 2) ? row.actions : row.swipeActions).first?()
  }

  func select(_ place: ListPlace) {
    if let id = drawnRow(at: place)?.id { host.userSelects(id) }
  }

  func drag(_ source: ListPlace, to target: ListPlace) {
    let count = rowCounts[source.section]
    host.drawing.sections[source.section].move?([source.row], min(target.row, count))
  }

  func scroll(to row: Int) { host.userScrolls(to: row) }
}
