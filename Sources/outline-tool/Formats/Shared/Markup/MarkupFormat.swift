/// A format whose rows are elements with attributes.
protocol MarkupFormat: Format {
  var dialect: MarkupDialect { get }
}

/// The language of a file of tags, which determines its syntax and its entities.
enum MarkupDialect {
  case xml
  case html
}

extension MarkupFormat {
  var dialect: MarkupDialect { .xml }
  var allowsZeroBytes: Bool { true }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    TagScanner.value(of: name, at: start, in: bytes, dialect: dialect)
  }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    TagScanner.attributes(at: start, in: bytes, dialect: dialect)
  }

  func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    var scanner = TagScanner(at: start, dialect: dialect)
    scanner.skipAttributes(in: bytes)
    return start..<scanner.position
  }
}
