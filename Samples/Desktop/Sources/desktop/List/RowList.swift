import CGTK
import CRowList
import Outline

/// A `GListModel` with the rows of a data source.
///
/// The model stores no rows: it answers from snapshots. GTK asks for rows while it handles a
/// splice, and by its rules the later splices have not happened yet. So between two splices the
/// model shows the new rows up to the end of the last splice, and the old rows from there on:
///
///     new rows     0 ..< newEnd     the rows that the splices so far have made or passed
///     old rows     oldStart ...     the rows that later splices can change
final class RowList: OutlineAdapter {
  /// The snapshot after the change in progress.
  private(set) var snapshot = FileSnapshot()
  private var oldSnapshot = FileSnapshot()
  private var newEnd = 0
  private var oldStart = 0

  private let objects = RowObjects()
  /// The model, which the list owns.
  private(set) lazy var model: OpaquePointer? = makeModel()
  /// Returns the first of the positions in a range for which GTK has a widget.
  var firstPositionWithWidget: (Range<Int>) -> Int? = { _ in nil }
  /// Called before and after GTK receives an update.
  var willShow: () -> Void = {}
  var didShow: (_ update: FileSource.Update?) -> Void = { _ in }

  private func makeModel() -> OpaquePointer? {
    let source = RowListSource(
      context: Unmanaged.passUnretained(self).toOpaque(),
      count: { context in context.map { guint(RowList.list($0).count) } ?? 0 },
      row: { context, position in
        guard let context else { return nil }
        let list = RowList.list(context)
        return list.objects.object(for: list.item(at: Int(position)))
      })
    return row_list_new(source, nil)
  }

  isolated deinit {
    g_object_unref(gpointer(model))
  }

  private static func list(_ context: gpointer) -> RowList {
    Unmanaged<RowList>.fromOpaque(context).takeUnretainedValue()
  }

  var count: Int { newEnd + oldSnapshot.numberOfRows - oldStart }

  func item(at position: Int) -> Item {
    position < newEnd
      ? snapshot.visibleItems[position] : oldSnapshot.visibleItems[position - newEnd + oldStart]
  }

  // MARK: - Updates

  func show(_ update: FileSource.Update) {
    guard update.presentation != .reload else { return reload(update.finalSnapshot, update) }
    willShow()
    begin(update.finalSnapshot)
    let difference = update.difference
    var changes: [Int: SectionDifference] = [:]
    for change in difference.changes {
      if let section = change.newSection { changes[section] = change.difference }
    }
    // The first row of the section.
    var start = 0
    var (oldSection, section) = (0, 0)
    func passSections(before end: Int) {
      while section < end {
        for splice in changes[section]?.splices ?? [] {
          replaceRows(at: start + splice.position, splice.removed, splice.added)
        }
        start += snapshot.numberOfRows(inSection: section)
        oldSection += 1
        section += 1
      }
    }
    for splice in difference.sections.splices {
      passSections(before: splice.position)
      let removed = oldSnapshot.rowCount(ofSections: oldSection..<oldSection + splice.removed)
      let added = snapshot.rowCount(ofSections: section..<section + splice.added)
      replaceRows(at: start, removed, added)
      start += added
      oldSection += splice.removed
      section += splice.added
    }
    passSections(before: snapshot.numberOfSections)
    finish()
    didShow(update)
  }

  /// Replaces the rows of a splice.
  ///
  /// GTK 4.8 miscounts a removal that starts between rows without widgets and ends at a row with
  /// one: it removes as many rows, but starts with the first row without a widget. So the rows
  /// before the first widget are a splice of their own.
  private func replaceRows(at position: Int, _ removed: Int, _ added: Int) {
    let firstWidget = firstPositionWithWidget(position..<position + removed) ?? position
    let removedFirst = firstWidget - position
    if removedFirst > 0 {
      itemsChanged(position, removedFirst, 0)
    }
    itemsChanged(position, removed - removedFirst, added)
  }

  func reload(_ snapshot: FileSnapshot) {
    reload(snapshot, nil)
  }

  private func reload(_ snapshot: FileSnapshot, _ update: FileSource.Update?) {
    willShow()
    begin(snapshot)
    itemsChanged(0, oldSnapshot.numberOfRows, snapshot.numberOfRows)
    finish()
    didShow(update)
  }

  private func begin(_ newSnapshot: FileSnapshot) {
    oldSnapshot = snapshot
    snapshot = newSnapshot
    newEnd = 0
    oldStart = 0
  }

  private func finish() {
    oldSnapshot = FileSnapshot()
    newEnd = snapshot.numberOfRows
    oldStart = 0
  }

  private func itemsChanged(_ position: Int, _ removed: Int, _ added: Int) {
    if removed == 0 && added == 0 { return }
    oldStart += position - newEnd + removed
    newEnd = position + added
    g_list_model_items_changed(model, guint(position), guint(removed), guint(added))
  }
}

extension FileSnapshot {
  fileprivate func rowCount(ofSections sections: Range<Int>) -> Int {
    sections.reduce(0) { $0 + numberOfRows(inSection: $1) }
  }
}
