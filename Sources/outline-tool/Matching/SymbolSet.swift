/// A set of symbols, as ascending ranges with gaps between them.
///
/// A symbol is a Unicode scalar, or a byte that belongs to none. Bytes come after all scalars.
struct SymbolSet {
  static let last: UInt32 = 0x11_00FF
  static let all = SymbolSet([0...last])
  static let none = SymbolSet([])
  /// The symbols of a path; a zero follows the path of a directory.
  static let path = SymbolSet([1...last])
  /// The symbols of the name of a file.
  static let fileName = path.subtracting(UInt32(ascii: "/"))

  private(set) var ranges: [ClosedRange<UInt32>] = []

  init(_ ranges: [ClosedRange<UInt32>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let end = self.ranges.last?.upperBound, range.lowerBound <= end + 1 {
        let start = self.ranges.removeLast().lowerBound
        self.ranges.append(start...max(end, range.upperBound))
      } else {
        self.ranges.append(range)
      }
    }
  }

  init(_ symbol: UInt32) {
    ranges = [symbol...symbol]
  }

  func contains(_ symbol: UInt32) -> Bool {
    ranges.contains { $0.contains(symbol) }
  }

  func union(_ other: SymbolSet) -> SymbolSet {
    SymbolSet(ranges + other.ranges)
  }

  var inverted: SymbolSet {
    var gaps: [ClosedRange<UInt32>] = []
    var start: UInt32 = 0
    for range in ranges {
      if range.lowerBound > start { gaps.append(start...range.lowerBound - 1) }
      start = range.upperBound + 1
    }
    if start <= SymbolSet.last { gaps.append(start...SymbolSet.last) }
    return SymbolSet(gaps)
  }

  func subtracting(_ symbol: UInt32) -> SymbolSet {
    inverted.union(SymbolSet(symbol)).inverted
  }

  func intersection(_ other: SymbolSet) -> SymbolSet {
    inverted.union(other.inverted).inverted
  }
}

// MARK: - Case

extension SymbolSet {
  var ignoringCase: SymbolSet {
    var variants = ranges
    for range in ranges {
      for block in SymbolSet.blocksWithCase where range.overlaps(block) {
        for value in range.clamped(to: block) {
          guard let properties = Unicode.Scalar(value)?.properties else { continue }
          for text in [properties.lowercaseMapping, properties.uppercaseMapping] {
            let scalars = text.unicodeScalars
            if let scalar = scalars.first, scalars.count == 1, scalar.value != value {
              variants.append(scalar.value...scalar.value)
            }
          }
        }
      }
    }
    return SymbolSet(variants)
  }

  /// The blocks that contain letters with case.
  private static let blocksWithCase: [ClosedRange<UInt32>] = [
    0x41...0x7A, 0xB5...0x588, 0x10A0...0x10FF, 0x13A0...0x13FF, 0x1C80...0x1CBF, 0x1D79...0x1FFF,
    0x2126...0x2184, 0x24B6...0x24E9, 0x2C00...0x2D2D, 0xA640...0xA7FF, 0xAB53...0xABBF,
    0xFF21...0xFF5A, 0x10400...0x105BC, 0x10C80...0x10CF2, 0x118A0...0x118DF, 0x16E40...0x16E7F,
    0x1E900...0x1E943,
  ]
}

// MARK: - Classes

extension SymbolSet {
  static let digits = SymbolSet([0x30...0x39])

  /// Returns the ASCII characters of a class such as `alpha`, where `space` is as in git.
  static func posixClass(_ name: some Sequence<UInt32>) -> SymbolSet? {
    switch String(String.UnicodeScalarView(name.compactMap(Unicode.Scalar.init))) {
    case "alnum": SymbolSet([0x30...0x39, 0x41...0x5A, 0x61...0x7A])
    case "alpha": SymbolSet([0x41...0x5A, 0x61...0x7A])
    case "blank": SymbolSet([0x09...0x09, 0x20...0x20])
    case "cntrl": SymbolSet([0x00...0x1F, 0x7F...0x7F])
    case "digit": digits
    case "graph": SymbolSet([0x21...0x7E])
    case "lower": SymbolSet([0x61...0x7A])
    case "print": SymbolSet([0x20...0x7E])
    case "punct": SymbolSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])
    case "space": SymbolSet([0x09...0x0A, 0x0D...0x0D, 0x20...0x20])
    case "upper": SymbolSet([0x41...0x5A])
    case "xdigit": SymbolSet([0x30...0x39, 0x41...0x46, 0x61...0x66])
    default: nil
    }
  }

  static let blanks = SymbolSet([
    0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
    0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
  ])

  /// Letters, marks, digits and the underscore.
  ///
  /// Beyond ASCII, these are whole blocks, which is enough to find words.
  static let wordCharacters = SymbolSet([
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xAA...0xAA, 0xB5...0xB5, 0xBA...0xBA,
    0xC0...0xD6, 0xD8...0xF6, 0xF8...0x167F, 0x1681...0x1FFF, 0x2C00...0x2DFF, 0x3005...0x3007,
    0x3031...0xD7FF, 0xF900...0xFDFF, 0xFE70...0xFEFE, 0xFF10...0xFF19, 0xFF21...0xFF3A,
    0xFF41...0xFF5A, 0xFF66...0xFFDC, 0x10000...0x1EFFF, 0x20000...0x3FFFF,
  ])
}

// MARK: - Text

extension DecodedCharacter {
  var symbol: UInt32 {
    switch self {
    case .scalar(let value, _): value
    case .invalidByte(let byte): 0x11_0000 + UInt32(byte)
    }
  }
}

extension Span where Element == UInt8 {
  var symbols: [UInt32] {
    var symbols: [UInt32] = []
    var index = 0
    while index < count {
      let character = DecodedCharacter(in: self, at: index)
      symbols.append(character.symbol)
      index += character.length
    }
    return symbols
  }
}

extension ArraySlice<UInt32> {
  /// Returns the name of a class such as `[:digit:]` in brackets, and the index after it.
  func posixClass(at position: Int) -> (name: ArraySlice<UInt32>, end: Int)? {
    let colon = UInt32(ascii: ":")
    guard self[position...].starts(with: [UInt32(ascii: "["), colon]),
      let end = self[(position + 2)...].firstIndex(of: UInt32(ascii: "]")),
      end > position + 2, self[end - 1] == colon
    else { return nil }
    return (self[(position + 2)..<(end - 1)], end + 1)
  }
}

extension UInt32 {
  init(ascii scalar: Unicode.Scalar) {
    self = scalar.value
  }
}
