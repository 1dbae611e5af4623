import Outline

/// Prints the visible rows of an outline with tree lines.
struct OutlinePrinter {
  private let glyphs: TreeGlyphs
  /// The lines that run down into the row at hand from the rows above it, a piece for each level.
  private var trunks: Bytes = []
  /// Where in `trunks` the pieces above each level end.
  private var ends = [0]

  init(charset: Charset) {
    glyphs = TreeGlyphs(charset)
  }

  /// Prints every visible row.
  ///
  /// - Complexity: O(length of the output), since a row costs its own line.
  mutating func print(
    _ document: Document, to output: inout OutputBuffer
  ) throws(SystemError) {
    let texts = document.bytes.span
    for row in document.outline.rows {
      let isLast = row.position == row.siblingCount - 1
      output.append(trunks.span.extracting(..<ends[row.level]))
      output.append((isLast ? glyphs.lastBranch : glyphs.branch).span)
      if document.hidesChildren(row) { output.append(glyphs.disclosure.span) }
      output.appendEscaped(texts.extracting(document.range(of: row.item)))
      try output.endLine()
      if row.isExpanded && row.childCount > 0 {
        setTrunk(isLast ? glyphs.gap : glyphs.trunk, level: row.level)
      }
    }
  }

  /// Puts a piece in the place of what was at its level and below.
  private mutating func setTrunk(_ piece: Bytes, level: Int) {
    // In place, since this is done for every row with children.
    var end = ends[level]
    for byte in piece {
      if end < trunks.count { trunks[end] = byte } else { trunks.append(byte) }
      end += 1
    }
    if level + 1 < ends.count { ends[level + 1] = end } else { ends.append(end) }
  }
}
