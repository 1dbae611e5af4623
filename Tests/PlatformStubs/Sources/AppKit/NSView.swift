@_exported import Foundation
import ViewSimulation

// Declarations of AppKit, written from its documentation: the part that the adapters use.

public typealias NSPoint = CGPoint
public typealias NSRect = CGRect

@MainActor open class NSView: NSObject {
  @_spi(Simulation) public var isInWindow = true
  private lazy var theWindow = NSWindow()

  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let minXMargin = AutoresizingMask(rawValue: 1)
    public static let width = AutoresizingMask(rawValue: 2)
    public static let minYMargin = AutoresizingMask(rawValue: 8)
    public static let height = AutoresizingMask(rawValue: 16)
    public static let maxYMargin = AutoresizingMask(rawValue: 32)
  }

  open var frame: NSRect
  open var autoresizingMask: AutoresizingMask = []
  open private(set) var subviews: [NSView] = []

  public init(frame frameRect: NSRect) { frame = frameRect }

  public convenience override init() { self.init(frame: .zero) }

  open func keyDown(with event: NSEvent) {}

  open func addSubview(_ view: NSView) { subviews.append(view) }

  open var userInterfaceLayoutDirection = NSUserInterfaceLayoutDirection.leftToRight

  open var window: NSWindow? { isInWindow ? theWindow : nil }

  open var bounds: NSRect { .zero }
  open var visibleRect: NSRect { .zero }
  open func scroll(_ point: NSPoint) {}

  public private(set) var registeredDraggedTypes: [NSPasteboard.PasteboardType] = []

  open func registerForDraggedTypes(_ newTypes: [NSPasteboard.PasteboardType]) {
    // Apple does not say whether earlier types stay.
    registeredDraggedTypes = newTypes
  }
}

public enum NSUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

@MainActor open class NSWindow: NSObject {}

@MainActor open class NSTableRowView: NSView {}

@MainActor open class NSTableColumn: NSObject {
  public init(identifier: NSUserInterfaceItemIdentifier) {}
}

public protocol NSPasteboardWriting: NSObjectProtocol {}

public final class NSPasteboard: NSObject {
  public struct PasteboardType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let string = PasteboardType("public.utf8-plain-text")
  }
}

public final class NSPasteboardItem: NSObject, NSPasteboardWriting {
  public override init() {}

  public private(set) var types: [NSPasteboard.PasteboardType] = []

  /// Adds a string; its type must be a uniform type identifier in reverse-DNS form.
  @discardableResult
  public func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
    guard type.rawValue.contains(".") else { return false }
    types.append(type)
    return true
  }
}

public struct NSDragOperation: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let copy = NSDragOperation(rawValue: 1)
  public static let move = NSDragOperation(rawValue: 16)
}

@MainActor public final class NSDraggingSession: NSObject {}

@MainActor public protocol NSDraggingInfo: NSObjectProtocol {
  var draggingSource: Any? { get }
}

public final class NSAnimationContext: NSObject {
  public var duration: Double = 0.25

  /// Makes the changes, and calls the completion when their animations end.
  public class func runAnimationGroup(
    _ changes: (NSAnimationContext) -> Void, completionHandler: (@Sendable () -> Void)? = nil
  ) {
    changes(NSAnimationContext())
    MainActor.assumeIsolated { Simulation.animate { completionHandler?() } }
  }
}
