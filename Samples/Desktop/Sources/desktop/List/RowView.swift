import CGTK
import CRowList
import Outline

/// The widgets of one row, which GTK uses for one item after another.
final class RowView {
  /// The content of a row.
  struct Content: Equatable {
    enum Disclosure {
      case none, collapsed, expanded, loading
      /// The children could not be loaded; the button tries again.
      case failed
      /// The button loads more rows.
      case more
    }

    var title: String
    var icon: String?
    /// 0 for a header.
    var level = 0
    var disclosure = Disclosure.none
    /// Text at the end of the row.
    var detail = ""
  }

  let listItem: OpaquePointer?
  let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  private let button: Widget = gtk_button_new()
  private let spinner: Widget = gtk_spinner_new()
  private let icon: Widget = gtk_image_new()
  private let label: Widget = gtk_label_new(nil)
  private let detail: Widget = gtk_label_new(nil)
  /// The text field that replaces the name while the user renames the file.
  private(set) var field: Widget?

  private(set) var item: Item?
  private(set) var content: Content?
  /// Called when the user clicks the disclosure button.
  var toggle: (Item) -> Void = { _ in }

  /// Creates the widgets of a list item, which owns the view, or of a row outside the list.
  init(of listItem: OpaquePointer?) {
    self.listItem = listItem
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_add_css_class(button, "disclosure")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    // The list view has the focus. Its keys expand and collapse rows.
    gtk_widget_set_focusable(button, 0)
    gtk_widget_set_size_request(spinner, 20, 16)  // as wide as the button, which it replaces
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_add_css_class(icon, "kind")
    gtk_widget_add_css_class(detail, "detail")
    for widget in [button, spinner, icon, label, detail] {
      gtk_box_append(box.cast(), widget)
    }
    connect(button.opaque, "clicked") { [unowned self] in
      if let item {
        toggle(item)
      }
    }
  }

  /// Shows an item, or updates what the row shows of it.
  func show(_ item: Item, _ content: Content) {
    let isOther = item != self.item
    self.item = item
    if isOther {
      endRenaming()
    }
    guard isOther || content != self.content else { return }
    self.content = content
    gtk_label_set_text(label.opaque, content.title)
    gtk_label_set_text(detail.opaque, content.detail)
    gtk_widget_set_visible(icon, content.icon == nil ? 0 : 1)
    gtk_image_set_from_icon_name(icon.opaque, content.icon)
    gtk_widget_set_visible(spinner, content.disclosure == .loading ? 1 : 0)
    gtk_spinner_set_spinning(spinner.opaque, content.disclosure == .loading ? 1 : 0)
    gtk_widget_set_visible(button, content.disclosure == .loading ? 0 : 1)
    let canToggle = content.disclosure != .none && content.disclosure != .loading
    gtk_widget_set_opacity(button, canToggle ? 1 : 0)
    gtk_widget_set_sensitive(button, canToggle ? 1 : 0)
    accessible_set_state(button, GTK_ACCESSIBLE_STATE_HIDDEN, canToggle ? 0 : 1)
    gtk_button_set_icon_name(button.cast(), content.disclosure.icon)
    let action = content.disclosure == .more ? "" : content.disclosure.action + " "
    accessible_set_text(button, GTK_ACCESSIBLE_PROPERTY_LABEL, action + content.title)
    gtk_widget_set_margin_start(box, gint(max(content.level - 1, 0) * 16))
    if item.kind == .header {
      gtk_widget_add_css_class(box, "header")
    } else {
      gtk_widget_remove_css_class(box, "header")
    }
    describeRow(content)
  }

  /// Forgets the item, which GTK no longer shows.
  func clear() {
    endRenaming()
    item = nil
    content = nil
  }

  /// Tells screen readers what sighted users see in a row of the list.
  private func describeRow(_ content: Content) {
    // The list item has no other public access to its widget.
    guard listItem != nil, let row = gtk_widget_get_parent(box) else { return }
    if gtk_accessible_get_accessible_role(row.opaque) != GTK_ACCESSIBLE_ROLE_TREE_ITEM {
      accessible_set_role(row, GTK_ACCESSIBLE_ROLE_TREE_ITEM)
    }
    accessible_set_text(row, GTK_ACCESSIBLE_PROPERTY_LABEL, content.title)
    let level = content.level + 1
    accessible_set_level(row, gint(level))
    // GTK 4.8 does not pass the level on.
    let note = content.disclosure == .failed ? ", " + content.detail : ""
    accessible_set_text(row, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Level \(level)\(note)")
    accessible_set_state(row, GTK_ACCESSIBLE_STATE_BUSY, content.disclosure == .loading ? 1 : 0)
    if content.disclosure == .none || content.disclosure == .more {
      gtk_accessible_reset_state(row.opaque, GTK_ACCESSIBLE_STATE_EXPANDED)
    } else {
      let isExpanded: gboolean = content.disclosure == .expanded ? 1 : 0
      accessible_set_state(row, GTK_ACCESSIBLE_STATE_EXPANDED, isExpanded)
    }
  }
}

extension RowView.Content.Disclosure {
  fileprivate var icon: String {
    switch self {
    case .expanded: "pan-down-symbolic"
    case .failed: "view-refresh-symbolic"
    case .more: "view-more-symbolic"
    case .none, .collapsed, .loading: "pan-end-symbolic"
    }
  }

  /// The verb of the button, for screen readers.
  fileprivate var action: String {
    switch self {
    case .expanded: "Collapse"
    case .failed: "Try again to expand"
    case .none, .collapsed, .loading, .more: "Expand"
    }
  }
}

// MARK: - Renaming

extension RowView {
  /// Replaces the name by a text field, until the user confirms a name or leaves the field.
  func beginRenaming(_ rename: @escaping (_ name: String) -> Void) {
    guard field == nil, let content else { return }
    let field: Widget = gtk_entry_new()
    self.field = field
    gtk_editable_set_text(field.opaque, content.title)
    gtk_widget_set_hexpand(field, 1)
    gtk_widget_set_visible(label, 0)
    gtk_box_insert_child_after(box.cast(), field, label)
    accessible_set_text(field, GTK_ACCESSIBLE_PROPERTY_LABEL, "Name")
    connect(field.opaque, "activate") { [unowned self] in
      let name = String(cString: gtk_editable_get_text(field.opaque))
      endRenaming()
      rename(name)
    }
    let keys = gtk_event_controller_key_new()
    respond(to: "key-pressed", of: keys) { [unowned self] arguments in
      guard arguments.number(1) == Int(GDK_KEY_Escape) else { return false }
      endRenaming()
      return true
    }
    gtk_widget_add_controller(field, keys)
    gtk_widget_grab_focus(field)
    // The extension of the name stays.
    let stem = content.title.lastIndex(of: ".").map { content.title[..<$0] } ?? content.title[...]
    gtk_editable_select_region(field.opaque, 0, gint(stem.count))
  }

  private func endRenaming() {
    guard let field else { return }
    self.field = nil
    gtk_box_remove(box.cast(), field)
    gtk_widget_set_visible(label, 1)
  }
}
