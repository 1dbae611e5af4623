extension Span where Element == UInt8 {
  /// Returns what a tag of TaskPaper has in parentheses, nothing for one without; `nil` where a
  /// text has no such tag.
  func taskPaperTag(_ name: Bytes) -> Bytes? {
    var start = 0
    while let sign = firstIndex(of: UInt8(ascii: "@"), from: start) {
      start = sign + 1
      let end = start + name.count
      guard sign == 0 || self[sign - 1].isBlank, end <= count,
        extracting(start..<end).equals(name.span)
      else { continue }
      if end == count || self[end].isBlank { return [] }
      guard self[end] == UInt8(ascii: "(") else { continue }
      return firstIndex(of: UInt8(ascii: ")"), from: end).map {
        Bytes(copying: extracting(end + 1..<$0))
      }
    }
    return nil
  }
}
