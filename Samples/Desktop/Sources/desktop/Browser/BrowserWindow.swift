import CGTK
import CRowList
import Outline

/// The window of the browser: the sidebar with its filter, and the selected file and the settings
/// beside it.
final class BrowserWindow {
  let browser: Browser
  private let window: Widget = gtk_window_new()
  private let icon: Widget = gtk_image_new()
  private let name: Widget = gtk_label_new(nil)
  private let detail: Widget = gtk_label_new(nil)
  private let kinds = KindsPane()
  private let undo = g_simple_action_new("undo", nil)
  private let redo = g_simple_action_new("redo", nil)
  private(set) var isClosed = false
  /// The file that receives the visible rows after each change, for tests.
  private let log: String?

  init(_ browser: Browser, log: String?) {
    self.browser = browser
    self.log = log
    let paned: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    gtk_paned_set_start_child(paned.opaque, makeSidebar())
    gtk_paned_set_resize_start_child(paned.opaque, 0)
    gtk_paned_set_end_child(paned.opaque, makeDetails())
    gtk_window_set_child(window.cast(), paned)
    gtk_window_set_default_size(window.cast(), 480, 680)
    let title = browser.disk.root.split(separator: "/").last.map(String.init) ?? "/"
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_titlebar(window.cast(), makeHeaderBar())
    respond(to: "close-request", of: window.opaque) { [unowned self] _ in
      isClosed = true
      return false
    }
    browser.view.didChange = { [unowned self] in show() }
    browser.didFail = { [unowned self] reason in gtk_label_set_text(detail.opaque, reason) }
    Style.add()
    gtk_window_present(window.cast())
  }

  private func makeHeaderBar() -> Widget {
    let menu = g_menu_new()
    let actions = OpaquePointer(g_simple_action_group_new())
    let shortcuts = gtk_shortcut_controller_new()
    gtk_shortcut_controller_set_scope(shortcuts, GTK_SHORTCUT_SCOPE_MANAGED)
    for (action, title, modifiers) in [
      (undo, "Undo", GDK_CONTROL_MASK.rawValue),
      (redo, "Redo", GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue),
    ] {
      let name = "edit." + title.lowercased()
      g_menu_append(menu, title, name)
      g_action_map_add_action(actions, action)
      let trigger = gtk_keyval_trigger_new(guint(GDK_KEY_z), GdkModifierType(modifiers))
      let shortcut = gtk_shortcut_new(trigger, gtk_named_action_new(name))
      gtk_shortcut_controller_add_shortcut(shortcuts, shortcut)
    }
    connect(undo, "activate") { [unowned self] in browser.undo() }
    connect(redo, "activate") { [unowned self] in browser.redo() }
    gtk_widget_insert_action_group(window, "edit", actions)
    gtk_widget_add_controller(window, shortcuts)
    let button: Widget = gtk_menu_button_new()
    accessible_set_text(button, GTK_ACCESSIBLE_PROPERTY_LABEL, "Edit")
    gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
    gtk_menu_button_set_menu_model(button.opaque, UnsafeMutablePointer(menu))
    let bar: Widget = gtk_header_bar_new()
    gtk_header_bar_pack_start(bar.opaque, button)
    return bar
  }

  /// The sidebar below a field that filters it.
  private func makeSidebar() -> Widget {
    let sidebar: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    let field: Widget = gtk_search_entry_new()
    gtk_widget_add_css_class(field, "filter")
    accessible_set_text(field, GTK_ACCESSIBLE_PROPERTY_LABEL, "Filter")
    connect(field.opaque, "search-changed") { [unowned self] in
      browser.filter(String(cString: gtk_editable_get_text(field.opaque)))
    }
    gtk_box_append(sidebar.cast(), field)
    gtk_box_append(sidebar.cast(), browser.view.widget)
    gtk_widget_set_vexpand(browser.view.widget, 1)
    gtk_widget_set_size_request(sidebar, 240, -1)
    return sidebar
  }

  private func makeDetails() -> Widget {
    let details: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    gtk_widget_add_css_class(details, "details")
    gtk_widget_set_valign(details, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(details, 1)
    gtk_image_set_pixel_size(icon.opaque, 96)
    gtk_widget_add_css_class(name, "title-2")
    gtk_widget_add_css_class(detail, "dim-label")
    for widget in [icon, name, detail] {
      gtk_box_append(details.cast(), widget)
    }
    for label in [name, detail] {
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    }
    kinds.didChange = { [unowned self] hiddenKinds in browser.hideKinds(hiddenKinds) }
    gtk_widget_add_css_class(kinds.widget, "settings")
    gtk_box_append(details.cast(), kinds.widget)
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, details)
    return scroller
  }

  /// Shows the selected file, and watches the folders that have expanded.
  private func show() {
    browser.watchExpandedFolders()
    g_simple_action_set_enabled(undo, browser.history.undoable.isEmpty ? 0 : 1)
    g_simple_action_set_enabled(redo, browser.history.redoable.isEmpty ? 0 : 1)
    let snapshot = browser.source.snapshot()
    let item = browser.view.selectedItem.flatMap { snapshot.item(equalTo: $0) }
    gtk_image_set_from_icon_name(icon.opaque, item?.kind.icon ?? Kind.folder.rawValue)
    gtk_label_set_text(name.opaque, item?.name ?? "")
    gtk_label_set_text(detail.opaque, item.map(describe) ?? "Nothing is selected")
    if let log {
      write(to: log)
    }
  }

  private func describe(_ item: Item) -> String {
    let count = item.count.map { $0 == 1 ? ", 1 file" : ", \($0) files" } ?? ""
    return item.kind.title + count
  }

  /// Writes a line for each row: level, disclosure, selection, name.
  private func write(to path: String) {
    let list = browser.view.list
    let lines = (0..<list.count).map { position in
      let item = list.item(at: position)
      let content = browser.view.content(of: item)
      let selection = item == browser.view.selectedItem ? "selected" : ""
      return "\(content.level)\t\(content.disclosure)\t\(selection)\t\(content.title)\n"
    }
    g_file_set_contents(path, lines.joined(), -1, nil)
  }

  /// Runs until the user closes the window.
  func run() {
    MainLoop.run { isClosed }
  }
}
