import CGTK
import CRowList
import Outline

/// A tree with three levels and about as many rows as requested, for measurements.
///
/// Both models store the items that they need, so this type stores none.
struct GeneratedTree {
  /// The number of folders in the root, and the number of rows of each.
  let width: Int

  init(rows: Int) {
    width = max(1, Int(Double(rows).squareRoot()))
  }

  var rowCount: Int { 1 + width * width }
  var root: Item { makeItem("Root", 0, .folder) }
  var folders: [Item] { (0..<width).map { makeItem("Folder", 1 + $0 * width, .folder) } }

  /// The files of the folder at an index.
  func files(ofFolder index: Int) -> [Item] {
    (1..<width).map { makeItem("File", 1 + index * width + $0, .text) }
  }

  private func makeItem(_ name: String, _ number: Int, _ kind: Kind) -> Item {
    let id = File.ID(section: .folders, device: 0, number: UInt64(number))
    return Item(File(id: id, name: "\(name) \(number)", kind: kind))
  }

  /// Returns a data source with the tree, in which all folders but the root are expanded.
  func makeSource() throws -> FileSource {
    var outline = SectionSnapshot<Item>()
    try outline.append([root])
    try outline.append(folders, to: root)
    for (index, folder) in folders.enumerated() {
      try outline.append(files(ofFolder: index), to: folder)
    }
    outline.expand(folders)
    var snapshot = FileSnapshot()
    try snapshot.appendSection(.folders, outline)
    return FileSource(snapshot)
  }
}

/// The same tree in `GtkTreeListModel`, which asks for the children of each row.
final class GTKTree {
  /// A `GListModel` over an array.
  private final class Children {
    let items: [Item]
    unowned let owner: GTKTree

    init(_ items: [Item], of owner: GTKTree) {
      self.items = items
      self.owner = owner
    }
  }

  private let root: Item
  private let childrenByFolder: [Item: [Item]]
  private let objects = RowObjects()
  /// The tree model, which this object owns.
  private(set) lazy var model: OpaquePointer? = makeModel()

  init(_ tree: GeneratedTree) {
    root = tree.root
    var children = [root: tree.folders]
    for (index, folder) in tree.folders.enumerated() {
      children[folder] = tree.files(ofFolder: index)
    }
    childrenByFolder = children
  }

  isolated deinit {
    g_object_unref(gpointer(model))
  }

  private func makeModel() -> OpaquePointer? {
    let model = gtk_tree_list_model_new(
      makeList([root]), 0, 0,
      { object, context in
        guard let object, let context else { return nil }
        let tree = Unmanaged<GTKTree>.fromOpaque(context).takeUnretainedValue()
        let item = RowObjects.item(of: object)
        guard let children = tree.childrenByFolder[item]
        else { return nil }
        return tree.makeList(children)
      },
      Unmanaged.passUnretained(self).toOpaque(), nil)
    // Only from now on, so that the root is collapsed. The folders expand with it, as in the
    // snapshot.
    gtk_tree_list_model_set_autoexpand(model, 1)
    return model
  }

  /// Returns a list model that its user owns.
  private func makeList(_ items: [Item]) -> OpaquePointer {
    let source = RowListSource(
      context: Unmanaged.passRetained(Children(items, of: self)).toOpaque(),
      count: { context in context.map { guint(GTKTree.children($0).items.count) } ?? 0 },
      row: { context, position in
        guard let children = context.map(GTKTree.children) else { return nil }
        return children.owner.objects.object(for: children.items[Int(position)])
      })
    return row_list_new(source) { context in
      if let context { Unmanaged<Children>.fromOpaque(context).release() }
    }
  }

  private static func children(_ context: gpointer) -> Children {
    Unmanaged<Children>.fromOpaque(context).takeUnretainedValue()
  }

  /// Expands or collapses the root.
  func setExpanded(_ isExpanded: Bool) {
    guard let row = gtk_tree_list_model_get_row(model, 0) else { return }
    gtk_tree_list_row_set_expanded(row, isExpanded ? 1 : 0)
    g_object_unref(gpointer(row))
  }

  /// Returns a list view with the expanders of GTK.
  func makeView() -> Widget {
    let factory = gtk_signal_list_item_factory_new()
    connect(factory, "setup") { arguments in
      let expander: Widget = gtk_tree_expander_new()
      gtk_tree_expander_set_child(expander.opaque, gtk_label_new(nil))
      gtk_list_item_set_child(arguments.object(1), expander)
    }
    connect(factory, "bind") { arguments in
      guard let item = arguments.object(1), let expander = gtk_list_item_get_child(item),
        let row = gtk_list_item_get_item(item),
        let label = gtk_tree_expander_get_child(expander.opaque),
        let object = gtk_tree_list_row_get_item(OpaquePointer(row))
      else { return }
      gtk_tree_expander_set_list_row(expander.opaque, OpaquePointer(row))
      gtk_label_set_text(label.opaque, RowObjects.item(of: object).name)
      g_object_unref(object)
    }
    let selection = gtk_single_selection_new(
      model.map { OpaquePointer(g_object_ref(gpointer($0))) })
    let view: Widget = gtk_list_view_new(selection, factory)
    gtk_widget_add_css_class(view, "navigation-sidebar")
    return view
  }
}
