/// A text made of a piece for each level above a row: tree lines, a path, a number.
struct LevelPrefix {
  private(set) var bytes: Bytes = []
  /// Where the pieces above each level end.
  private var ends = [0]

  /// Where in `bytes` the pieces above a level are.
  func range(above level: Int) -> Range<Int> { 0..<ends[level] }

  /// Where in `bytes` the piece of a level is.
  func range(at level: Int) -> Range<Int> { ends[level]..<ends[level + 1] }

  /// Puts a piece in the place of what was at its level and below.
  mutating func set(_ piece: Bytes, level: Int) {
    bytes.removeLast(bytes.count - ends[level])
    bytes += piece
    ends.removeLast(ends.count - 1 - level)
    ends.append(bytes.count)
  }
}
