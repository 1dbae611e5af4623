import Outline

// Stand-ins for the part of SwiftUI that the examples use, and for the adapter in OutlineViews.

@MainActor protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

@resultBuilder struct ViewBuilder {
  static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

extension Never: View {
  var body: Never { fatalError("a primitive view has no body") }
}

extension View where Body == Never {
  var body: Never { fatalError("a primitive view has no body") }
}

extension View {
  func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
}

@propertyWrapper struct State<Value> {
  var wrappedValue: Value
}

struct Text: View {
  init(_ text: String) {}
}

@MainActor
final class OutlineModel<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  init(_ dataSource: OutlineDataSource<Section, Item>) {}

  func attach() {}
  func detach() {}
}

struct OutlineList<
  Section: Hashable & Sendable, Item: Hashable & Sendable, Label: View, Header: View
>: View {
  let model: OutlineModel<Section, Item>
  @ViewBuilder let label: (SectionSnapshot<Item>.Row) -> Label
  @ViewBuilder let header: (Section) -> Header
}
