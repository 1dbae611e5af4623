import Outline

/// Prints the visible rows of an outline with tree lines.
struct OutlinePrinter: ~Copyable {
  private let glyphs: TreeGlyphs
  /// The lines that run down through the row at hand from the rows above it, a piece for each
  /// level.
  private var trunks: Bytes = []
  /// Where in `trunks` the piece of each level begins.
  private var starts: [Int] = []

  init(charset: Charset) {
    glyphs = TreeGlyphs(charset)
  }

  /// Prints every visible row.
  ///
  /// - Complexity: O(length of the output), since a row costs its own line.
  mutating func print(
    _ document: Document, to output: inout OutputBuffer
  ) throws(SystemError) {
    for row in document.outline.rows {
      rewind(toLevel: row.level)
      let isLast = row.position == row.siblingCount - 1
      output.append(trunks.span)
      output.append((isLast ? glyphs.lastBranch : glyphs.branch).span)
      if document.hidesChildren(row) { output.append(glyphs.disclosure.span) }
      output.appendEscaped(document.text(of: row.item).span)
      try output.endLine()
      starts.append(trunks.count)
      trunks += isLast ? glyphs.gap : glyphs.trunk
    }
  }

  /// Drops the pieces of rows that are not above a row at `level`.
  private mutating func rewind(toLevel level: Int) {
    if level == starts.count { return }
    trunks.removeSubrange(starts[level]...)
    starts.removeSubrange(level...)
  }
}
