/// The order of siblings.
enum Sorting: String, CaseIterable {
  /// By the bytes of their texts.
  case text
  /// As people sort: numbers by value, letters without regard to case.
  case natural
  /// Those with children first, each kind as people sort.
  case folders
  /// As the file or the directory has them.
  case none
}

extension Sorting {
  /// Whether one of two siblings comes before the other.
  func puts(
    _ left: Span<UInt8>, isFolder leftIsFolder: Bool, before right: Span<UInt8>,
    isFolder rightIsFolder: Bool
  ) -> Bool {
    switch self {
    case .none: false
    case .text: left.precedes(right)
    case .folders where leftIsFolder != rightIsFolder: leftIsFolder
    case .natural, .folders: left.precedesNaturally(right)
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether people would sort these bytes before others: numbers by value, and letters of ASCII
  /// without regard to case, as long as that makes a difference.
  fileprivate func precedesNaturally(_ other: Span<UInt8>) -> Bool {
    var (index, otherIndex) = (0, 0)
    while index < count && otherIndex < other.count {
      if self[index].isASCIIDigit && other[otherIndex].isASCIIDigit {
        let (left, right) = (digits(from: &index), other.digits(from: &otherIndex))
        if left.count != right.count { return left.count < right.count }
        let (number, otherNumber) = (extracting(left), other.extracting(right))
        if !number.equals(otherNumber) { return number.precedes(otherNumber) }
      } else {
        let (left, right) = (self[index].lowercased, other[otherIndex].lowercased)
        if left != right { return left < right }
        index += 1
        otherIndex += 1
      }
    }
    if count - index != other.count - otherIndex { return count - index < other.count - otherIndex }
    return precedes(other)
  }

  /// Moves past a number and returns where it is, without zeros at its start.
  private func digits(from index: inout Int) -> Range<Int> {
    while index < count && self[index] == UInt8(ascii: "0") { index += 1 }
    let start = index
    while index < count && self[index].isASCIIDigit { index += 1 }
    return start..<index
  }
}
