public import Outline

/// The form of `visualDescription()`: a sign, `*` if the item is visible, and the item.
///
///     +* a
///       -* a1
///     -* b
///
/// An outline may omit all stars. If it has one star, the reader checks all.
struct Shape {
  struct Line {
    var text: String
    var level: Int
    var isExpanded: Bool
    var isStarred: Bool
  }

  var lines: [Line]

  init(_ text: String) {
    lines = text.split(separator: "\n").map { line in
      let content = line.drop { $0 == " " }
      let indent = line.count - content.count
      let signs = content.prefix { $0 != " " }
      precondition(
        indent.isMultiple(of: 2) && ["+", "-", "+*", "-*"].contains(signs)
          && content.count > signs.count + 1,
        "not a line of an outline: '\(line)'")
      return Line(
        text: String(content.dropFirst(signs.count + 1)), level: indent / 2,
        isExpanded: signs.first == "+", isStarred: signs.last == "*")
    }
  }
}

extension OutlineModel where Item: LosslessStringConvertible {
  public init(_ text: String) {
    let lines = Shape(text).lines
    let items = lines.map { line in
      guard let item = Item(line.text) else {
        preconditionFailure("not an item: '\(line.text)'")
      }
      return item
    }
    do {
      try append(preorder: zip(items, lines).map { (item: $0, level: $1.level) })
    } catch {
      preconditionFailure("\(error) in\n\(text)")
    }
    expand(zip(items, lines).filter { $0.1.isExpanded }.map { $0.0 })
    precondition(
      !lines.contains { $0.isStarred }
        || entries.map { $0.isVisible } == lines.map { $0.isStarred },
      "wrong stars in\n\(text)")
  }
}

extension OutlineModel {
  public func visualDescription() -> String {
    entries.map { entry in
      var line = String(repeating: "  ", count: entry.level)
      line += entry.isExpanded ? "+" : "-"
      line += entry.isVisible ? "* " : " "
      for scalar in String(describing: entry.item).unicodeScalars {
        switch scalar {
        case "\n": line += "\\n"
        case "\r": line += "\\r"
        default: line.unicodeScalars.append(scalar)
        }
      }
      return line + "\n"
    }.joined()
  }

  public var shape: String { String(visualDescription().dropLast()) }

  public var preorder: [(item: Item, level: Int)] { entries.map { ($0.item, $0.level) } }
}

extension SectionSnapshot {
  public init(_ model: OutlineModel<Item>, in empty: SectionSnapshot = SectionSnapshot()) {
    self = empty
    do {
      try append(preorder: model.preorder)
    } catch {
      preconditionFailure("\(error) in\n\(model.shape)")
    }
    expand(model.expandedItems)
  }

  public var shape: String { String(visualDescription().dropLast()) }
}

extension SectionSnapshot where Item: LosslessStringConvertible {
  public init(_ text: String, in empty: SectionSnapshot = SectionSnapshot()) {
    self.init(OutlineModel(text), in: empty)
  }
}
