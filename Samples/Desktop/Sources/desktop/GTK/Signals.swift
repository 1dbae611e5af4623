import CGTK
import CRowList

typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
  /// The widget as a pointer to one of its classes.
  func cast<Class>(to type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The widget as a pointer to a class whose structure GTK does not publish.
  var opaque: OpaquePointer { OpaquePointer(self) }
}

/// The arguments of a signal, the first of which is the object that emits it.
struct SignalArguments {
  fileprivate let values: UnsafePointer<GValue>

  func object(_ index: Int) -> OpaquePointer? { OpaquePointer(g_value_get_object(values + index)) }
  func number(_ index: Int) -> Int { Int(g_value_get_uint(values + index)) }
  func coordinate(_ index: Int) -> Double { g_value_get_double(values + index) }
}

private final class Handler {
  let body: (SignalArguments) -> Bool
  init(_ body: @escaping (SignalArguments) -> Bool) { self.body = body }
}

/// Calls a closure for each emission of a signal, as long as the object lives.
///
/// The closure returns the result of a signal that has one: whether an event is handled, or whether
/// items can be dropped.
func respond(
  to signal: String, of object: OpaquePointer?, _ body: @escaping (SignalArguments) -> Bool
) {
  signal_connect(
    gpointer(object), signal,
    { context, arguments in
      guard let context, let arguments else { return 0 }
      let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
      return handler.body(SignalArguments(values: arguments)) ? 1 : 0
    },
    Unmanaged.passRetained(Handler(body)).toOpaque(),
    { context in
      guard let context else { return }
      Unmanaged<Handler>.fromOpaque(context).release()
    })
}

/// Calls a closure for each emission of a signal without a result.
func connect(
  _ object: OpaquePointer?, _ signal: String, _ body: @escaping (SignalArguments) -> Void
) {
  respond(to: signal, of: object) { arguments in
    body(arguments)
    return false
  }
}

/// Calls a closure for each emission of a signal, without its arguments.
func connect(_ object: OpaquePointer?, _ signal: String, _ body: @escaping () -> Void) {
  connect(object, signal) { _ in body() }
}
