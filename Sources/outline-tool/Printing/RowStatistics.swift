import OutlineCore

/// The numbers of the shown rows of an outline: of all, of leaves and of each level.
struct RowStatistics {
  private var levels: [Int] = []
  private var leaves = 0
  /// The row with the most children.
  private var widest: (text: Bytes, childCount: Int)?

  init(of document: Document) {
    for row in document.outline.rows {
      if row.level == levels.count { levels.append(0) }
      levels[row.level] += 1
      if row.childCount == 0 && !document.hidesChildren(row) { leaves += 1 }
      if row.isExpanded && row.childCount > widest?.childCount ?? 0 {
        widest = (Bytes(document.text(of: row.item)), row.childCount)
      }
    }
  }

  func print(name: Bytes, to output: inout OutputBuffer) throws(SystemError) {
    func counted(_ count: Int, _ noun: String, _ nouns: String) -> String {
      count == 1 ? "1 \(noun)" : "\(count) \(nouns)"
    }
    output.appendEscaped(name.span)
    output.append(": " + counted(levels.reduce(0, +), "row", "rows"))
    output.append(", " + counted(leaves, "leaf", "leaves"))
    output.append(", " + counted(levels.count, "level", "levels"))
    try output.endLine()
    for (level, count) in levels.enumerated() {
      output.append("  level \(level + 1): " + counted(count, "row", "rows"))
      try output.endLine()
    }
    guard let widest else { return }
    output.append("  most children: \(widest.childCount), of '")
    output.appendEscaped(widest.text.span)
    output.append("'")
    try output.endLine()
  }
}
