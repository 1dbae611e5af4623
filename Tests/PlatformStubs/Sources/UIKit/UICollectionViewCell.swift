@MainActor open class UICollectionReusableView: UIView {}

@MainActor open class UICollectionViewCell: UICollectionReusableView {}

@MainActor open class UICollectionViewListCell: UICollectionViewCell {
  open var indentationLevel = 0
  open var accessories: [UICellAccessory] = []
  open var contentConfiguration: UIListContentConfiguration?

  open func defaultContentConfiguration() -> UIListContentConfiguration {
    UIListContentConfiguration()
  }
}

public struct UIListContentConfiguration: Sendable {
  public var text: String?
}

@MainActor public struct UICollectionLayoutListConfiguration {
  public enum Appearance: Int, Sendable { case plain }
  public enum HeaderMode: Int, Sendable { case none, supplementary }

  public var headerMode = HeaderMode.none

  public init(appearance: Appearance) {}
}

@MainActor open class UICollectionViewLayout: NSObject {}

@MainActor open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  public class func list(
    using configuration: UICollectionLayoutListConfiguration
  ) -> UICollectionViewCompositionalLayout { UICollectionViewCompositionalLayout() }
}

@MainActor public struct UICellAccessory {
  @MainActor public enum Placement {
    public enum Position: Sendable { case first }

    case leading(displayed: DisplayedState = .always, at: Position = .first)
    case trailing(displayed: DisplayedState = .always, at: Position = .first)
  }

  public enum DisplayedState: Sendable { case always, whenEditing, whenNotEditing }

  @MainActor public struct CustomViewConfiguration {
    public let customView: UIView
    public let placement: Placement

    public init(customView: UIView, placement: Placement) {
      (self.customView, self.placement) = (customView, placement)
    }
  }

  public enum AccessoryType {
    case disclosureIndicator
    case customView(UIView)
  }

  public let accessoryType: AccessoryType

  public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
    UICellAccessory(accessoryType: .customView(configuration.customView))
  }
}
