import CGTK
import CRowList

/// The objects that stand for entries in GTK: one for each entry that GTK knows.
///
/// GTK keeps the selection, the focus and the widget of a row as long as its object is the same.
/// GTK owns the objects. An object that it releases is forgotten.
final class RowObjects {
  /// The entry of an object.
  private final class Value {
    let entry: Entry
    unowned let owner: RowObjects

    init(_ entry: Entry, _ owner: RowObjects) {
      self.entry = entry
      self.owner = owner
    }
  }

  private var objects: [Entry: UnsafeMutablePointer<GObject>] = [:]

  /// Returns the object of an entry, with a reference that the caller owns.
  func object(for entry: Entry) -> gpointer? {
    if let object = objects[entry] { return g_object_ref(object) }
    let value = Unmanaged.passRetained(Value(entry, self)).toOpaque()
    let object = row_object_new(value) { value in
      guard let value else { return }
      let released = Unmanaged<Value>.fromOpaque(value).takeRetainedValue()
      released.owner.objects[released.entry] = nil
    }
    objects[entry] = object
    return gpointer(object)
  }

  /// Returns the entry of an object.
  static func entry(of object: gpointer) -> Entry {
    Unmanaged<Value>.fromOpaque(row_object_value(object)).takeUnretainedValue().entry
  }
}
