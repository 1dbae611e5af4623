// Files in which every member and element is a row.

extension JSONReader {
  /// An array or an object while its values become rows.
  private struct Container {
    let end: Int
    let isArray: Bool
    var position = 0
  }

  /// Adds a row for each value of the file, such as `key: value` or `[0]: value`.
  mutating func addAll(in bytes: Span<UInt8>) {
    let root = table.root
    if !table[root].isContainer {
      addRow(textRange(of: root, in: bytes), level: 0, of: root)
      return
    }
    let end = table.next(after: root)
    var current = Container(end: end, isArray: table[root].kind == .array)
    var outer: [Container] = []
    for index in root + 1..<end {
      while index >= current.end { current = outer.popLast() ?? current }
      let value = table[index]
      let text =
        current.isArray
        ? elementText(index, position: current.position, in: bytes)
        : memberText(index, in: bytes)
      current.position += 1
      addRow(text, level: outer.count, of: index)
      if value.isContainer && value.end > index + 1 {
        outer.append(current)
        current = Container(end: value.end, isArray: value.kind == .array)
      }
    }
  }

  /// Returns the text of a member: its key, and its value unless that has rows.
  mutating func memberText(_ index: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let value = table[index]
    let hasRows = value.isContainer && value.end > index + 1
    if value.key > 0 && hasRows { return textRange(ofKey: value.key, in: bytes) }
    let key = table.keys[value.key]
    return appended.range(after: bytes) { text in
      if value.key > 0 {
        text.appendUnescaped(bytes.extracting(key))
        text += ": ".utf8
      }
      text.append(value, in: bytes)
    }
  }

  /// Returns the text of an element: its position, and its value unless that has rows.
  private mutating func elementText(
    _ index: Int, position: Int, in bytes: Span<UInt8>
  ) -> Range<Int> {
    let value = table[index]
    return appended.range(after: bytes) { text in
      text += "[\(position)]".utf8
      if !value.isContainer || value.end == index + 1 {
        text += ": ".utf8
        text.append(value, in: bytes)
      }
    }
  }
}

extension Bytes {
  /// Appends the text of a value; an array or an object is empty.
  fileprivate mutating func append(_ value: JSONValue, in bytes: Span<UInt8>) {
    switch value.kind {
    case .object: self += "{}".utf8
    case .array: self += "[]".utf8
    case .literal: append(bytes.extracting(value.range))
    case .string: appendUnescaped(bytes.extracting(value.range))
    }
  }
}
