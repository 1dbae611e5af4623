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

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

@available(macOS 14, iOS 17, *)
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }

  public init(wrappedValue: Value) where Value: AnyObject & Observable {
    self.wrappedValue = wrappedValue
  }

  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> where Value: AnyObject {
    Binding(
      get: { wrappedValue[keyPath: keyPath] }, set: { wrappedValue[keyPath: keyPath] = $0 })
  }
}
