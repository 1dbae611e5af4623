/// A model whose identity is one thing, and its content another.
public struct Song: Identifiable, Equatable, Codable, Sendable {
  public let id: Int
  public var plays: Int

  public init(_ id: Int, plays: Int = 0) {
    self.id = id
    self.plays = plays
  }
}
