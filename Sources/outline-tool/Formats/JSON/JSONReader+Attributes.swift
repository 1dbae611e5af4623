extension JSONReader {
  /// Collects the attributes of rows: all members but those that contain rows.
  ///
  /// - Complexity: O(number of values), since the walk skips the contents of members.
  mutating func collectAttributes(_ names: [Bytes], in bytes: Span<UInt8>) {
    let keys = names.map { table.keys.number(of: $0.span, in: bytes) }
    let rows = rowValues.map { UInt32($0) }.sorted()
    parsed.attributes = AttributeRanges(names: names)
    for row in rowValues {
      parsed.attributes.addRow()
      guard table[row].kind == .object else { continue }
      var children = table.children(of: row)
      while let child = children.next(in: table) {
        let value = table[child]
        for name in keys.indices where keys[name] == value.key {
          if rows.hasNumber(in: child..<child + 1) {
            continue
          } else if !value.isContainer {
            parsed.attributes.set(name, to: textRange(of: child, in: bytes))
          } else if !rows.hasNumber(in: child..<value.end) {
            parsed.attributes.set(name, to: textRange(ofContainer: child, in: bytes))
          }
        }
      }
    }
  }

  /// Returns the range of an array or an object with its brackets.
  private func textRange(ofContainer index: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let (start, end) = (table[index].start, table[index].end)
    let limit = end < table.values.count ? table[end].start : bytes.count
    let last = table[end - 1]
    var position = last.isContainer ? last.start + 1 : last.range.upperBound
    // Only closing brackets follow the last value.
    var openCount = (index..<end).count { table[$0].isContainer && table[$0].end == end }
    while position < limit && openCount > 0 {
      if bytes[position] == UInt8(ascii: "]") || bytes[position] == UInt8(ascii: "}") {
        openCount -= 1
      }
      position += 1
    }
    return start..<max(start, position)
  }
}

extension [UInt32] {
  func hasNumber(in range: Range<Int>) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] < range.upperBound
  }
}
