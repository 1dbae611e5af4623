#if canImport(SwiftUI) && !os(watchOS) && !os(tvOS)

  import Observation
  import Outline
  import SwiftUI

  /// The adapter of a SwiftUI list, which draws its rows again when the model changes.
  @available(macOS 14, iOS 17, *)
  @MainActor @Observable
  final class OutlineModel<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    ViewOutline<Section, Item>
  {
    /// The number of changes; equal snapshots can have rows with different content.
    private var changeCount = 0
    @ObservationIgnored private var binding: Binding<Set<Item>>?
    /// The number of displayed rows by item: an item in another section has two rows for a time.
    @ObservationIgnored private var displayedItems: [Item: Int] = [:]

    /// Returns the rows for a list that has this selection and these rules, and that is drawn again
    /// after each change.
    func beginDrawing(
      _ selection: Binding<Set<Item>>, _ rules: SelectionRules
    ) -> Snapshot<Section, Item> {
      binding = selection
      selectionRules = rules
      _ = changeCount
      return shown
    }

    override func perform(_ update: Update, completion: @escaping () -> Void) {
      guard update.presentation == .animated else {
        return super.perform(update, completion: completion)
      }
      withAnimation(.default, completionCriteria: .logicallyComplete) {
        reload(update.finalSnapshot)
      } completion: {
        completion()
      }
    }

    public override func reload(_ snapshot: Snapshot<Section, Item>) {
      let items = binding?.wrappedValue ?? []
      takeOver(items)
      super.reload(snapshot)
      // The list is drawn again, so it shows all marks.
      _ = marks.update(displayedItems.keys.map { .item($0) })
      showState()
      if selectedItems != items {
        binding?.wrappedValue = selectedItems
      }
    }

    override func showState() { changeCount += 1 }

    override var rowsOfView: [RowPath] { displayedItems.keys.compactMap(shown.rowPath).sorted() }

    /// Adds a change to the number of displayed rows of an item.
    func display(_ item: Item, _ change: Int) {
      displayedItems[item, default: 0] += change
      if displayedItems[item] == 0 {
        displayedItems[item] = nil
      } else if change > 0 {
        _ = marks.display(.item(item))
      }
    }

    /// Moves rows that the user has dragged; the offset also counts the dragged rows.
    ///
    /// The rows are those of the snapshot that the list has drawn last. The newest snapshot can
    /// have other rows.
    func move(
      _ rows: IndexSet, to offset: Int, in section: Section, of drawn: Snapshot<Section, Item>
    ) {
      guard let index = drawn.indexOfSection(section) else { return }
      let items = rows.compactMap { drawn.itemIdentifier(for: RowPath(section: index, row: $0)) }
      let target = destination(at: offset, in: section, of: drawn, moving: items)
      guard let target else { return }
      // A refused move leaves the rows where they are.
      _ = try? dataSource.drop(items, to: target)
    }

    override func changeSelection(_ change: (inout OutlineSelection<Item>) -> Void) -> Bool {
      guard let binding else { return false }
      takeOver(binding.wrappedValue)
      let selectsOthers = super.changeSelection(change)
      if selectsOthers { binding.wrappedValue = selectedItems }
      return selectsOthers
    }

    func destination(
      at offset: Int, in section: Section, of drawn: Snapshot<Section, Item>, moving items: [Item]
    ) -> Snapshot<Section, Item>.Destination? {
      drawn.indexOfSection(section).flatMap {
        drawn.dropDestination(
          at: RowPath(section: $0, row: offset), counting: .beforeRemoval, moving: items)
      }
    }
  }

#endif
