extension SectionSnapshot {
  /// Returns the outline as text, a line for each item in pre-order.
  ///
  /// A line has two spaces for each level, `+` for an expanded item or `-` for a collapsed one, `*`
  /// if the item is visible, a space, and the item. Backslashes, control characters and line
  /// separators of an item are escaped as in a string literal.
  ///
  ///     print(outline.visualDescription(), terminator: "")
  ///     // +* Fruit
  ///     //   -* Apple
  ///     // -* Tools
  ///     //   - Saw
  ///
  /// - Returns: The lines, each with a line feed at its end.
  /// - Complexity: O(*n*) for *n* items, and the length of the text
  public func visualDescription() -> String {
    var text = ""
    var walk = RowWalk(tree, in: 0..<tree.count, visible: false)
    while walk.advance() {
      for row in walk.rows {
        append(row, to: &text)
        text += "\n"
      }
    }
    return text
  }

  /// Appends the line of a row, without a line feed.
  private func append(_ row: TreeRow, to text: inout String) {
    text += String(repeating: "  ", count: Int(row.indent))
    text += row.isExpanded ? "+" : "-"
    text += row.folds == 0 ? "* " : " "
    for scalar in "\(table[row.handle])".unicodeScalars {
      let isLineSeparator = scalar == "\u{2028}" || scalar == "\u{2029}"
      if scalar == "\\" || isLineSeparator || scalar.properties.generalCategory == .control {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension SectionSnapshot: CustomStringConvertible {
  /// How many items there are, and how many of them are visible.
  ///
  /// - Complexity: O(1)
  public var description: String {
    "SectionSnapshot(\(tree.count) items, \(tree.visibleCount) visible)"
  }
}

extension SectionSnapshot: CustomReflectable {
  /// A mirror whose children are the lines of ``visualDescription()``, so that a dump shows the
  /// tree however deep it is.
  ///
  /// - Complexity: O(1), and O(log *n*) for each line that is looked at
  public var customMirror: Mirror {
    let lines = (0..<tree.count).lazy.map { position in
      var line = ""
      append(tree.row(at: tree.cursor(at: position, visible: false)), to: &line)
      return line
    }
    return Mirror(self, unlabeledChildren: lines, displayStyle: .collection)
  }
}

extension SectionSnapshot.Items: CustomStringConvertible {
  /// The items, as an array shows its elements.
  public var description: String { Array(self).description }
}

extension SectionSnapshot.Children: CustomStringConvertible {
  /// The children, as an array shows its elements.
  public var description: String { Array(self).description }
}

extension SectionSnapshot.Rows: CustomStringConvertible {
  /// The rows, as an array shows its elements.
  public var description: String { Array(self).description }
}
