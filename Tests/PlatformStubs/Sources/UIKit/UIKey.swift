@MainActor open class UIPress: NSObject {
  open var key: UIKey?
  /// The time of the key press in seconds.
  open var timestamp: Double

  @_spi(Simulation) public init(_ key: UIKey?, timestamp: Double = 0) {
    self.key = key
    self.timestamp = timestamp
  }
}

@MainActor open class UIPressesEvent: NSObject {}

@MainActor open class UIKey: NSObject {
  public let keyCode: UIKeyboardHIDUsage
  public let characters: String
  public let modifierFlags: UIKeyModifierFlags

  @_spi(Simulation) public init(
    _ keyCode: UIKeyboardHIDUsage, _ characters: String = "",
    _ modifierFlags: UIKeyModifierFlags = []
  ) {
    (self.keyCode, self.characters) = (keyCode, characters)
    self.modifierFlags = modifierFlags
  }
}

public struct UIKeyModifierFlags: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
  public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}

public enum UIKeyboardHIDUsage: Int, Sendable {
  case keyboardA = 4
  case keyboard8 = 37
  case keyboardHome = 74
  case keyboardPageUp = 75
  case keyboardEnd = 77
  case keyboardPageDown = 78
  case keyboardRightArrow = 79
  case keyboardLeftArrow = 80
  case keyboardDownArrow = 81
  case keyboardUpArrow = 82
}
