import CGTK
import CRowList
import Outline

/// The list view of a data source, with its selection and its keys.
final class SidebarView {
  private(set) var source: FileSource
  let list = RowList()
  /// The scrolled list view, and the rows over it.
  let widget: Widget = gtk_overlay_new()
  private let scroller: Widget = gtk_scrolled_window_new()
  let listView: Widget
  private let selectionModel: OpaquePointer
  /// The views of the rows for which GTK has a widget.
  private var boundRows: [ObjectIdentifier: RowView] = [:]

  /// The selection, which follows the changes of the data source.
  var selection = OutlineSelection<Item>()
  /// The letters that the user types to find a row, and the time of the last one in milliseconds.
  var typed = (text: "", time: guint32(0))
  private var isShowingUpdate = false
  private lazy var stickyRows = StickyRows(over: self)
  /// A Boolean value that indicates whether sticky rows can cover the selected row.
  private var revealsSelection = false
  /// A Boolean value that indicates whether GTK keeps the first row at its place in the next frame.
  private var holdsFirstRow = false

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
    listView = gtk_list_view_new(selectionModel, factory)
    gtk_widget_add_css_class(listView, "navigation-sidebar")
    accessible_set_role(listView, GTK_ACCESSIBLE_ROLE_TREE)
    accessible_set_text(listView, GTK_ACCESSIBLE_PROPERTY_LABEL, "Sidebar")
    gtk_scrolled_window_set_child(scroller.opaque, listView)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_overlay_set_child(widget.opaque, scroller)
    gtk_overlay_add_overlay(widget.opaque, stickyRows.widget)
    addRows(factory)
    observeSelection()
    observeKeys()
    observeUpdates()
    connect(widget.opaque, "realize") { [unowned self] in
      connect(gtk_widget_get_frame_clock(widget), "after-paint") { [unowned self] in didPaint() }
    }
    list.firstPositionWithWidget = { [unowned self] range in
      shownRows.lazy.map(\.position).filter(range.contains).min()
    }
    source.attach(list)
  }

  /// Shows the rows of another data source.
  func show(_ source: FileSource) {
    self.source.detach(list)
    self.source = source
    source.attach(list)
  }

  // MARK: - Rows

  private func addRows(_ factory: OpaquePointer?) {
    connect(factory, "setup") { [unowned self] arguments in
      let view = RowView(of: arguments.object(1))
      view.toggle = { [unowned self] item in toggle(item) }
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
      let item = RowObjects.item(of: object)
      view.show(item, content(of: item))
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
      guard let item = view.item else { continue }
      view.show(item, content(of: item))
    }
  }

  func content(of item: Item) -> RowView.Content {
    let snapshot = list.snapshot
    // The stored item has the newest name.
    let file = snapshot.item(equalTo: item)?.value ?? item.value
    var content = RowView.Content(title: file.name, icon: file.kind.icon.map { $0 + "-symbolic" })
    content.level = snapshot.level(of: item) ?? 0
    let childCount = snapshot.children(of: item)?.count ?? 0
    content.detail = (childCount > 0 ? childCount : file.count).map(String.init) ?? ""
    // A row that loads more shows the load of its parent.
    let loadsMore = file.kind == .more
    let parent = FileSource.Parent.item(loadsMore ? snapshot.parent(of: item) ?? item : item)
    if childCount == 0, source.isLoadingSlowly(of: parent) {
      content.disclosure = .loading
    } else if childCount == 0, case .failed = source.loadingState(of: parent) {
      content.disclosure = .failed
      content.detail = "cannot be read"
    } else if loadsMore {
      content.disclosure = .more
    } else if source.hasChildren(item) {
      content.disclosure = snapshot.isExpanded(item) ? .expanded : .collapsed
    }
    return content
  }

  /// The rows for which GTK has a widget, with the positions that GTK gives them.
  var shownRows: [(position: Int, view: RowView)] {
    boundRows.values.map { (Int(gtk_list_item_get_position($0.listItem)), $0) }
  }

  /// Returns the view of an item's row, if the row is on screen.
  func rowView(of item: Item) -> RowView? {
    boundRows.values.first { $0.item == item }
  }

  /// Expands or collapses an item, or loads the files that its row stands for.
  func toggle(_ item: Item) {
    if item.kind == .more, let folder = source.snapshot().parent(of: item) {
      Task { try? await source.loadMoreChildren(of: .item(folder)) }
    } else if content(of: item).disclosure == .failed,
      source.snapshot().isExpanded(item) || !source.hasChildren(item)
    {
      // A reload has failed.
      source.beginReloadingChildren(of: .item(item))
    } else {
      source.toggle(item)
    }
  }

  // MARK: - Scrolling

  /// The distance of the visible part of the list from its start.
  var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    gtk_scrolled_window_get_vadjustment(scroller.opaque)
  }

  /// The rows on screen from top to bottom, with their distances from the top.
  var visibleRows: [(item: Item, top: Int)] {
    boundRows.values.compactMap { view -> (item: Item, top: Int)? in
      var bounds = graphene_rect_t()
      guard let item = view.item, let row = gtk_widget_get_parent(view.box),
        gtk_widget_get_child_visible(row) != 0,
        gtk_widget_compute_bounds(row, listView, &bounds) != 0
      else { return nil }
      return (item, Int(bounds.origin.y))
    }.sorted { $0.top < $1.top }
  }

  /// The number of rows below the sticky rows, without the last one, which can be cut off.
  var pageLength: Int { visibleRows.count { $0.top >= stickyRows.height } - 1 }

  /// Lets GTK keep the first row on screen at its place while rows change.
  ///
  /// Otherwise it keeps another one, such as the row that was selected last. Scrolling to a row
  /// that is completely visible chooses this row, and does not scroll.
  private func holdFirstRow() {
    guard !holdsFirstRow, let row = visibleRows.first(where: { $0.top >= 0 }),
      let position = list.snapshot.row(of: row.item)
    else { return }
    holdsFirstRow = true
    scroll(to: position)
  }

  private func scroll(to position: Int) {
    gtk_widget_activate_action_variant(
      listView, "list.scroll-to-item", g_variant_new_uint32(guint(position)))
  }

  /// Updates the sticky rows, and scrolls if they cover the row that a key has selected.
  private func didPaint() {
    holdsFirstRow = false
    stickyRows.update()
    defer { revealsSelection = false }
    guard revealsSelection, let row = visibleRows.first(where: { $0.item == selectedItem }) else {
      return
    }
    let covered = stickyRows.height - row.top
    if covered > 0 {
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) - Double(covered))
    }
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
    guard let position = list.snapshot.row(of: item) else { return }
    revealsSelection = true
    gtk_single_selection_set_selected(selectionModel, guint(position))
    scroll(to: position)
    if let row = rowView(of: item).flatMap({ gtk_widget_get_parent($0.box) }) {
      gtk_widget_grab_focus(row)
    }
  }

  private func observeSelection() {
    connect(selectionModel, "notify::selected-item") { [unowned self] in
      guard !isShowingUpdate else { return }
      let object = gtk_single_selection_get_selected_item(selectionModel)
      let item = object.map(RowObjects.item)
      selection = OutlineSelection(item)
      didChange()
    }
    connect(listView.opaque, "activate") { [unowned self] arguments in
      activate(list.item(at: arguments.number(1)))
    }
  }

  private func observeUpdates() {
    list.willShow = { [unowned self] in
      isShowingUpdate = true
      holdFirstRow()
    }
    list.didShow = { [unowned self] update in
      if let update {
        selection.follow(from: update.initialSnapshot, to: update.finalSnapshot)
      }
      // GTK keeps the selection of a row that stays, but not of a row that moves or is removed.
      let position = selectedItem.flatMap(list.snapshot.row)
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
