/// A text that has a piece for each ancestor of a row, such as tree lines, a path or a number.
struct LevelPrefix {
  /// The level from which rows show no prefix, since all prefixes would take quadratic space.
  static let deepLevel = 1000

  private(set) var bytes: Bytes = []
  /// The end of the pieces above each level.
  private var ends = [0]

  /// Returns the range of the pieces above a level.
  func range(above level: Int) -> Range<Int> { 0..<ends[level] }

  /// Returns the range of the piece of a level.
  func range(at level: Int) -> Range<Int> { ends[level]..<ends[level + 1] }

  /// Sets the piece of a level and removes those of deeper levels.
  mutating func set(_ piece: Bytes, level: Int) {
    bytes.removeLast(bytes.count - ends[level])
    bytes += piece
    ends.removeLast(ends.count - 1 - level)
    ends.append(bytes.count)
  }
}
