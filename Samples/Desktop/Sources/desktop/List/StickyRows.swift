import CGTK
import CRowList
import Outline

/// The ancestors of the first visible row, which stay on top of the list while their descendants
/// scroll.
final class StickyRows {
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private unowned let sidebar: SidebarView
  private static let rowHeight = 26
  private var views: [RowView] = []
  private var titles = ""
  /// The height of the rows.
  private(set) var height = 0

  init(over sidebar: SidebarView) {
    self.sidebar = sidebar
    gtk_widget_set_valign(widget, GTK_ALIGN_START)
    gtk_widget_add_css_class(widget, "sticky")
    gtk_widget_set_visible(widget, 0)
    // GTK passes the wheel to the widget below the pointer and its parents only.
    let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
    respond(to: "scroll", of: wheel) { [unowned sidebar] arguments in
      let distance = arguments.coordinate(2) * 3 * Double(Self.rowHeight)
      let value = gtk_adjustment_get_value(sidebar.adjustment)
      gtk_adjustment_set_value(sidebar.adjustment, value + distance)
      return true
    }
    gtk_widget_add_controller(widget, wheel)
  }

  /// Shows the ancestors of the rows that they cover, after GTK has placed all rows.
  ///
  /// They cover a third of the list at most: the nearest ancestors of the first row.
  func update() {
    let rows = sidebar.visibleRows
    let limit = Int(gtk_adjustment_get_page_size(sidebar.adjustment)) / Self.rowHeight / 3
    var items: [Item] = []
    var firstLevel = 0
    height = 0
    while items.count < limit, let row = rows.last(where: { $0.top <= height }) {
      let ancestors = ancestors(of: row.item)
      if items.isEmpty {
        firstLevel = max(0, ancestors.count - limit)
      }
      guard firstLevel + items.count < ancestors.count else { break }
      items.append(ancestors[firstLevel + items.count])
      height += show(items[items.count - 1], at: items.count - 1)
    }
    for view in views.dropFirst(items.count) {
      gtk_widget_set_visible(view.box, 0)
    }
    gtk_widget_set_visible(widget, items.isEmpty ? 0 : 1)
    let newTitles = items.map(\.name).joined(separator: ", ")
    if newTitles != titles {
      titles = newTitles
      accessible_set_text(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, titles)
    }
  }

  /// The ancestors of an item, the root first.
  private func ancestors(of item: Item) -> [Item] {
    let outline = sidebar.list.snapshot.sectionSnapshot(containingItem: item)
    return outline?.ancestors(of: item)?.reversed() ?? []
  }

  /// Shows an item, and returns the height of its row.
  private func show(_ item: Item, at index: Int) -> Int {
    if index == views.count {
      let view = RowView(of: nil)
      view.toggle = { [unowned self] item in
        sidebar.toggle(item)
        sidebar.select(item)
      }
      let click = gtk_gesture_click_new()
      connect(click, "released") { [unowned self, unowned view] in
        if let item = view.item { sidebar.select(item) }
      }
      gtk_widget_add_controller(view.box, click)
      gtk_box_append(widget.cast(), view.box)
      views.append(view)
    }
    let view = views[index]
    gtk_widget_set_visible(view.box, 1)
    view.show(item, sidebar.content(of: item))
    var height: gint = 0
    gtk_widget_measure(view.box, GTK_ORIENTATION_VERTICAL, -1, &height, nil, nil, nil)
    return max(Int(height), Self.rowHeight)
  }
}
