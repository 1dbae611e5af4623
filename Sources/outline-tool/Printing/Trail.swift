/// A text made of a piece for each level above a row: tree lines, a path, a number.
struct Trail {
  private(set) var bytes: Bytes = []
  /// Where the pieces above each level end.
  private var ends = [0]

  /// Where in `bytes` the pieces above a level are.
  func range(above level: Int) -> Range<Int> { 0..<ends[level] }

  /// Where in `bytes` the piece of a level is.
  func range(at level: Int) -> Range<Int> { ends[level]..<ends[level + 1] }

  /// Puts a piece in the place of what was at its level and below.
  mutating func set(_ piece: Bytes, level: Int) {
    // In place, since this is done for every row with children.
    var end = ends[level]
    for byte in piece {
      if end < bytes.count { bytes[end] = byte } else { bytes.append(byte) }
      end += 1
    }
    if level + 1 < ends.count { ends[level + 1] = end } else { ends.append(end) }
  }
}
