#if canImport(SwiftUI) && !os(watchOS) && !os(tvOS)

  public import Observation
  public import Outline
  public import SwiftUI

  /// Shows a data source in a SwiftUI list, with sections, disclosure and indentation.
  ///
  /// Keep the model in a `@State` property, and show an `OutlineList`.
  /// A label shows a `ProgressView` if `dataSource.isLoadingSlowly(of:)` is true for its item. To
  /// react to the selection, use `.onChange(of: model.selection)`.
  @available(macOS 14, iOS 17, *)
  @MainActor @Observable
  public final class OutlineModel<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    @MainActor OutlineAdapter
  {
    private(set) var shown = Snapshot<Section, Item>()
    /// The number of changes; equal snapshots can have rows with different content.
    private(set) var changeCount = 0
    public var selection: Set<Item> = []
    @ObservationIgnored public let dataSource: OutlineDataSource<Section, Item>
    /// The number of displayed rows by item: an item in another section has two rows for a time.
    @ObservationIgnored private var displayedItems: [Item: Int] = [:]

    public init(_ dataSource: OutlineDataSource<Section, Item>) {
      self.dataSource = dataSource
    }

    public func attach() {
      dataSource.attach(self)
    }

    public func detach() {
      dataSource.detach(self)
    }

    public func show(
      _ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void
    ) {
      var state = ViewState(selectedItems: Array(selection))
      state.follow(update)
      guard update.presentation == .animated else {
        change(to: update.finalSnapshot, selecting: state.selectedItems)
        return completion()
      }
      withAnimation(.default, completionCriteria: .logicallyComplete) {
        change(to: update.finalSnapshot, selecting: state.selectedItems)
      } completion: {
        completion()
      }
    }

    public func reload(_ snapshot: Snapshot<Section, Item>) {
      change(to: snapshot, selecting: Array(selection))
    }

    private func change(to snapshot: Snapshot<Section, Item>, selecting items: [Item]) {
      shown = snapshot
      changeCount += 1
      selection = Set(items.filter(snapshot.contains))
    }

    public var displayedRows: [RowPath] { displayedItems.keys.compactMap(shown.rowPath).sorted() }

    /// Adds a change to the number of displayed rows of an item.
    func display(_ item: Item, _ change: Int) {
      displayedItems[item, default: 0] += change
      if displayedItems[item] == 0 {
        displayedItems[item] = nil
      }
    }

    /// Moves rows that the user has dragged; the offset also counts the dragged rows.
    ///
    /// The rows are those of the snapshot that the list has drawn last. The newest snapshot can have
    /// other rows.
    public func move(
      _ rows: IndexSet, to offset: Int, in section: Section, of drawn: Snapshot<Section, Item>
    ) {
      guard let index = drawn.indexOfSection(section) else { return }
      let items = rows.compactMap { drawn.itemIdentifier(for: RowPath(section: index, row: $0)) }
      let target = drawn.dropDestination(
        at: RowPath(section: index, row: offset), counting: .beforeRemoval, moving: items)
      guard let target else { return }
      // A refused move leaves the rows where they are.
      _ = try? dataSource.drop(items, to: target)
    }
  }

  @available(macOS 14, iOS 17, *)
  public struct OutlineList<
    Section: Hashable & Sendable, Item: Hashable & Sendable, Label: View, Header: View
  >: View {
    @Bindable var model: OutlineModel<Section, Item>
    @ViewBuilder let label: (SectionSnapshot<Item>.Row) -> Label
    @ViewBuilder let header: (Section) -> Header

    public init(
      model: OutlineModel<Section, Item>,
      @ViewBuilder label: @escaping (SectionSnapshot<Item>.Row) -> Label,
      @ViewBuilder header: @escaping (Section) -> Header
    ) {
      self.model = model
      self.label = label
      self.header = header
    }

    public var body: some View {
      // Reading the count draws the rows again if only their content has changed.
      let _ = model.changeCount
      let shown = model.shown
      List(selection: $model.selection) {
        ForEach(Array(shown.sectionIdentifiers), id: \.self) { section in
          SwiftUI.Section {
            ForEach(shown[section].rows) { row in
              // SwiftUI draws a row again only if a property has changed.
              OutlineRow(
                model: model, row: row, hasChildren: model.dataSource.hasChildren(row.item),
                label: label(row)
              )
              .moveDisabled(!model.dataSource.canReorder(row.item))
            }
            .onMove { model.move($0, to: $1, in: section, of: shown) }
          } header: {
            header(section)
          }
        }
      }
    }
  }

  @available(macOS 14, iOS 17, *)
  struct OutlineRow<Section: Hashable & Sendable, Item: Hashable & Sendable, Label: View>: View {
    public let model: OutlineModel<Section, Item>
    public let row: SectionSnapshot<Item>.Row
    public let hasChildren: Bool
    public let label: Label

    var body: some View {
      HStack {
        Button(action: toggle) {
          Image(systemName: row.isExpanded ? "chevron.down" : "chevron.right")
        }
        .accessibilityLabel(row.isExpanded ? "Collapse" : "Expand")
        .buttonStyle(.borderless)
        .opacity(hasChildren ? 1 : 0)
        label
      }
      .padding(.leading, CGFloat(row.level) * 16)
      .swipeActions(edge: .leading) {
        if hasChildren {
          Button(row.isExpanded ? "Collapse" : "Expand", action: toggle)
        }
      }
      .onAppear { model.display(row.item, 1) }
      .onDisappear { model.display(row.item, -1) }
    }

    private func toggle() {
      model.dataSource.toggle(row.item)
    }
  }

#endif
