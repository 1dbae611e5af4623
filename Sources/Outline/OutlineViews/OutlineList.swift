#if canImport(SwiftUI) && !os(watchOS) && !os(tvOS)

  import Observation
  public import Outline
  public import SwiftUI
  public import UniformTypeIdentifiers

  /// A SwiftUI list that shows a data source, with sections, disclosure and indentation.
  ///
  ///     struct Sidebar: View {
  ///       let source: OutlineDataSource<String, String>
  ///       @State private var selection: Set<String> = []
  ///
  ///       var body: some View {
  ///         OutlineList(source, selection: $selection) { row in
  ///           Text(row.item)
  ///         } header: { section in
  ///           Text(section)
  ///         }
  ///       }
  ///     }
  ///
  /// A row shows a `ProgressView` while the children of its item load slowly, and a button that
  /// tries again if they failed to load. The header of a section shows them for its roots. The last
  /// child shows them for the next page of its parent, which loads when this row is displayed.
  ///
  /// A view in a label must store the values that it shows: SwiftUI does not draw a view again if
  /// its properties are equal, and items are equal if they have the same identity.
  ///
  /// The user expands a row by its chevron, by a swipe or by the right arrow key, and a row with
  /// its siblings by `*`. The left arrow key collapses the row, ends the waiting for its children,
  /// or selects its parent. With ``typeAhead(title:)``, letters select the next row whose title
  /// begins with them. The user drags rows that ``OutlineDataSource/canReorder(_:)`` allows within
  /// their section. The selection follows updates by ``selectionRules(_:)``.
  @available(macOS 14, iOS 17, *)
  public struct OutlineList<
    Section: Hashable & Sendable, Item: Hashable & Sendable, Label: View, Header: View
  >: View {
    private let dataSource: OutlineDataSource<Section, Item>
    private let selection: Binding<Set<Item>>?
    private let label: (SectionSnapshot<Item>.Row) -> Label
    private let header: (Section) -> Header
    private var insertion = Insertion()
    private var title: ((_ item: Item) -> String)?
    private var rules = SelectionRules()
    @State private var ownSelection: Set<Item> = []

    /// The action for drops from other views and apps.
    fileprivate struct Insertion {
      var types: [UTType] = []
      var perform: (Snapshot<Section, Item>.Destination, [NSItemProvider]) -> Void = { _, _ in }
    }

    /// Creates a list with headers.
    ///
    /// - Parameters:
    ///   - dataSource: The data source, which the list attaches to while it is on screen.
    ///   - selection: The selected items; with `nil`, the list keeps them itself.
    ///   - label: The label of a row, next to its chevron.
    ///   - header: The header of a section.
    public init(
      _ dataSource: OutlineDataSource<Section, Item>, selection: Binding<Set<Item>>? = nil,
      @ViewBuilder label: @escaping (_ row: SectionSnapshot<Item>.Row) -> Label,
      @ViewBuilder header: @escaping (_ section: Section) -> Header
    ) {
      self.dataSource = dataSource
      self.selection = selection
      self.label = label
      self.header = header
    }

    /// The list.
    public var body: some View {
      OutlineRows(
        model: OutlineModel(dataSource), selection: selection ?? $ownSelection, label: label,
        header: header, insertion: insertion, title: title, rules: rules
      )
      // Another data source is another list.
      .id(ObjectIdentifier(dataSource))
    }

    /// Lets the user drop content of other views and apps between rows.
    ///
    /// ``OutlineDataSource/ReorderingHandlers/canDropItems`` can refuse a drop. It receives no
    /// items.
    ///
    /// - Parameters:
    ///   - types: The types of content that the list accepts.
    ///   - action: Called for a drop, to insert items at its destination.
    public func onInsert(
      of types: [UTType],
      perform action:
        @escaping (
          _ destination: Snapshot<Section, Item>.Destination, _ providers: [NSItemProvider]
        ) -> Void
    ) -> OutlineList {
      var list = self
      list.insertion = Insertion(types: types, perform: action)
      return list
    }

    /// Lets the user find a row by typing the first letters of its title.
    ///
    /// - Parameter title: Returns the title of an item.
    public func typeAhead(title: @escaping (_ item: Item) -> String) -> OutlineList {
      var list = self
      list.title = title
      return list
    }

    /// Sets the rules for selected items that an update hides or deletes.
    public func selectionRules(_ rules: SelectionRules) -> OutlineList {
      var list = self
      list.rules = rules
      return list
    }
  }

  @available(macOS 14, iOS 17, *)
  extension OutlineList where Header == EmptyView {
    /// Creates a list without headers.
    public init(
      _ dataSource: OutlineDataSource<Section, Item>, selection: Binding<Set<Item>>? = nil,
      @ViewBuilder label: @escaping (_ row: SectionSnapshot<Item>.Row) -> Label
    ) {
      self.init(dataSource, selection: selection, label: label) { _ in EmptyView() }
    }
  }

  /// The rows of a list, with the object that remains while they are drawn again.
  @available(macOS 14, iOS 17, *)
  private struct OutlineRows<
    Section: Hashable & Sendable, Item: Hashable & Sendable, Label: View, Header: View
  >: View {
    @State var model: OutlineModel<Section, Item>
    let selection: Binding<Set<Item>>
    let label: (SectionSnapshot<Item>.Row) -> Label
    let header: (Section) -> Header
    let insertion: OutlineList<Section, Item, Label, Header>.Insertion
    let title: ((_ item: Item) -> String)?
    let rules: SelectionRules
    @Environment(\.layoutDirection) private var layoutDirection

    private var isRightToLeft: Bool { layoutDirection == .rightToLeft }

    /// Performs the action of a key if exactly one item is selected.
    private func press(_ key: OutlineSelection<Item>.Key) -> KeyPress.Result {
      selection.wrappedValue.count == 1 && model.press(key) ? .handled : .ignored
    }

    private func type(_ press: KeyPress) -> KeyPress.Result {
      guard press.modifiers.isDisjoint(with: [.command, .control, .option]) else { return .ignored }
      if press.characters == "*" { return self.press(.asterisk) }
      model.typeAheadTitle = title
      return model.type(press.characters, at: ProcessInfo.processInfo.systemUptime)
        ? .handled : .ignored
    }

    var body: some View {
      let shown = model.beginDrawing(selection, rules)
      List(selection: selection) {
        ForEach(Array(shown.sectionIdentifiers), id: \.self) { section in
          SwiftUI.Section {
            ForEach(shown[section].rows) { row in
              // SwiftUI draws a row again only if a property has changed.
              OutlineRow(
                model: model, row: row, hasChildren: model.dataSource.hasChildren(row.item),
                mark: model.marks.mark(of: .item(row.item)), label: label(row)
              )
              .moveDisabled(!model.dataSource.canReorder(row.item))
            }
            .onMove { model.move($0, to: $1, in: section, of: shown) }
            .onInsert(of: insertion.types) { offset, providers in
              let target = model.destination(at: offset, in: section, of: shown, moving: [])
              if let target, model.dataSource.canDrop([], to: target) {
                insertion.perform(target, providers)
              }
            }
          } header: {
            let mark = model.marks.mark(of: .section(section))
            if Header.self != EmptyView.self || mark != nil {
              HStack {
                header(section)
                MarkLabel(model: model, parent: .section(section), mark: mark)
              }
            }
          }
        }
      }
      .onKeyPress(.leftArrow) { press(isRightToLeft ? .right : .left) }
      .onKeyPress(.rightArrow) { press(isRightToLeft ? .left : .right) }
      .onKeyPress(phases: [.down, .repeat]) { type($0) }
      .onAppear { model.attach() }
      .onDisappear { model.detach() }
    }
  }

  @available(macOS 14, iOS 17, *)
  private struct OutlineRow<Section: Hashable & Sendable, Item: Hashable & Sendable, Label: View>:
    View
  {
    let model: OutlineModel<Section, Item>
    let row: SectionSnapshot<Item>.Row
    let hasChildren: Bool
    let mark: LoadingMark?
    let label: Label

    var body: some View {
      HStack {
        Button(action: toggle) {
          Image(systemName: row.isExpanded ? "chevron.down" : "chevron.forward")
        }
        .accessibilityLabel(row.isExpanded ? "Collapse" : "Expand")
        .buttonStyle(.borderless)
        .opacity(hasChildren ? 1 : 0)
        label
        MarkLabel(model: model, parent: .item(row.item), mark: mark)
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

  /// The mark of a load at the end of a row or a header.
  @available(macOS 14, iOS 17, *)
  private struct MarkLabel<Section: Hashable & Sendable, Item: Hashable & Sendable>: View {
    let model: OutlineModel<Section, Item>
    let parent: OutlineDataSource<Section, Item>.Parent
    let mark: LoadingMark?

    var body: some View {
      if mark == .loading {
        ProgressView()
      }
      if mark == .failed {
        Button {
          model.marks.retry(parent)
        } label: {
          Image(systemName: "arrow.clockwise")
        }
        .accessibilityLabel("Retry")
        .buttonStyle(.borderless)
      }
    }
  }

#endif
