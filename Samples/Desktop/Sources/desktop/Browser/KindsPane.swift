import CGTK
import Outline

/// A pane of settings: an outline of check boxes for the kinds of files that the sidebar shows.
final class KindsPane {
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
  private let outline: SectionSnapshot<String>
  private var checks = CheckedItems<String>()
  private var buttons: [String: Widget] = [:]
  private var isUpdating = false
  /// Called when the user checks or unchecks kinds, with the titles of the unchecked ones.
  var didChange: (_ hiddenKinds: Set<String>) -> Void = { _ in }

  init() {
    let kinds = [
      "All files": ["Documents", "Media", "Archive"], "Documents": ["Document", "Text"],
      "Media": ["Image", "Music", "Video"],
    ]
    // The titles are unique.
    outline = (try? SectionSnapshot(roots: ["All files"]) { kinds[$0] ?? [] }) ?? SectionSnapshot()
    checks.setChecked(true, for: "All files", in: outline)
    for item in outline.items {
      let button: Widget = gtk_check_button_new_with_label(item)
      gtk_widget_set_margin_start(button, gint((outline.level(of: item) ?? 0) * 20))
      connect(button.opaque, "toggled") { [unowned self] in toggle(item) }
      gtk_box_append(widget.cast(), button)
      buttons[item] = button
    }
    showStates()
  }

  private func toggle(_ item: String) {
    guard !isUpdating else { return }
    checks.toggle(item, in: outline)
    showStates()
    didChange(Set(outline.items.filter { checks.state(of: $0, in: outline) == .unchecked }))
  }

  private func showStates() {
    isUpdating = true  // GTK also reports these changes.
    for (item, button) in buttons {
      let state = checks.state(of: item, in: outline)
      gtk_check_button_set_active(button.cast(), state == .checked ? 1 : 0)
      gtk_check_button_set_inconsistent(button.cast(), state == .mixed ? 1 : 0)
    }
    isUpdating = false
  }
}
