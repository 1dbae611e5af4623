/// Finds the fields of a file of CSV, by the rules of RFC 4180.
///
/// A quote ends a field only where the field can end; one that does not end takes up its line.
///
/// - Complexity: O(`bytes.count`)
struct TableScanner {
  private(set) var table = Table()
  private(set) var faults = FaultLog()
  private let delimiter: UInt8
  private var position = 0
  /// Fields that begin before this place end with their line: what follows has no end for them.
  private var isUnclosedBefore = 0

  static func scan(_ bytes: Span<UInt8>, delimiter: UInt8) -> TableScanner {
    var scanner = TableScanner(delimiter: delimiter)
    while scanner.position < bytes.count { scanner.readRecord(in: bytes) }
    return scanner
  }

  private init(delimiter: UInt8) {
    self.delimiter = delimiter
  }

  private mutating func readRecord(in bytes: Span<UInt8>) {
    while true {
      readField(in: bytes)
      guard position < bytes.count, bytes[position] == delimiter else { break }
      position += 1
    }
    if position < bytes.count && bytes[position] == 0x0D { position += 1 }
    if position < bytes.count && bytes[position] == 0x0A { position += 1 }
    table.endRecord()
  }

  private mutating func readField(in bytes: Span<UInt8>) {
    while position < bytes.count && isBlank(bytes[position]) { position += 1 }
    if position < bytes.count && bytes[position] == UInt8(ascii: "\"") {
      readQuotedField(in: bytes)
      return
    }
    let start = position
    while position < bytes.count && !ends(bytes[position]) { position += 1 }
    appendTrimmed(start..<position, in: bytes)
  }

  private mutating func appendTrimmed(_ range: Range<Int>, in bytes: Span<UInt8>) {
    var end = range.upperBound
    while end > range.lowerBound && isBlank(bytes[end - 1]) { end -= 1 }
    table.append(Table.Field(range.lowerBound..<end, hasQuotes: false))
  }

  private mutating func readQuotedField(in bytes: Span<UInt8>) {
    let start = position + 1
    var index = start
    var hasQuotes = false
    var hasLines = false
    while let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: index) {
      hasLines = hasLines || bytes.extracting(index..<quote).hasLineEnd
      if hasLines && start < isUnclosedBefore { break }
      if quote + 1 < bytes.count && bytes[quote + 1] == UInt8(ascii: "\"") {
        hasQuotes = true
        index = quote + 2
        continue
      }
      var next = quote + 1
      while next < bytes.count && isBlank(bytes[next]) { next += 1 }
      if next == bytes.count || ends(bytes[next]) {
        table.append(Table.Field(start..<quote, hasQuotes: hasQuotes))
        position = next
        return
      }
      index = quote + 1
      if hasLines { break }
      note(.looseQuote, at: quote)
    }
    note(.unfinishedField, at: start - 1)
    isUnclosedBefore = max(isUnclosedBefore, hasLines ? index : bytes.count)
    position = start
    while position < bytes.count && !ends(bytes[position]) { position += 1 }
    appendTrimmed(start..<position, in: bytes)
  }

  private mutating func note(_ fault: TableFault, at position: Int) {
    faults.note(.malformedTable(fault), at: position)
  }

  @inline(__always)
  private func ends(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == 0x0A || byte == 0x0D
  }

  @inline(__always)
  private func isBlank(_ byte: UInt8) -> Bool {
    (byte == 0x20 || byte == 0x09) && byte != delimiter
  }
}

extension Span where Element == UInt8 {
  fileprivate var hasLineEnd: Bool {
    firstIndex(of: 0x0A, from: 0) != nil || firstIndex(of: 0x0D, from: 0) != nil
  }
}
