import CGTK
import CRowList
import Outline

/// The window of the browser: the sidebar, and the selected file beside it.
final class BrowserWindow {
  let browser: Browser
  private let window: Widget = gtk_window_new()
  private let icon: Widget = gtk_image_new()
  private let name: Widget = gtk_label_new(nil)
  private let detail: Widget = gtk_label_new(nil)
  private(set) var isClosed = false
  /// The file that receives the visible rows after each change, for tests.
  private let log: String?

  init(_ browser: Browser, log: String?) {
    self.browser = browser
    self.log = log
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, browser.view.widget)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_size_request(scroller, 240, -1)
    let paned: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    gtk_paned_set_start_child(paned.opaque, scroller)
    gtk_paned_set_resize_start_child(paned.opaque, 0)
    gtk_paned_set_end_child(paned.opaque, makeDetails())
    gtk_window_set_child(window.cast(), paned)
    gtk_window_set_default_size(window.cast(), 480, 680)
    let title = browser.disk.root.split(separator: "/").last.map(String.init) ?? "/"
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_titlebar(window.cast(), gtk_header_bar_new())
    respond(to: "close-request", of: window.opaque) { [unowned self] _ in
      isClosed = true
      return false
    }
    browser.view.didChange = { [unowned self] in show() }
    Style.add()
    gtk_window_present(window.cast())
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
    return details
  }

  /// Shows the selected file, and watches the folders that have expanded.
  private func show() {
    browser.watchExpandedFolders()
    let snapshot = browser.source.snapshot()
    let item = browser.view.selectedItem.flatMap { snapshot.item(equalTo: $0) }
    gtk_image_set_from_icon_name(icon.opaque, item?.kind.rawValue ?? Kind.folder.rawValue)
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
      let entry = list.entry(at: position)
      let content = browser.view.content(of: entry)
      let isSelected = entry.item != nil && entry.item == browser.view.selectedItem
      let selection = isSelected ? "selected" : ""
      return "\(content.level)\t\(content.disclosure)\t\(selection)\t\(content.title)\n"
    }
    g_file_set_contents(path, lines.joined(), -1, nil)
  }

  /// Runs until the user closes the window.
  func run() {
    MainLoop.run { isClosed }
  }
}
