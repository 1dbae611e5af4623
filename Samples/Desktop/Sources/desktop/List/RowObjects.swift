import CGTK
import CRowList

/// The objects that stand for items in GTK: one for each item that GTK knows.
///
/// GTK keeps the selection, the focus and the widget of a row as long as its object is the same.
/// GTK owns the objects. An object that it releases is forgotten.
final class RowObjects {
  /// The item of an object.
  private final class Value {
    let item: Item
    unowned let owner: RowObjects

    init(_ item: Item, _ owner: RowObjects) {
      self.item = item
      self.owner = owner
    }
  }

  private var objects: [Item: UnsafeMutablePointer<GObject>] = [:]

  /// Returns the object of an item, with a reference that the caller owns.
  func object(for item: Item) -> gpointer? {
    if let object = objects[item] { return g_object_ref(object) }
    let value = Unmanaged.passRetained(Value(item, self)).toOpaque()
    let object = row_object_new(value) { value in
      guard let value else { return }
      let released = Unmanaged<Value>.fromOpaque(value).takeRetainedValue()
      released.owner.objects[released.item] = nil
    }
    objects[item] = object
    return gpointer(object)
  }

  /// Returns the item of an object.
  static func item(of object: gpointer) -> Item {
    Unmanaged<Value>.fromOpaque(row_object_value(object)).takeUnretainedValue().item
  }
}
