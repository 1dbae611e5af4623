extension SectionSnapshot: Encodable where Item: Encodable {
  /// Encodes the items in pre-order, and the shape of the outline as nested brackets.
  ///
  /// ```json
  /// {"items": ["Fruit", "Apple", "Tools"], "shape": "[()]()"}
  /// ```
  ///
  /// The brackets of an item enclose those of its children. They are square if it is expanded.
  ///
  /// - Complexity: O(*n*)
  public func encode(to encoder: any Encoder) throws {
    let rows = tree.rows(in: 0..<tree.count)
    var brackets: [UInt8] = []
    brackets.reserveCapacity(2 * rows.count)
    var closing: [UInt8] = []
    for row in rows {
      while closing.count > row.indent { brackets.append(closing.removeLast()) }
      brackets.append(UInt8(ascii: row.isExpanded ? "[" : "("))
      closing.append(UInt8(ascii: row.isExpanded ? "]" : ")"))
    }
    brackets += closing.reversed()
    var container = encoder.container(keyedBy: OutlineKeys.self)
    try container.encode(Array(items), forKey: .items)
    try container.encode(String(decoding: brackets, as: UTF8.self), forKey: .shape)
  }
}

extension SectionSnapshot: Decodable where Item: Decodable {
  /// Decodes a snapshot.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the shape has a different number of items or
  ///   unbalanced brackets, or if an item is repeated
  /// - Complexity: O(*n*)
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OutlineKeys.self)
    let items = try container.decode([Item].self, forKey: .items)
    let brackets = Array(try container.decode(String.self, forKey: .shape).utf8)
    func corrupted(_ key: OutlineKeys, _ problem: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: problem)
    }
    guard brackets.count == 2 * items.count else {
      throw corrupted(.shape, "The shape has \(brackets.count) brackets for \(items.count) items.")
    }
    var rows: [TreeRow] = []
    var isExpanded: [Bool] = []
    var closing: [UInt8] = []
    for (position, bracket) in brackets.enumerated() {
      switch bracket {
      case UInt8(ascii: "("), UInt8(ascii: "["):
        rows.append(TreeRow(handle: -1, level: closing.count))
        isExpanded.append(bracket == UInt8(ascii: "["))
        closing.append(UInt8(ascii: isExpanded[rows.count - 1] ? "]" : ")"))
      case closing.last: closing.removeLast()
      default: throw corrupted(.shape, "The character at offset \(position) is unexpected.")
      }
    }
    guard closing.isEmpty else { throw corrupted(.shape, "The shape has unclosed brackets.") }
    self.init()
    if items.isEmpty { return }
    do {
      try append(items, rows, at: tree.insertionPoint(atEndOf: nil))
    } catch .duplicateItems(let items) {
      throw corrupted(.items, "\(quotedList(Array(items.prefix(1)), "item")) is repeated.")
    }
    tree.setExpanded(in: 0..<tree.count, inOrder: isExpanded)
  }
}

private enum OutlineKeys: CodingKey {
  case items, shape
}
