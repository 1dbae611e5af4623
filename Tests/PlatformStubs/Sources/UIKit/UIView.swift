@_exported import Foundation
import ViewSimulation

// Declarations of UIKit, written from its documentation: the part that the adapters use.

extension IndexPath {
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public var section: Int {
    if count != 2 {
      MainActor.assumeIsolated { Simulation.report("a section of a path of \(count) numbers") }
    }
    return self[0]
  }
  public var item: Int { self[1] }
  public var row: Int { self[1] }
}

@MainActor open class UIView: NSObject {
  @_spi(Simulation) public var isInWindow = true
  private lazy var theWindow = UIWindow(frame: .zero)

  public required init(frame: CGRect) {}

  public convenience override init() { self.init(frame: .zero) }

  open var accessibilityLabel: String?
  open var bounds: CGRect { .zero }
  open private(set) var subviews: [UIView] = []
  open private(set) weak var superview: UIView?
  open func addSubview(_ view: UIView) {
    subviews.append(view)
    view.superview = self
  }
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
  open func layoutIfNeeded() {}
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  open func sizeToFit() {}

  open var canBecomeFirstResponder: Bool { false }
  @discardableResult open func becomeFirstResponder() -> Bool { canBecomeFirstResponder }
  open func didMoveToWindow() {}
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}

  open var window: UIWindow? { isInWindow ? theWindow : nil }

  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    actionsWithoutAnimation()
  }
}

// Layout is not simulated.
extension UIView {
  public var translatesAutoresizingMaskIntoConstraints: Bool {
    get { false }
    set {}
  }
  public var layoutMarginsGuide: UILayoutGuide { UILayoutGuide() }
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension() }
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension() }
  public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}

@MainActor open class UILayoutGuide: NSObject {
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}

@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}

@MainActor open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
@MainActor open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}
@MainActor open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  open func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}

@MainActor open class NSLayoutConstraint: NSObject {
  open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

@MainActor open class UIWindow: UIView {}

@MainActor open class UILabel: UIView {
  open var text: String?
}

@MainActor open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable {
    case medium = 100
    case large = 101
  }

  open private(set) var isAnimating = false

  public convenience init(style: Style) { self.init(frame: .zero) }

  open func startAnimating() { isAnimating = true }
}

@MainActor open class UIScrollView: UIView {
  open var contentOffset = CGPoint.zero
  open var contentSize: CGSize { .zero }
  open var adjustedContentInset: UIEdgeInsets { UIEdgeInsets() }

  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let end = max(contentSize.height - bounds.height, 0)
    if rect.minY < bounds.minY {
      contentOffset.y = min(rect.minY, end)
    } else if rect.maxY > bounds.maxY {
      contentOffset.y = min(rect.maxY - bounds.height, end)
    }
  }
}

public struct UIEdgeInsets: Sendable {
  public var top: CGFloat = 0
  public var bottom: CGFloat = 0
}

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {}

@MainActor public final class UIImage: NSObject {
  @_spi(Simulation) public let name: String

  public init?(systemName name: String) { self.name = name }
}

public typealias UIActionHandler = (_ action: UIAction) -> Void

@MainActor open class UIAction: NSObject {
  @_spi(Simulation) public let image: UIImage?
  @_spi(Simulation) public let handler: UIActionHandler

  public init(title: String = "", image: UIImage? = nil, handler: @escaping UIActionHandler) {
    (self.image, self.handler) = (image, handler)
  }
}

@MainActor open class UIButton: UIView {
  public enum ButtonType: Int, Sendable {
    case custom = 0
    case system = 1
  }

  @_spi(Simulation) public private(set) var action: UIAction?

  public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    action = primaryAction
  }

  @_spi(Simulation) public func tap() {
    if let action { action.handler(action) }
  }
}
