@MainActor open class NSImage: NSObject {
  public init?(systemSymbolName name: String, accessibilityDescription description: String?) {}
}

public struct Selector: Sendable {}

@MainActor open class NSControl: NSView {
  public enum ControlSize: UInt, Sendable { case regular, small, mini, large }
  public enum ImagePosition: UInt, Sendable { case noImage, imageOnly }

  @discardableResult
  open func sendAction(_ action: Selector?, to target: Any?) -> Bool { false }
}

@MainActor open class NSButton: NSControl {
  open var image: NSImage?
  open var imagePosition = ImagePosition.noImage
  open var isBordered = true
  @_spi(Simulation) public private(set) var label: String?

  open func setAccessibilityLabel(_ accessibilityLabel: String?) { label = accessibilityLabel }

  open func performClick(_ sender: Any?) { sendAction(nil, to: nil) }
}

@MainActor open class NSProgressIndicator: NSView {
  public enum Style: UInt, Sendable { case bar, spinning }

  open var style = Style.bar
  open var controlSize = NSControl.ControlSize.regular
  @_spi(Simulation) public private(set) var isAnimating = false

  open func startAnimation(_ sender: Any?) { isAnimating = true }
}
