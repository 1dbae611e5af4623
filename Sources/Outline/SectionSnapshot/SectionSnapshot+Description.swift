extension SectionSnapshot {
  /// Returns the outline as text, a line for each item in pre-order.
  ///
  /// A line has two spaces for each level, `+` for an expanded item or `-` for a collapsed one, `*`
  /// if the item is visible, a space, and the item, with line breaks escaped.
  ///
  ///     print(outline.visualDescription(), terminator: "")
  ///     // +* Fruit
  ///     //   -* Apple
  ///     // -* Tools
  ///     //   - Saw
  ///
  /// - Complexity: O(`count`), and the length of the text
  public func visualDescription() -> String {
    var text = ""
    var walk = Walk(tree, in: 0..<tree.count, visible: false)
    while walk.advance() {
      for row in walk.rows {
        text += String(repeating: "  ", count: Int(row.indent))
        text += row.isExpanded ? "+" : "-"
        text += row.folds == 0 ? "* " : " "
        text += Self.line(table[row.handle])
        text += "\n"
      }
    }
    return text
  }

  private static func line(_ item: Item) -> String {
    let text = "\(item)"
    guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
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
  /// A mirror whose children are the roots, each with a mirror of its own children.
  ///
  /// - Complexity: O(1), and O(log `count`) for each item that is looked at
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Branch.below(nil, in: self), displayStyle: .collection)
  }

  /// An item as a mirror shows it.
  private struct Branch: CustomReflectable, CustomStringConvertible {
    let snapshot: SectionSnapshot
    let item: Item

    static func below(
      _ parent: Int32?, in snapshot: SectionSnapshot
    ) -> some Collection<Branch> {
      Children(snapshot: snapshot, parent: parent).lazy.map { Branch(snapshot: snapshot, item: $0) }
    }

    var description: String { "\(item)" }

    var customMirror: Mirror {
      Mirror(
        self, unlabeledChildren: Branch.below(snapshot.table.handle(of: item), in: snapshot),
        displayStyle: .collection)
    }
  }
}
