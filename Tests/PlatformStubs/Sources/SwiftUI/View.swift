@_exported import Foundation
@_exported import Observation

// Declarations of SwiftUI, written from its documentation: the part that the adapters use.

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("a primitive view has no body") }
}

/// A view that draws itself.
@MainActor protocol PrimitiveView {
  func draw(in drawing: Drawing)
}

extension View where Body == Never {
  public var body: Never { fatalError("a primitive view has no body") }
}

extension View {
  func draw(in drawing: Drawing) {
    if let view = self as? any PrimitiveView {
      view.draw(in: drawing)
    } else {
      drawing.drawBody(of: self)
    }
  }
}

@MainActor @resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView { drawing in repeat (each content).draw(in: drawing) }
  }
}

extension Optional: View, PrimitiveView where Wrapped: View {
  public typealias Body = Never

  func draw(in drawing: Drawing) { self?.draw(in: drawing) }
}

public struct TupleView<Content>: View, PrimitiveView {
  public typealias Body = Never
  let drawContents: @MainActor (Drawing) -> Void

  init(_ drawContents: @escaping @MainActor (Drawing) -> Void) {
    self.drawContents = drawContents
  }

  func draw(in drawing: Drawing) { drawContents(drawing) }
}

// MARK: - Properties

@propertyWrapper public struct Binding<Value> {
  let get: () -> Value
  let set: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    (self.get, self.set) = (get, set)
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

/// A value that remains while its view is drawn again.
@available(macOS 14, iOS 17, *)
@propertyWrapper public struct State<Value>: AnyState {
  @Observable final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private final class Location {
    var storage: Storage
    init(_ storage: Storage) { self.storage = storage }
  }

  private let location: Location

  public init(wrappedValue value: Value) { location = Location(Storage(value)) }
  public init(initialValue value: Value) { location = Location(Storage(value)) }

  public var wrappedValue: Value {
    get { location.storage.value }
    nonmutating set { location.storage.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    let location = location
    return Binding(
      get: { location.storage.value }, set: { location.storage.value = $0 })
  }

  func connect(to storage: inout AnyObject?) {
    if let storage = storage as? Storage {
      location.storage = storage
    } else {
      storage = location.storage
    }
  }
}

protocol AnyState {
  /// Uses the storage of the same property in the drawing before, if there is one.
  func connect(to storage: inout AnyObject?)
}

public enum LayoutDirection: Sendable { case leftToRight, rightToLeft }

public struct EnvironmentValues {
  public var layoutDirection: LayoutDirection { .leftToRight }
}

@propertyWrapper public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}
