// Every member and element a row.

extension JSONReader {
  /// An array or an object whose values are being added.
  private struct Container {
    let end: Int
    let isArray: Bool
    var position = 0
  }

  /// Adds all values of the file: `key: value`, `[0]: value`, and what is in others below them.
  mutating func addAll(in bytes: Span<UInt8>) {
    let root = table.root
    if !table[root].isContainer {
      addRow(place(of: root, in: bytes), level: 0, of: root)
      return
    }
    let end = table.next(after: root)
    var current = Container(end: end, isArray: table[root].kind == .array)
    var outer: [Container] = []
    for index in root + 1..<end {
      while index >= current.end { current = outer.popLast() ?? current }
      let value = table[index]
      let place =
        current.isArray
        ? elementPlace(index, position: current.position, in: bytes)
        : memberPlace(index, in: bytes)
      current.position += 1
      addRow(place, level: outer.count, of: index)
      if value.isContainer && value.end > index + 1 {
        outer.append(current)
        current = Container(end: value.end, isArray: value.kind == .array)
      }
    }
  }

  /// Where the text of a member stands: its key, and its value if that is none with rows.
  mutating func memberPlace(_ index: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let value = table[index]
    let hasRows = value.isContainer && value.end > index + 1
    if value.key > 0 && hasRows { return place(ofKey: value.key, in: bytes) }
    let start = resolved.count
    if value.key > 0 {
      resolved.appendUnescaped(bytes.extracting(table.keys[value.key]))
      resolved += ": ".utf8
    }
    appendText(of: value, in: bytes)
    return place(from: start, in: bytes)
  }

  /// Where the text of an element stands: its position, and its value if that is none with rows.
  private mutating func elementPlace(
    _ index: Int, position: Int, in bytes: Span<UInt8>
  ) -> Range<Int> {
    let value = table[index]
    let start = resolved.count
    resolved += "[\(position)]".utf8
    if !value.isContainer || value.end == index + 1 {
      resolved += ": ".utf8
      appendText(of: value, in: bytes)
    }
    return place(from: start, in: bytes)
  }

  /// Appends the text of a value to the texts that are made here.
  private mutating func appendText(of value: JSONValue, in bytes: Span<UInt8>) {
    switch value.kind {
    case .object: resolved += "{}".utf8
    case .array: resolved += "[]".utf8
    case .word: resolved.append(bytes.extracting(value.range))
    case .text: resolved.appendUnescaped(bytes.extracting(value.range))
    }
  }
}
