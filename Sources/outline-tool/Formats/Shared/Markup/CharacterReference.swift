/// A character reference of XML or HTML, such as `&amp;`, `&#65;` or `&#x41;`.
///
/// XML has its five entities; HTML also has the common ones. Document types are ignored.
struct CharacterReference {
  let scalar: Unicode.Scalar
  let length: Int

  /// The names, first those of XML.
  private static let names: [(name: String, scalar: Unicode.Scalar)] = [
    ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("apos;", "'"),
    ("nbsp;", "\u{A0}"), ("hellip;", "…"), ("ndash;", "–"), ("mdash;", "—"), ("lsquo;", "‘"),
    ("rsquo;", "’"), ("sbquo;", "‚"), ("ldquo;", "“"), ("rdquo;", "”"), ("bdquo;", "„"),
    ("laquo;", "«"), ("raquo;", "»"), ("lsaquo;", "‹"), ("rsaquo;", "›"), ("bull;", "•"),
    ("middot;", "·"), ("copy;", "©"), ("reg;", "®"), ("trade;", "™"), ("deg;", "°"),
    ("times;", "×"), ("euro;", "€"), ("pound;", "£"), ("sect;", "§"), ("larr;", "←"),
    ("rarr;", "→"), ("auml;", "ä"), ("ouml;", "ö"), ("uuml;", "ü"), ("Auml;", "Ä"),
    ("Ouml;", "Ö"), ("Uuml;", "Ü"), ("szlig;", "ß"), ("agrave;", "à"), ("acirc;", "â"),
    ("ccedil;", "ç"), ("egrave;", "è"), ("eacute;", "é"), ("ecirc;", "ê"), ("ntilde;", "ñ"),
  ]

  /// Reads the reference at an `&`; returns `nil` if there is none.
  init?(in bytes: Span<UInt8>, at start: Int, dialect: MarkupDialect = .xml) {
    let rest = bytes.extracting((start + 1)...)
    if rest.isEmpty { return nil }
    if rest[0] == UInt8(ascii: "#") {
      self.init(numberIn: rest)
      return
    }
    let names = dialect == .xml ? Self.names.prefix(5) : Self.names[...]
    for (name, scalar) in names where rest.starts(with: name, ignoringCase: false) {
      self.init(scalar: scalar, length: name.utf8.count + 1)
      return
    }
    return nil
  }

  private init(scalar: Unicode.Scalar, length: Int) {
    self.scalar = scalar
    self.length = length
  }

  private init?(numberIn text: Span<UInt8>) {
    let isHexadecimal = text.count > 1 && text[1] | 0x20 == UInt8(ascii: "x")
    let radix: UInt32 = isHexadecimal ? 16 : 10
    let start = isHexadecimal ? 2 : 1
    var index = start
    var value: UInt32 = 0
    while index < text.count, let digit = text[index].digit(radix: radix) {
      value = min(value * radix + digit, 0x20_0000)
      index += 1
    }
    guard index > start, index < text.count, text[index] == UInt8(ascii: ";"),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    self.init(scalar: scalar, length: index + 2)
  }
}

extension Bytes {
  /// Appends a text with its references resolved.
  ///
  /// Unescaped line ends and tabs become spaces unless the text is preformatted.
  mutating func appendResolved(
    _ text: Span<UInt8>, dialect: MarkupDialect = .xml, isPreformatted: Bool = false
  ) {
    var start = 0
    while true {
      let index = text.firstIndexOfMarkup(from: start, to: text.count)
      append(text.extracting(start..<index))
      if index == text.count { return }
      let byte = text[index]
      if byte == UInt8(ascii: "&"),
        let reference = CharacterReference(in: text, at: index, dialect: dialect)
      {
        append(contentsOf: UTF8.encode(reference.scalar) ?? .init())
        start = index + reference.length
      } else if isPreformatted {
        let isFirstOfTwo = byte == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
        if !isFirstOfTwo { append(byte == 0x0D ? 0x0A : byte) }
        start = index + 1
      } else {
        append(byte == 0x0A || byte == 0x09 || byte == 0x0D ? 0x20 : byte)
        start = index + 1
      }
    }
  }
}
