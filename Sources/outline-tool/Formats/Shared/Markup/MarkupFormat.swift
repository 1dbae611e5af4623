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
    // The name in the file also finds the address.
    func value(of name: Bytes) -> Bytes? {
      TagScanner.value(of: name, at: start, in: bytes, dialect: dialect)
    }
    if name == Bytes("url".utf8), let addressName { return value(of: Bytes(addressName.utf8)) }
    return value(of: name)
  }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    elementAttributes(at: start, in: bytes)
  }

  func elementAttributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    let attributes = TagScanner.attributes(at: start, in: bytes, dialect: dialect)
    guard let name = addressName.map({ Bytes($0.utf8) }) else { return attributes }
    return attributes.map { attribute in
      attribute.name.span.equals(name.span, ignoringCase: dialect == .html)
        ? RowAttribute(name: Bytes("url".utf8), value: attribute.value) : attribute
    }
  }

  func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    var scanner = TagScanner(at: start, dialect: dialect)
    scanner.skipAttributes(in: bytes)
    return start..<scanner.position
  }
}
