/// The settings for the rows of an outline: their selection, order and expansion.
struct Arrangement {
  var expansion: Expansion {
    get { givenExpansion ?? .all }
    set { givenExpansion = newValue }
  }
  /// The expansion, if an option gives it.
  var givenExpansion: Expansion?
  /// The number of levels to show; `nil` stands for all of them.
  var depth: Int?
  var collapsed: [Pattern] = []
  var matched: [Pattern] = []
  var ignored: [Pattern] = []
  var conditions: [Condition] = []
  /// The rows to show as roots, without all others; an empty list stands for all rows.
  var selected: [RowAddress] = []
  /// The pruning, if an option gives it.
  var pruning: Pruning?
  /// The order of siblings; `nil` stands for the order in the file, or by name in directories.
  var sorting: Sorting?

  /// The rows to keep in addition to matches.
  var kept: Pruning { pruning ?? .ancestors }

  /// A Boolean value that indicates whether to show only some rows, with their ancestors or
  /// descendants.
  var filters: Bool { !matched.isEmpty || !conditions.isEmpty }

  /// The number of levels that can be expanded.
  var expandableLevels: Int { depth.map { $0 - 1 } ?? .max }
}

/// The rows that are expanded.
enum Expansion: Equatable {
  case all
  case stored
  case none
  case levels(Int)
}

enum Pruning: String, CaseIterable {
  case ancestors
  case subtree
  case both
}

/// The order of siblings.
struct Sorting {
  enum Key {
    case text
    /// Natural order: numbers by value, letters regardless of case.
    case natural
    /// Rows with children first, then in natural order.
    case folders
    case none
    /// The values of an attribute: numbers and dates first, others in natural order.
    case attribute(Bytes)
  }

  var key = Key.text
  var isReversed = false

  /// The attribute to sort by, if any.
  var attribute: Bytes? {
    if case .attribute(let name) = key { name } else { nil }
  }

  func puts(
    _ left: Span<UInt8>, isFolder leftIsFolder: Bool, before right: Span<UInt8>,
    isFolder rightIsFolder: Bool
  ) -> Bool {
    switch key {
    case .none, .attribute: false
    case .folders where leftIsFolder != rightIsFolder: leftIsFolder
    case .text: isReversed ? right.precedes(left) : left.precedes(right)
    case .natural, .folders:
      isReversed ? right.precedesNaturally(left) : left.precedesNaturally(right)
    }
  }
}

extension Sorting {
  /// Parses the name of an order or an attribute; a minus sign before it reverses the order.
  init?(_ value: Bytes) {
    isReversed = value.first == UInt8(ascii: "-")
    let name = isReversed ? Bytes(value.dropFirst()) : value
    switch name.lowercasedText {
    case "": return nil
    case "text": key = .text
    case "natural": key = .natural
    case "folders": key = .folders
    case "none": key = .none
    default: key = .attribute(name)
    }
  }
}

/// The value of an attribute that rows are sorted by.
struct SortValue {
  private let text: Bytes
  private let quantity: Quantity?

  init(_ text: Bytes) {
    self.text = text
    quantity = Quantity(text)
  }

  func precedes(_ other: SortValue) -> Bool {
    if let quantity, let otherQuantity = other.quantity {
      if let order = quantity.order(to: otherQuantity) { return order < 0 }
      // Numbers come before dates.
      if case .number = quantity { return true }
      return false
    }
    if (quantity == nil) != (other.quantity == nil) { return quantity != nil }
    return text.span.precedesNaturally(other.text.span)
  }
}

extension Span where Element == UInt8 {
  /// Returns whether these bytes come before others in natural order.
  fileprivate func precedesNaturally(_ other: Span<UInt8>) -> Bool {
    var index = 0
    var otherIndex = 0
    while index < count && otherIndex < other.count {
      if self[index].isASCIIDigit && other[otherIndex].isASCIIDigit {
        let left = digits(from: &index)
        let right = other.digits(from: &otherIndex)
        if left.count != right.count { return left.count < right.count }
        let number = extracting(left)
        let otherNumber = other.extracting(right)
        if !number.equals(otherNumber) { return number.precedes(otherNumber) }
      } else {
        let left = self[index].lowercased
        let right = other[otherIndex].lowercased
        if left != right { return left < right }
        index += 1
        otherIndex += 1
      }
    }

    if count - index != other.count - otherIndex { return count - index < other.count - otherIndex }
    return precedes(other)
  }

  /// Skips a number and returns its range without leading zeros.
  private func digits(from index: inout Int) -> Range<Int> {
    while index < count && self[index] == UInt8(ascii: "0") { index += 1 }
    let start = index
    while index < count && self[index].isASCIIDigit { index += 1 }
    return start..<index
  }
}
