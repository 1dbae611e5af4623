/// An item with a record in a saved value.
private struct Entry<Item> {
  let item: Item
  let isChecked: Bool
  /// The position of the parent's entry, which comes before this one.
  let parent: Int?
}

extension Entry: Encodable where Item: Encodable {}
extension Entry: Decodable where Item: Decodable {}

extension CheckedItems: Encodable where Item: Encodable {
  /// Encodes the items whose state differs from that of their parent, and their ancestors.
  ///
  /// ```json
  /// [{"item": "Fruit", "isChecked": true}, {"item": "Apple", "isChecked": false, "parent": 0}]
  /// ```
  ///
  /// The order of the items can differ from one process to the next, except that a parent comes
  /// before its children.
  ///
  /// - Complexity: O(*k*) for *k* items
  public func encode(to encoder: any Encoder) throws {
    var entries = records.filter { $0.value.parent == nil }.map { item, record in
      Entry(item: item, isChecked: record.differs, parent: nil)
    }
    var position = 0
    while position < entries.count {
      let entry = entries[position]
      for child in (records[entry.item]?.children ?? [:]).keys {
        // After a missed change, several records can list an item.
        guard let record = records[child], record.parent == entry.item else { continue }
        entries.append(
          Entry(item: child, isChecked: record.differs != entry.isChecked, parent: position))
      }
      position += 1
    }
    var container = encoder.unkeyedContainer()
    try container.encode(contentsOf: entries)
  }
}

extension CheckedItems: Decodable where Item: Decodable {
  /// Decodes a value.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if an item is repeated, or comes before its parent
  /// - Complexity: O(*k*) for *k* items
  public init(from decoder: any Decoder) throws {
    self.init()
    let entries = try [Entry<Item>](from: decoder)
    for (position, entry) in entries.enumerated() {
      let isValid = entry.parent.map { 0..<position ~= $0 } ?? true
      guard isValid && records[entry.item] == nil else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "Item \(position) is repeated or comes before its parent."))
      }
      let parent = entry.parent.map { entries[$0] }
      records[entry.item] = Record(
        parent: parent?.item, differs: entry.isChecked != (parent?.isChecked ?? false))
    }
    for entry in entries.reversed() {
      _ = settle(entry.item, in: nil) { _ in true }
    }
  }
}
