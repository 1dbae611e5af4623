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

@MainActor @propertyWrapper struct State<Value> {
  var wrappedValue: Value

  var projectedValue: Binding<Value> { Binding() }
}

struct Binding<Value> {}

struct Text: View {
  init(_ text: String) {}
}

struct EmptyView: View {}

struct OutlineList<
  Section: Hashable & Sendable, Item: Hashable & Sendable, Label: View, Header: View
>: View {
  init(
    _ dataSource: OutlineDataSource<Section, Item>, selection: Binding<Set<Item>>? = nil,
    @ViewBuilder label: @escaping (SectionSnapshot<Item>.Row) -> Label,
    @ViewBuilder header: @escaping (Section) -> Header
  ) {}
}

extension OutlineList where Header == EmptyView {
  init(
    _ dataSource: OutlineDataSource<Section, Item>, selection: Binding<Set<Item>>? = nil,
    @ViewBuilder label: @escaping (SectionSnapshot<Item>.Row) -> Label
  ) {
    self.init(dataSource, selection: selection, label: label) { _ in EmptyView() }
  }
}
