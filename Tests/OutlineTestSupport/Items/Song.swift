public struct Song: Identifiable, Equatable, Codable, Sendable {
  public let id: Int
  public var plays: Int

  public init(_ id: Int, plays: Int = 0) {
    self.id = id
    self.plays = plays
  }
}
