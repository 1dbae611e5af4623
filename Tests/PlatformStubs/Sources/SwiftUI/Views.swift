public import UniformTypeIdentifiers

public struct Text: View, PrimitiveView {
  public typealias Body = Never
  let text: String

  public init(verbatim content: String) { text = content }
  public init(_ content: some StringProtocol) { text = String(content) }

  func draw(in drawing: Drawing) { drawing.row.texts.append(text) }
}

public struct ProgressView: View, PrimitiveView {
  public typealias Body = Never

  public init() {}

  func draw(in drawing: Drawing) { drawing.row.isLoading = true }
}

public struct EmptyView: View, PrimitiveView {
  public typealias Body = Never

  public init() {}

  func draw(in drawing: Drawing) {}
}

public struct Image: View, PrimitiveView {
  public typealias Body = Never
  let name: String

  public init(systemName: String) { name = systemName }

  func draw(in drawing: Drawing) { drawing.row.images.append(name) }
}

public struct Button<Label: View>: View, PrimitiveView {
  public typealias Body = Never
  let action: @MainActor () -> Void
  let label: Label

  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    (self.action, self.label) = (action, label())
  }

  func draw(in drawing: Drawing) {
    drawing.row.actions.append(action)
    label.draw(in: drawing)
  }
}

extension Button where Label == Text {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
}

public struct HStack<Content: View>: View, PrimitiveView {
  public typealias Body = Never
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  func draw(in drawing: Drawing) { content.draw(in: drawing) }
}

public struct Section<Parent: View, Content: View>: View, PrimitiveView {
  public typealias Body = Never
  let header: Parent
  let content: Content

  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    (self.content, self.header) = (content(), header())
  }

  func draw(in drawing: Drawing) {
    drawing.beginSection { header.draw(in: $0) }
    content.draw(in: drawing)
  }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View,
  PrimitiveView
{
  public typealias Body = Never
  let data: Data
  let id: (Data.Element) -> ID
  let content: (Data.Element) -> Content
  var moveAction: ((IndexSet, Int) -> Void)?
  var insertAction: ((Int, [NSItemProvider]) -> Void)?

  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    (self.data, self.content) = (data, content)
    self.id = { $0[keyPath: id] }
  }

  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> ForEach {
    var copy = self
    copy.moveAction = action
    return copy
  }

  public func onInsert(
    of supportedContentTypes: [UTType], perform action: @escaping (Int, [NSItemProvider]) -> Void
  ) -> ForEach {
    var copy = self
    copy.insertAction = supportedContentTypes.isEmpty ? nil : action
    return copy
  }

  func draw(in drawing: Drawing) {
    drawing.checkUnique(data.map(id))
    if let moveAction { drawing.add(moveAction) }
    if let insertAction { drawing.add(insertAction) }
    for element in data {
      // Sections are no rows.
      if Content.self is any AnySection.Type {
        drawing.sectionID = id(element)
        content(element).draw(in: drawing)
      } else {
        drawing.addRow(id(element)) { content(element).draw(in: $0) }
      }
    }
  }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    (self.data, self.content) = (data, content)
    id = { $0.id }
  }
}

protocol AnySection {}
extension Section: AnySection {}

public struct List<SelectionValue: Hashable, Content: View>: View, PrimitiveView {
  public typealias Body = Never
  let selection: Binding<Set<SelectionValue>>?
  let content: Content

  public init(
    selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content
  ) {
    (self.selection, self.content) = (selection, content())
  }

  func draw(in drawing: Drawing) {
    if let selection {
      drawing.setSelection(selection)
    }
    content.draw(in: drawing)
  }
}
