/// The values of a JSON file in the order in which they begin.
///
/// Value 0 is the sequence of values at the top: one in most files, one for each line in others.
/// The contents of an array or an object follow it, so that the first child of value `n` is `n +
/// 1`.
struct JSONTable {
  let values: [JSONValue]
  let keys: JSONKeys

  subscript(index: Int) -> JSONValue { values[index] }

  /// The only value at the top, or else the sequence of all of them.
  var root: Int {
    values.count > 1 && next(after: 1) == values.count ? 1 : 0
  }

  func next(after index: Int) -> Int {
    let value = values[index]
    return value.isContainer ? value.end : index + 1
  }

  /// Returns the direct contents of an array or an object; none for other values.
  func children(of index: Int) -> JSONChildren {
    JSONChildren(first: index + 1, end: next(after: index))
  }
}

extension OutputSpan<JSONValue> {
  /// Ends an array or an object after the last value, and returns its former state.
  @inline(__always)
  mutating func close(_ index: Int) -> JSONValue {
    let value = self[index]
    self[index].end = count
    return value
  }
}

/// A value of a JSON file, packed with offsets of 30 bits.
struct JSONValue {
  enum Kind: UInt32 {
    /// A number, `true`, `false`, `null`, or an invalid literal.
    case literal
    case string
    case array
    case object
  }

  private let startAndKind: UInt32
  private var endAndMark: UInt32
  /// The number of its key; 0 for a value without a key.
  let key: UInt32

  private static let mask: UInt32 = 1 << 30 - 1
  private static let mark: UInt32 = 1 << 31

  init(kind: Kind, start: Int, end: Int, isMarked: Bool = false, key: UInt32) {
    startAndKind = UInt32(truncatingIfNeeded: start) | kind.rawValue << 30
    endAndMark = UInt32(truncatingIfNeeded: end) | (isMarked ? JSONValue.mark : 0)
    self.key = key
  }

  init(kind: Kind, range: Range<Int>, hasEscapes: Bool, key: UInt32) {
    self.init(
      kind: kind, start: range.lowerBound, end: range.upperBound, isMarked: hasEscapes, key: key)
  }

  var kind: Kind { Kind(rawValue: startAndKind >> 30) ?? .literal }
  var isContainer: Bool { startAndKind >> 31 == 1 }
  /// The start of the value: for a string after its quote, for an array or an object its bracket.
  var start: Int { Int(startAndKind & JSONValue.mask) }

  /// The end of a scalar in the file.
  ///
  /// For an array or an object, the value after it or, while it is open, the enclosing value.
  var end: Int {
    get { Int(endAndMark & ~JSONValue.mark) }
    set { endAndMark = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The range of a scalar; empty for an array or an object.
  var range: Range<Int> { start..<(isContainer ? start : end) }
  var hasEscapes: Bool { endAndMark & JSONValue.mark != 0 }

  /// A Boolean value that indicates whether two members of an open object may have the same key.
  var mayHaveDuplicateKeys: Bool {
    get { endAndMark & JSONValue.mark != 0 }
    set { endAndMark = endAndMark & ~JSONValue.mark | (newValue ? JSONValue.mark : 0) }
  }
}

struct JSONChildren {
  private(set) var first: Int
  let end: Int

  var isEmpty: Bool { first >= end }

  @inline(__always)
  mutating func next(in table: borrowing JSONTable) -> Int? {
    if first >= end { return nil }
    let index = first
    first = table.next(after: index)
    return index
  }
}
