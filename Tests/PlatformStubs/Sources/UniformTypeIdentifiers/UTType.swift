@_exported import Foundation

public struct UTType: Hashable, Sendable {
  public let identifier: String

  public static let plainText = UTType(identifier: "public.plain-text")
}

public final class NSItemProvider: NSObject {
  public override init() {}
}
