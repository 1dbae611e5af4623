import CGTK
import Outline

/// A window with a generated tree, in one of the two models.
final class TreeWindow {
  private enum Content {
    case outline(SidebarView, root: Item)
    case gtk(GTKTree)
  }

  private let window: Widget = gtk_window_new()
  private let content: Content
  private var isClosed = false
  private var frameCount = 0

  init(_ tree: GeneratedTree, _ model: Options.Model) {
    switch model {
    case .outline:
      // The items of the tree are unique.
      let sidebar = SidebarView((try? tree.makeSource()) ?? FileSource())
      content = .outline(sidebar, root: tree.root)
      gtk_window_set_child(window.cast(), sidebar.widget)
    case .gtk:
      let tree = GTKTree(tree)
      content = .gtk(tree)
      let scroller: Widget = gtk_scrolled_window_new()
      gtk_scrolled_window_set_child(scroller.opaque, tree.makeView())
      gtk_window_set_child(window.cast(), scroller)
    }
    gtk_window_set_default_size(window.cast(), 320, 560)
    connect(window.opaque, "close-request") { [unowned self] in isClosed = true }
    Style.add()
    gtk_window_present(window.cast())
    connect(gtk_widget_get_frame_clock(window), "after-paint") { [unowned self] in
      frameCount += 1
    }
  }

  /// Expands or collapses the root.
  func setExpanded(_ isExpanded: Bool) {
    switch content {
    case .outline(let sidebar, let root):
      if isExpanded {
        sidebar.source.expand(root)
      } else {
        sidebar.source.collapse(root)
      }
    case .gtk(let tree):
      tree.setExpanded(isExpanded)
    }
  }

  /// Handles events until the next frame is drawn.
  func drawFrame() {
    let count = frameCount
    gtk_widget_queue_draw(window)
    MainLoop.run { frameCount > count }
  }

  /// Runs until the user closes the window.
  func run() {
    MainLoop.run { isClosed }
  }
}
