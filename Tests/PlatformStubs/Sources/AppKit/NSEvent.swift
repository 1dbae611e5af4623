/// The press of a key, or another event.
public final class NSEvent: NSObject {
  public enum EventType: Sendable {
    case keyDown, leftMouseDown
  }

  public struct SpecialKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let leftArrow = SpecialKey(rawValue: 0xF702)
    public static let rightArrow = SpecialKey(rawValue: 0xF703)
  }

  public struct ModifierFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let shift = ModifierFlags(rawValue: 1 << 17)
    public static let control = ModifierFlags(rawValue: 1 << 18)
    public static let option = ModifierFlags(rawValue: 1 << 19)
    public static let command = ModifierFlags(rawValue: 1 << 20)
    public static let numericPad = ModifierFlags(rawValue: 1 << 21)
  }

  public let type: EventType
  public let modifierFlags: ModifierFlags
  private let text: String

  /// AppKit raises an exception if the event is of another type.
  public var characters: String? {
    precondition(type == .keyDown)
    return text
  }

  public var specialKey: SpecialKey? {
    characters?.unicodeScalars.first.map { SpecialKey(rawValue: Int($0.value)) }
  }

  @_spi(Simulation)
  public init(
    _ characters: String, _ modifierFlags: ModifierFlags = [], type: EventType = .keyDown
  ) {
    (text, self.modifierFlags, self.type) = (characters, modifierFlags, type)
  }
}
