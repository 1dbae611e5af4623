import CGTK
import Outline

//  Drag and drop. Folders and their files are sorted, so files are dropped into folders. Places
//  keep the order that the user gives them, so they are dropped between rows.

extension SidebarView {
  /// The marks of a row under the pointer.
  private static let marks = ["drop-into", "drop-above", "drop-below"]

  /// Makes a row a source and a target of drags.
  func acceptDrops(on view: RowView) {
    let drag = gtk_drag_source_new()
    gtk_drag_source_set_actions(drag, GDK_ACTION_MOVE)
    var value = GValue()
    let text = g_type_from_name("gchararray")
    g_value_init(&value, text)
    g_value_set_string(&value, "Outline")
    // The program keeps the dragged item itself. The value only marks drags of this program.
    let content = gdk_content_provider_new_for_value(&value)
    gtk_drag_source_set_content(drag, content)
    g_object_unref(gpointer(content))
    g_value_unset(&value)
    connect(drag, "drag-begin") { [unowned self, unowned view] in
      draggedItem = view.item
      let picture = gtk_widget_paintable_new(view.box)
      gtk_drag_source_set_icon(drag, picture, 16, 12)
      g_object_unref(gpointer(picture))
    }
    connect(drag, "drag-end") { [unowned self] in draggedItem = nil }
    gtk_widget_add_controller(view.box, drag)

    let target = gtk_drop_target_new(text, GDK_ACTION_MOVE)
    let motion = { [unowned self, unowned view] (arguments: SignalArguments) -> Bool in
      mark(view, at: arguments.coordinate(2))
    }
    respond(to: "enter", of: target, motion)
    respond(to: "motion", of: target, motion)
    connect(target, "leave") { [unowned view] in Self.unmark(view) }
    respond(to: "drop", of: target) { [unowned self, unowned view] arguments in
      Self.unmark(view)
      return drop(on: view, at: arguments.coordinate(3))
    }
    gtk_widget_add_controller(view.box, target)
  }

  private func mark(_ view: RowView, at y: Double) -> Bool {
    Self.unmark(view)
    guard let target = view.item, let item = draggedItem,
      let destination = destination(of: item, over: target, isLowerHalf: isLowerHalf(y, view)),
      source.canDrop([item], to: destination)
    else { return false }
    let mark =
      target.id.section == .folders
      ? "drop-into" : isLowerHalf(y, view) ? "drop-below" : "drop-above"
    gtk_widget_add_css_class(view.box, mark)
    return true
  }

  private static func unmark(_ view: RowView) {
    for mark in marks {
      gtk_widget_remove_css_class(view.box, mark)
    }
  }

  private func drop(on view: RowView, at y: Double) -> Bool {
    guard let target = view.item, let item = draggedItem,
      let destination = destination(of: item, over: target, isLowerHalf: isLowerHalf(y, view))
    else { return false }
    return (try? source.drop([item], to: destination)) ?? nil != nil
  }

  private func isLowerHalf(_ y: Double, _ view: RowView) -> Bool {
    y > Double(gtk_widget_get_height(view.box)) / 2
  }

  /// Returns the destination of a drop over a row.
  private func destination(
    of item: Item, over target: Item, isLowerHalf: Bool
  ) -> FileSnapshot.Destination? {
    let snapshot = list.snapshot
    if target.isFolder { return .into(target) }
    if target.id.section == .folders { return snapshot.parent(of: target).map { .into($0) } }
    guard target.kind != .header, var gap = snapshot.rowPath(of: target) else { return nil }
    gap.row += isLowerHalf ? 1 : 0
    return snapshot.dropDestination(at: gap, level: 1, moving: [item])
  }
}
