import CGTK
import Outline

//  The keys of a tree, of which `OutlineSelection` knows the meaning; F2 renames, and letters find a
//  row by its name.

extension SidebarView {
  func observeKeys() {
    let keys = gtk_event_controller_key_new()
    // Before the list view, which would move the focus to headers.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    respond(to: "key-pressed", of: keys) { [unowned self] arguments in
      let modifiers = gtk_event_controller_get_current_event_state(keys).rawValue
      let commands = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue
      let time = gtk_event_controller_get_current_event_time(keys)
      return modifiers & commands == 0 && press(key: arguments.number(1), at: time)
    }
    gtk_widget_add_controller(listView, keys)
  }

  /// Performs the action of a key of GTK, and returns whether there is one.
  ///
  /// - Parameter time: The time of the key press in milliseconds.
  func press(key: Int, at time: guint32 = 0) -> Bool {
    let item = selectedItem
    if let item, rowView(of: item)?.field != nil { return false }
    switch Int32(key) {
    case GDK_KEY_Up: press(.up)
    case GDK_KEY_Down: press(.down)
    case GDK_KEY_Left: press(.left)
    case GDK_KEY_Right: press(.right)
    case GDK_KEY_Home: press(.home)
    case GDK_KEY_End: press(.end)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: press(.pageUp(rows: pageLength))
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: press(.pageDown(rows: pageLength))
    case GDK_KEY_asterisk, GDK_KEY_KP_Multiply: press(.asterisk)
    case GDK_KEY_F2:
      if let item { beginRenaming(item) }
    case GDK_KEY_space where typed.text.isEmpty || time &- typed.time >= 1000: press(.space)
    default: return type(gdk_keyval_to_unicode(guint(key)), at: time)
    }
    return true
  }

  private func press(_ key: OutlineSelection<Item>.Key) {
    typed.text = ""
    switch selection.press(key, in: list.snapshot, of: source) {
    case .expand(let items):
      for item in items { source.expand(item) }
    case .collapse(let item): source.collapse(item)
    case nil: showSelection()
    }
  }

  private func type(_ letter: UInt32, at time: guint32) -> Bool {
    // 0 for keys without a character, such as Shift.
    guard let scalar = Unicode.Scalar(letter), letter != 0 else { return false }
    let isControl = scalar.properties.generalCategory == .control
    if isControl || time &- typed.time >= 1000 {
      typed.text = ""
    }
    if isControl { return false }
    typed.text.unicodeScalars.append(scalar)
    typed.time = time
    if selection.typeAhead(typed.text, in: list.snapshot, title: \.value.name) {
      showSelection()
    }
    return true
  }

  private func showSelection() {
    if let item = selectedItem { select(item) }
  }

  /// Lets the user edit the name of an item in its row.
  func beginRenaming(_ item: Item) {
    guard item.id.section == .folders, item.kind != .header, item.kind != .more else { return }
    rowView(of: item)?.beginRenaming { [unowned self] name in
      select(item)  // returns the focus to the row
      rename(item, name)
    }
  }
}
