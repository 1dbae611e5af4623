import CGTK
import CRowList
import Outline

/// The list view of a data source, with its selection and its keys.
final class SidebarView {
  let source: FileSource
  let list = RowList()
  let widget: Widget
  private let selectionModel: OpaquePointer
  /// The views of the rows for which GTK has a widget.
  private var boundRows: [ObjectIdentifier: RowView] = [:]

  /// The selection, which follows the changes of the data source.
  var selection = OutlineSelection<Item>()
  /// The letters that the user types to find a row, and the time of the last one in microseconds.
  var typed = (text: "", time: gint64(0))
  private var isShowingUpdate = false

  /// Called when the selection or the rows have changed.
  var didChange: () -> Void = {}
  /// Called when the user activates an item, by a double click or the Return key.
  var activate: (Item) -> Void = { _ in }
  /// Called when the user gives an item a name.
  var rename: (_ item: Item, _ name: String) -> Void = { _, _ in }
  /// The item that the user drags.
  var draggedItem: Item?

  init(_ source: FileSource) {
    self.source = source
    let factory = gtk_signal_list_item_factory_new()
    selectionModel = gtk_single_selection_new(
      list.model.map { OpaquePointer(g_object_ref(gpointer($0))) })
    gtk_single_selection_set_autoselect(selectionModel, 0)
    gtk_single_selection_set_can_unselect(selectionModel, 1)
    widget = gtk_list_view_new(selectionModel, factory)
    gtk_widget_add_css_class(widget, "navigation-sidebar")
    accessible_set_role(widget, GTK_ACCESSIBLE_ROLE_TREE)
    accessible_set_text(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, "Sidebar")
    addRows(factory)
    observeSelection()
    observeKeys()
    observeUpdates()
    list.firstPositionWithWidget = { [unowned self] range in
      shownRows.lazy.map(\.position).filter(range.contains).min()
    }
    source.attach(list)
  }

  // MARK: - Rows

  private func addRows(_ factory: OpaquePointer?) {
    connect(factory, "setup") { [unowned self] arguments in
      let view = RowView(of: arguments.object(1))
      view.toggle = { [unowned self] item in source.toggle(item) }
      acceptDrops(on: view)
      gtk_list_item_set_child(view.listItem, view.box)
      // The list item releases its view when GTK releases the list item.
      g_object_set_data_full(
        view.listItem?.object, "view", Unmanaged.passRetained(view).toOpaque(),
        { view in
          guard let view else { return }
          Unmanaged<RowView>.fromOpaque(view).release()
        })
    }
    connect(factory, "bind") { [unowned self] arguments in
      guard let row = arguments.object(1), let object = gtk_list_item_get_item(row) else { return }
      let view = view(of: row)
      boundRows[ObjectIdentifier(view)] = view
      let entry = RowObjects.entry(of: object)
      gtk_list_item_set_selectable(row, entry.item == nil ? 0 : 1)
      gtk_list_item_set_activatable(row, entry.item == nil ? 0 : 1)
      view.show(entry, content(of: entry))
    }
    connect(factory, "unbind") { [unowned self] arguments in
      guard let row = arguments.object(1) else { return }
      let view = view(of: row)
      boundRows[ObjectIdentifier(view)] = nil
      view.clear()
    }
    // GTK releases some list items without `unbind`.
    connect(factory, "teardown") { [unowned self] arguments in
      guard let row = arguments.object(1) else { return }
      boundRows[ObjectIdentifier(view(of: row))] = nil
    }
  }

  private func view(of row: OpaquePointer) -> RowView {
    // Set for each row by the handler of `setup`.
    Unmanaged<RowView>.fromOpaque(g_object_get_data(row.object, "view")).takeUnretainedValue()
  }

  /// Updates the rows on screen.
  ///
  /// They are few, so each of them compares its content.
  func updateRows() {
    for view in boundRows.values {
      guard let entry = view.entry else { continue }
      view.show(entry, content(of: entry))
    }
  }

  func content(of entry: Entry) -> RowView.Content {
    switch entry {
    case .header(let section):
      let isLoading = source.loadingState(of: .section(section)) == .loading
      return RowView.Content(title: section.rawValue, detail: isLoading ? "…" : "")
    case .item(let item):
      let snapshot = list.rows.snapshot
      // The stored item has the newest name.
      let file = snapshot.item(equalTo: item)?.value ?? item.value
      var content = RowView.Content(title: file.name, icon: file.kind.rawValue + "-symbolic")
      content.level = 1 + (snapshot.level(of: item) ?? 0)
      let childCount = snapshot.children(of: item)?.count ?? 0
      content.detail = (childCount > 0 ? childCount : file.count).map(String.init) ?? ""
      if source.isLoadingSlowly(of: .item(item)) && childCount == 0 {
        content.disclosure = .loading
      } else if source.hasChildren(item) {
        content.disclosure = snapshot.isExpanded(item) ? .expanded : .collapsed
      }
      if case .failed = source.loadingState(of: .item(item)) {
        content.detail = "cannot be read"
      }
      return content
    }
  }

  /// The rows for which GTK has a widget, with the positions that GTK gives them.
  var shownRows: [(position: Int, view: RowView)] {
    boundRows.values.map { (Int(gtk_list_item_get_position($0.listItem)), $0) }
  }

  /// Returns the view of an entry's row, if the row is on screen.
  func rowView(of entry: Entry) -> RowView? {
    boundRows.values.first { $0.entry == entry }
  }

  // MARK: - Selection

  var selectedItem: Item? { selection.focusedItem }

  /// The position of the row that GTK shows as selected.
  var selectedPosition: Int? {
    let position = gtk_single_selection_get_selected(selectionModel)
    return position == .max ? nil : Int(position)
  }

  /// Selects an item, scrolls to it and gives it the focus.
  func select(_ item: Item) {
    guard let position = list.rows.position(of: .item(item)) else { return }
    gtk_single_selection_set_selected(selectionModel, guint(position))
    gtk_widget_activate_action_variant(
      widget, "list.scroll-to-item", g_variant_new_uint32(guint(position)))
    if let row = rowView(of: .item(item)).flatMap({ gtk_widget_get_parent($0.box) }) {
      gtk_widget_grab_focus(row)
    }
  }

  private func observeSelection() {
    connect(selectionModel, "notify::selected-item") { [unowned self] in
      guard !isShowingUpdate else { return }
      let object = gtk_single_selection_get_selected_item(selectionModel)
      let item = object.flatMap { RowObjects.entry(of: $0).item }
      selection = OutlineSelection(item)
      didChange()
    }
    connect(widget.opaque, "activate") { [unowned self] arguments in
      if let item = list.entry(at: arguments.number(1)).item {
        activate(item)
      }
    }
  }

  private func observeUpdates() {
    list.willShow = { [unowned self] in isShowingUpdate = true }
    list.didShow = { [unowned self] update in
      if let update {
        selection.follow(update)
      }
      // GTK keeps the selection of a row that stays, but not of a row that moves or is removed.
      let position = selectedItem.flatMap { list.rows.position(of: .item($0)) }
      gtk_single_selection_set_selected(selectionModel, position.map(guint.init) ?? .max)
      isShowingUpdate = false
      updateRows()
      didChange()
    }
  }
}

extension OpaquePointer {
  /// The pointer as one to the class of all objects.
  var object: UnsafeMutablePointer<GObject> { UnsafeMutablePointer(self) }
}
