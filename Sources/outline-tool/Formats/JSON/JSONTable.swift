/// The values of a file of JSON in the order in which they begin, as places in the file.
///
/// Value 0 is no value of the file but the sequence of those at the top: one in most files, one for
/// each line in others. What is in an array or an object comes right behind it, so that the first
/// child of value `n` is `n + 1`.
struct JSONTable {
  let values: [JSONValue]
  let keys: JSONKeys

  subscript(index: Int) -> JSONValue { values[index] }

  /// The value that the file is about: the only one at the top, or else the sequence of them.
  var root: Int {
    values.count > 1 && next(after: 1) == values.count ? 1 : 0
  }

  /// Returns the value that comes behind a value and all that is in it.
  func next(after index: Int) -> Int {
    let value = values[index]
    return value.isContainer ? value.end : index + 1
  }

  /// Returns the values right in an array or an object; none for others.
  func children(of index: Int) -> JSONChildren {
    JSONChildren(first: index + 1, end: next(after: index))
  }
}

/// Values that are being found.
extension OutputSpan<JSONValue> {
  /// Ends an array or an object behind the value that was added last, and returns it as it was
  /// before.
  @inline(__always)
  mutating func close(_ index: Int) -> JSONValue {
    let value = self[index]
    self[index].end = count
    return value
  }
}

/// A value of a file of JSON, with places of 30 bits, as no larger files are read.
struct JSONValue {
  enum Kind: UInt32 {
    /// A number, `true`, `false`, `null`, or what should be one of them.
    case literal
    case string
    case array
    case object
  }

  private let startAndKind: UInt32
  private var endAndMark: UInt32
  /// The number of the key it has in an object; 0 for a value without one.
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
  /// Where it begins in the file: a text behind its quote, an array or an object at its bracket.
  var start: Int { Int(startAndKind & JSONValue.mask) }

  /// Where a text or a word ends in the file; the value that comes behind an array or an object,
  /// or while that goes on, the one that it is in.
  var end: Int {
    get { Int(endAndMark & ~JSONValue.mark) }
    set { endAndMark = UInt32(truncatingIfNeeded: newValue) }
  }

  /// Where a text or a word is in the file; empty for an array or an object.
  var range: Range<Int> { start..<(isContainer ? start : end) }
  /// Whether a text has escapes, so that it is not in the file as it is meant.
  var hasEscapes: Bool { endAndMark & JSONValue.mark != 0 }

  /// Whether two members of an object that goes on may have the same key.
  var mayHaveDuplicateKeys: Bool {
    get { endAndMark & JSONValue.mark != 0 }
    set { endAndMark = endAndMark & ~JSONValue.mark | (newValue ? JSONValue.mark : 0) }
  }
}

/// The values right in an array or an object.
struct JSONChildren {
  private(set) var first: Int
  let end: Int

  var isEmpty: Bool { first >= end }

  /// Moves on and returns the next of them.
  @inline(__always)
  mutating func next(in table: borrowing JSONTable) -> Int? {
    if first >= end { return nil }
    let index = first
    first = table.next(after: index)
    return index
  }
}
