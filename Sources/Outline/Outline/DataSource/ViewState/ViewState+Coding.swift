extension ViewState: Encodable where Item: Encodable {
  /// Encodes the state.
  ///
  /// ```json
  /// {"expandedItems": ["Fruit"], "selectedItems": [], "topItem": "Apple", "topOffset": 4}
  /// ```
  ///
  /// - Complexity: O(*k*) for *k* items
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ViewStateKeys.self)
    try container.encode(expandedItems, forKey: .expandedItems)
    try container.encode(selectedItems, forKey: .selectedItems)
    try container.encodeIfPresent(focusedItem, forKey: .focusedItem)
    try container.encodeIfPresent(topItem, forKey: .topItem)
    try container.encode(topOffset, forKey: .topOffset)
  }
}

extension ViewState: Decodable where Item: Decodable {
  /// Decodes a state; missing keys are empty, and duplicates are removed.
  ///
  /// - Complexity: O(*k*) for *k* items
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ViewStateKeys.self)
    self.init(
      expandedItems: try container.decodeIfPresent([Item].self, forKey: .expandedItems) ?? [],
      selectedItems: try container.decodeIfPresent([Item].self, forKey: .selectedItems) ?? [],
      focusedItem: try container.decodeIfPresent(Item.self, forKey: .focusedItem),
      topItem: try container.decodeIfPresent(Item.self, forKey: .topItem),
      topOffset: try container.decodeIfPresent(Double.self, forKey: .topOffset) ?? 0)
  }
}

private enum ViewStateKeys: String, CodingKey {
  case expandedItems
  case selectedItems
  case focusedItem
  case topItem
  case topOffset
}
