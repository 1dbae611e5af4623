import ViewSimulation

public final class NSItemProvider: NSObject {
  public override init() {}
}

@MainActor public final class UIDragItem: NSObject {
  public var localObject: Any?

  public init(itemProvider: NSItemProvider) {}
}

@MainActor public protocol UIDragDropSession: NSObjectProtocol {
  var items: [UIDragItem] { get }
  func location(in view: UIView) -> CGPoint
}

@MainActor public protocol UIDragSession: UIDragDropSession {
  var localContext: Any? { get set }
}

@MainActor public protocol UIDropSession: UIDragDropSession {
  var localDragSession: (any UIDragSession)? { get }
}

@MainActor public protocol UIDragAnimating: NSObjectProtocol {}

public enum UIDropOperation: UInt, Sendable { case cancel, forbidden, copy, move }

@MainActor open class UIDropProposal: NSObject {
  public let operation: UIDropOperation

  public init(operation: UIDropOperation) { self.operation = operation }
}

/// A drag of the user, and its drop in the same app.
@_spi(Simulation)
@MainActor
public final class DragSession: NSObject, UIDragSession, UIDropSession,
  UIDragAnimating, SimulatedDrag
{
  public private(set) var items: [UIDragItem] = []
  public var localContext: Any?
  private var location = CGPoint.zero
  /// The drag that began in this app, or `nil` for one that began elsewhere.
  public private(set) weak var localDragSession: (any UIDragSession)?

  public func location(in view: UIView) -> CGPoint { location }

  public func begin(_ items: [Any]) {
    add(items)
    localDragSession = self
  }

  public func add(_ items: [Any]) { self.items += items.compactMap { $0 as? UIDragItem } }

  public func move(to y: Double) { location = CGPoint(x: 0, y: y) }
}
