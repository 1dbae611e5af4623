extension JSONReader {
  /// Notes where the members of the rows stand that are wanted as attributes.
  ///
  /// - Complexity: O(number of values), as members are found without a look at what is in them.
  mutating func noteAttributes(_ names: [Bytes], in bytes: Span<UInt8>) {
    let keys = names.map { table.keys.number(of: $0.span, in: bytes) }
    listing.attributes = AttributePlaces(names: names)
    for row in rowValues {
      listing.attributes.addRow()
      guard table[row].kind == .object else { continue }
      var children = table.children(of: row)
      while let child = children.next(in: table) {
        let value = table[child]
        if value.isContainer { continue }
        for name in keys.indices where keys[name] == value.key {
          listing.attributes.note(name, at: place(of: child, in: bytes))
        }
      }
    }
  }
}
