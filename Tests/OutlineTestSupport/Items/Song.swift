public struct Song: Identifiable, Equatable, Codable, Sendable,
  CustomStringConvertible
{
  public let id: Int
  public var plays: Int

  public init(_ id: Int, plays: Int = 0) {
    self.id = id
    self.plays = plays
  }

  /// The identifier, with a stroke for each time that the song was played.
  public var description: String { ViewRow(id, content: plays).description }
}
