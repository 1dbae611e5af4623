import ViewSimulation

/// A view with changes of its row.
struct ModifiedView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let modify: @MainActor (inout Drawing.Row) -> Void

  func draw(in drawing: Drawing) {
    content.draw(in: drawing)
    modify(&drawing.row)
  }
}

/// A view that calls closures when it appears and disappears: a row, or the whole list.
struct TrackedView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let track: @MainActor (inout Drawing.Row) -> Void

  func draw(in drawing: Drawing) {
    let isRow = drawing.row.id != nil
    content.draw(in: drawing)
    if isRow {
      track(&drawing.row)
    } else {
      track(&drawing.list)
    }
  }
}

/// A view with other state than a view with another identity in its place.
struct IdentifiedView<Content: View, ID: Hashable>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let id: ID

  func draw(in drawing: Drawing) {
    let outer = drawing.identity
    drawing.identity = id
    if drawing.row.id == nil { drawing.listIdentity = id }
    content.draw(in: drawing)
    drawing.identity = outer
  }
}

extension View {
  func modified(_ modify: @escaping @MainActor (inout Drawing.Row) -> Void) -> some View {
    ModifiedView(content: self, modify: modify)
  }

  public func padding(_ edges: Edge.Set, _ length: CGFloat?) -> some View {
    modified { $0.indentation += Double(length ?? 0) }
  }

  public func opacity(_ opacity: Double) -> some View { modified { $0.opacity = opacity } }

  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    let label = String(label)
    return modified { $0.accessibilityLabels.append(label) }
  }

  public func moveDisabled(_ isDisabled: Bool) -> some View {
    modified { $0.isMoveDisabled = isDisabled }
  }

  public func buttonStyle(_ style: BorderlessButtonStyle) -> some View { self }

  public func swipeActions<Content: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> Content
  ) -> some View {
    let drawing = Drawing(viewport: 0..<0)
    content().draw(in: drawing)
    let actions = drawing.row.actions
    return modified { $0.swipeActions += actions }
  }

  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    TrackedView(content: self, track: { $0.appear = action })
  }

  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    TrackedView(content: self, track: { $0.disappear = action })
  }

  public func onKeyPress(
    _ key: KeyEquivalent, action: @escaping () -> KeyPress.Result
  ) -> some View {
    TrackedView(content: self, track: { $0.keys[key] = action })
  }

  public func onKeyPress(
    phases: KeyPress.Phases, action: @escaping (KeyPress) -> KeyPress.Result
  ) -> some View {
    TrackedView(content: self, track: { $0.anyKey = action })
  }

  public func id(_ id: some Hashable) -> some View { IdentifiedView(content: self, id: id) }
}

public struct KeyEquivalent: Hashable, Sendable {
  let name: String

  public static let leftArrow = KeyEquivalent(name: "left")
  public static let rightArrow = KeyEquivalent(name: "right")
}

public struct KeyPress: Sendable {
  public enum Result: Sendable { case handled, ignored }

  public struct Phases: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let down = Phases(rawValue: 1)
    public static let `repeat` = Phases(rawValue: 2)
  }

  public let characters: String
  public let modifiers: EventModifiers
}

public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let control = EventModifiers(rawValue: 4)
  public static let option = EventModifiers(rawValue: 8)
  public static let command = EventModifiers(rawValue: 16)
}

public enum Edge: Sendable {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let leading = Set(rawValue: 2)
  }
}

public enum HorizontalEdge: Sendable { case leading, trailing }

public struct BorderlessButtonStyle: Sendable {}

extension BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

public struct Animation: Sendable {
  public static let `default` = Animation()
}

@available(macOS 14, iOS 17, *)
public struct AnimationCompletionCriteria: Sendable {
  public static let logicallyComplete = AnimationCompletionCriteria()
}

@available(macOS 14, iOS 17, *)
public func withAnimation<Result>(
  _ animation: Animation? = .default,
  completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
  _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
  defer {
    nonisolated(unsafe) let completion = completion
    MainActor.assumeIsolated { Simulation.animate(completion) }
  }
  return try body()
}
