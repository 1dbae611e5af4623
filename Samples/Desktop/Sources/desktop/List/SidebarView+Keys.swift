import CGTK
import Outline

//  The keys of a tree: Right expands or goes to the first child, Left collapses or goes to the
//  parent, Up and Down skip headers, F2 renames.

extension SidebarView {
  func observeKeys() {
    let keys = gtk_event_controller_key_new()
    // Before the list view, which would move the focus to headers.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    respond(to: "key-pressed", of: keys) { [unowned self] arguments in
      press(key: arguments.number(1))
    }
    gtk_widget_add_controller(widget, keys)
  }

  private func press(key: Int) -> Bool {
    guard let item = selectedItem, rowView(of: .item(item))?.field == nil else { return false }
    let snapshot = list.rows.snapshot
    switch Int32(key) {
    case GDK_KEY_Right:
      guard snapshot.isExpanded(item), let child = snapshot.children(of: item)?.first else {
        source.expand(item)
        return true
      }
      select(child)
    case GDK_KEY_Left:
      if source.collapse(item) == .nothingToDo, let parent = snapshot.parent(of: item) {
        select(parent)
      }
    case GDK_KEY_Up: selectRow(from: item, by: -1)
    case GDK_KEY_Down: selectRow(from: item, by: 1)
    case GDK_KEY_F2: beginRenaming(item)
    default: return false
    }
    return true
  }

  private func selectRow(from item: Item, by step: Int) {
    guard var position = list.rows.position(of: .item(item)) else { return }
    repeat {
      position += step
      guard (0..<list.count).contains(position) else { return }
    } while list.entry(at: position).item == nil
    if let next = list.entry(at: position).item {
      select(next)
    }
  }

  /// Lets the user edit the name of an item in its row.
  func beginRenaming(_ item: Item) {
    guard item.id.section == .folders else { return }
    rowView(of: .item(item))?.beginRenaming { [unowned self] name in
      select(item)  // returns the focus to the row
      rename(item, name)
    }
  }
}
