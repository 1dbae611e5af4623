/// Finds the fields of a CSV file according to RFC 4180.
///
/// A quote ends a field only before a delimiter or a line end. A quoted field without an end
/// occupies the rest of its line.
///
/// - Complexity: O(`bytes.count`)
struct TableScanner {
  private(set) var table: Table
  private(set) var problems = ProblemLog()
  private let delimiter: UInt8
  private var position = 0
  /// The offset before which quoted fields end with their lines, because the closing quote is
  /// missing.
  private var unterminatedBefore = 0

  static func scan(_ bytes: Span<UInt8>, delimiter: UInt8) -> TableScanner {
    var scanner = TableScanner(table: Table(byteCount: bytes.count), delimiter: delimiter)
    while scanner.position < bytes.count { scanner.readRecord(in: bytes) }
    return scanner
  }

  /// Returns the delimiter that gives the largest share of records the same number of fields.
  static func mostLikelyDelimiter(in bytes: Span<UInt8>) -> UInt8 {
    var sample = bytes.extracting(first: min(bytes.count, 1 << 15))
    if sample.count < bytes.count {
      var end = sample.count
      while end > 0 && sample[end - 1] != 0x0A { end -= 1 }
      sample = sample.extracting(first: end)
    }

    var best: (delimiter: UInt8, score: Int) = (UInt8(ascii: ","), 0)
    for delimiter in ",;\t|".utf8 {
      let table = scan(sample, delimiter: delimiter).table
      let count = table.usualFieldCount
      if count < 2 { continue }
      let records = 0..<min(table.recordCount, 100)
      // A wrong delimiter would count the lines of quoted fields as records.
      let share = records.count { table.fieldCount(of: $0) == count } * 100 / records.count
      let score = share * 64 + min(count, 63)
      if score > best.score { best = (delimiter, score) }
    }
    return best.delimiter
  }

  private mutating func readRecord(in bytes: Span<UInt8>) {
    let start = position
    while true {
      readField(in: bytes)
      guard position < bytes.count, bytes[position] == delimiter else { break }
      position += 1
    }
    if position < bytes.count && bytes[position] == 0x0D { position += 1 }
    if position < bytes.count && bytes[position] == 0x0A { position += 1 }
    table.endRecord(from: start)
  }

  private mutating func readField(in bytes: Span<UInt8>) {
    while position < bytes.count && isBlank(bytes[position]) { position += 1 }
    if position < bytes.count && bytes[position] == UInt8(ascii: "\"") {
      readQuotedField(in: bytes)
      return
    }
    let start = position
    position = bytes.endOfField(from: start, delimiter: delimiter)
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
      if hasLines && start < unterminatedBefore { break }

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
      problems.report(TableProblem.strayQuote, at: quote)
    }

    problems.report(TableProblem.unterminatedField, at: start - 1)
    unterminatedBefore = max(unterminatedBefore, hasLines ? index : bytes.count)
    position = bytes.endOfField(from: start, delimiter: delimiter)
    appendTrimmed(start..<position, in: bytes)
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
  /// Returns the offset of the next delimiter or line end, or `count`.
  fileprivate func endOfField(from start: Int, delimiter: UInt8) -> Int {
    var index = start
    while true {
      index = firstIndex(from: index, to: count) { bytes in
        (bytes .== each(delimiter)) .| (bytes .== each(0x0A)) .| (bytes .== each(0x0D))
          .| (bytes .== each(0))
      }
      // Zero bytes are a part of a field.
      guard index < count, self[index] == 0 else { return index }
      index += 1
    }
  }

  fileprivate var hasLineEnd: Bool {
    firstIndex(of: 0x0A, from: 0) != nil || firstIndex(of: 0x0D, from: 0) != nil
  }
}
