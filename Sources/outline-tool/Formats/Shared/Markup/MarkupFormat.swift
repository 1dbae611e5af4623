/// A format whose rows are elements with attributes.
protocol MarkupFormat: Format {
  var dialect: MarkupDialect { get }
  /// The attribute with the address of a row, which gets the name that all formats share.
  var addressName: String? { get }
}

/// The language of a file of tags, which determines its syntax and its entities.
enum MarkupDialect {
  case xml
  case html
}

extension MarkupFormat {
  var dialect: MarkupDialect { .xml }
  var addressName: String? { nil }
  var allowsZeroBytes: Bool { true }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    guard addressName != nil, let start else {
      return TagScanner.value(of: name, at: start, in: bytes, dialect: dialect)
    }
    return elementAttributes(at: start, in: bytes)
      .first { $0.name.span.equals(name.span, ignoringCase: dialect == .html) }?.value
  }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    elementAttributes(at: start, in: bytes)
  }

  func elementAttributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    TagScanner.attributes(at: start, in: bytes, dialect: dialect).map { attribute in
      guard let addressName,
        attribute.name.span.equals(Bytes(addressName.utf8).span, ignoringCase: dialect == .html)
      else { return attribute }
      return RowAttribute(name: Bytes("url".utf8), value: attribute.value)
    }
  }

  func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    var scanner = TagScanner(at: start, dialect: dialect)
    scanner.skipAttributes(in: bytes)
    return start..<scanner.position
  }
}
