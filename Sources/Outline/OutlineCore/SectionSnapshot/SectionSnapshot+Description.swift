extension SectionSnapshot {
  /// Returns the outline as text, with one line per item in pre-order.
  ///
  /// A line consists of two spaces per level, `+` for an expanded or `-` for a collapsed item, `*`
  /// for a visible one, a space, the item and a line feed. Special characters are escaped as in a
  /// string literal.
  ///
  ///     print(outline.visualDescription(), terminator: "")
  ///     // Prints:
  ///     // +* Fruit
  ///     //   -* Apple
  ///     //   -* Pear
  ///     // -* Tools
  ///     //   - Saw
  ///
  /// - Complexity: O(*n* + *k*) for *k* characters of text
  public func visualDescription() -> String {
    var text = ""
    var walk = RowWalk(tree, in: 0..<tree.count, among: .all)
    while walk.advance() {
      for row in walk.rows {
        append(row, to: &text)
        text += "\n"
      }
    }
    return text
  }

  private func append(_ row: TreeRow, to text: inout String) {
    text += String(repeating: "  ", count: Int(row.indent))
    text += row.isExpanded ? "+" : "-"
    text += row.isVisible ? "* " : " "
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
  /// The numbers of items and visible items, as in `SectionSnapshot(5 items, 4 visible)`.
  ///
  /// - Complexity: O(1)
  public var description: String {
    "SectionSnapshot(\(tree.count) items, \(tree.visibleCount) visible)"
  }
}

extension SectionSnapshot: CustomReflectable {
  /// A flat mirror whose children are the lines of ``visualDescription()``.
  ///
  /// - Complexity: O(1), and O(log *n*) for each line that is read
  public var customMirror: Mirror {
    let lines = (0..<tree.count).lazy.map { position in
      var line = ""
      append(tree.rows(in: position..<position + 1)[0], to: &line)
      return line
    }
    return Mirror(self, unlabeledChildren: lines, displayStyle: .collection)
  }
}

extension SectionSnapshot.Items: CustomStringConvertible {
  /// The items, in the format of an array.
  public var description: String { Array(self).description }
}

extension SectionSnapshot.Children: CustomStringConvertible {
  /// The children, in the format of an array.
  public var description: String { Array(self).description }
}

extension SectionSnapshot.Rows: CustomStringConvertible {
  /// The rows, in the format of an array.
  public var description: String { Array(self).description }
}
