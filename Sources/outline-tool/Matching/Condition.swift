/// A condition on an attribute, such as `priority>=3`, `state=TODO` or `tag:home`.
///
/// A class, because it records whether any row satisfied it.
final class Condition {
  enum Comparison: String {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    /// The attribute contains the value as a word.
    case contains = ":"
    /// The attribute matches a pattern.
    case matches = "~"
    /// The attribute is missing or empty.
    case missing
    case there
  }

  /// The condition as the user wrote it.
  let source: Bytes
  let name: Bytes
  let comparison: Comparison
  let value: Bytes
  private let quantity: Quantity?
  private var pattern: Pattern?
  private let isNegated: Bool
  /// The other conditions after the word `or`.
  private(set) var alternatives: [Condition] = []
  private(set) var ignoresCase = false
  private(set) var hasMatched = false

  convenience init(_ source: Bytes) throws(ConditionError) {
    let parts = try Condition.parts(of: source)
    try self.init(parts[0], of: source)
    for part in parts.dropFirst() { alternatives.append(try Condition(part, of: source)) }
  }

  private init(_ part: Range<Int>, of source: Bytes) throws(ConditionError) {
    self.source = source
    var part = source.span.trimming(part, where: \.isBlank)
    var isNegated = false
    while let end = source.end(ofWord: "not", at: part.lowerBound) {
      isNegated.toggle()
      part = source.span.trimming(end..<part.upperBound, where: \.isBlank)
    }
    self.isNegated = isNegated
    if part.isEmpty { throw .missingCondition(at: source.character(at: part.lowerBound)) }

    for (words, comparison) in Condition.presenceTests {
      guard let end = source.start(ofSuffix: words, in: part),
        !source[part.lowerBound..<end].contains(where: Condition.signs.contains)
      else { continue }
      name = Bytes(source[part.lowerBound..<end]).trimmed
      self.comparison = comparison
      value = []
      quantity = nil
      return
    }

    let start = source.character(at: part.lowerBound)
    let isInParentheses = source[part].first == UInt8(ascii: "(")
    guard let sign = Condition.sign(in: source, part) else {
      throw isInParentheses ? .parenthesis(at: start) : .missingComparison(at: start)
    }
    // The name itself can be in parentheses.
    if isInParentheses, !source[part.lowerBound..<sign.lowerBound].contains(UInt8(ascii: ")")) {
      throw .parenthesis(at: start)
    }
    name = Bytes(source[part.lowerBound..<sign.lowerBound]).trimmed
    if name.isEmpty { throw .missingName(at: source.character(at: sign.lowerBound)) }

    let text = String(decoding: source[sign], as: UTF8.self)
    guard let comparison = Comparison(rawValue: text == "==" ? "=" : text) else {
      throw .unknownComparison(at: source.character(at: sign.lowerBound))
    }
    self.comparison = comparison

    let range = source.span.trimming(sign.upperBound..<part.upperBound, where: \.isBlank)
    value = try Condition.value(in: source, range)
    if value.isEmpty && comparison != .equal && comparison != .notEqual {
      throw .missingValue(at: source.character(at: range.lowerBound))
    }

    let isQuoted = source[range].first?.isQuote == true
    quantity = (isQuoted ? nil : Quantity(relativeDay: value)) ?? Quantity(value)
    let isOrder = [.less, .greater, .lessOrEqual, .greaterOrEqual].contains(comparison)
    if isOfTag && (isOrder || comparison == .matches) {
      throw .comparisonOfTags(text, at: source.character(at: sign.lowerBound))
    }
    if isOrder && !isQuoted && quantity == nil {
      throw .invalidQuantity(at: source.character(at: range.lowerBound))
    }
    if comparison == .matches {
      do throws(PatternError) {
        pattern = try Pattern(value)
      } catch {
        throw .invalidPattern(error)
      }
    }
  }

  /// The words after a name that tell whether a row has the attribute.
  private static let presenceTests: [(words: String, comparison: Comparison)] = [
    (" is missing", .missing), (" is not there", .missing), (" is there", .there),
    (" is not missing", .there),
  ]

  /// Returns the ranges of the conditions that the word `or` separates outside of quotes.
  private static func parts(of source: Bytes) throws(ConditionError) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    var index = 0
    var isAfterSign = false
    while index < source.count {
      let byte = source[index]
      // An apostrophe within a value is no quote.
      if isAfterSign && byte.isQuote {
        let end = source[(index + 1)...].indices.first { end in
          source[end] == byte && (end + 1 == source.count || source[end + 1].isBlank)
        }
        guard let end else { throw .unclosedQuote(at: source.character(at: index)) }
        index = end
      } else if index == 0 || source[index - 1].isBlank {
        for word in ["and", "&&"] where source.end(ofWord: word, at: index) != nil {
          throw .conjunction(word, at: source.character(at: index))
        }
        if let end = ["or", "||"].lazy.compactMap({ source.end(ofWord: $0, at: index) }).first {
          parts.append(start..<index)
          start = end
          index = end
          continue
        }
      }
      if !byte.isBlank { isAfterSign = "=<>!:~".utf8.contains(byte) }
      index += 1
    }
    return parts + [start..<source.count]
  }

  func ignoreCase() {
    ignoresCase = true
    // A valid pattern stays valid if it ignores case.
    if let pattern { self.pattern = try? Pattern(pattern.source, ignoringCase: true) }
    for alternative in alternatives { alternative.ignoreCase() }
  }

  private static let signs = Bytes("=<>!~".utf8)

  /// Returns the range of the comparison; a colon counts only if there is no other.
  private static func sign(in source: Bytes, _ part: Range<Int>) -> Range<Int>? {
    for index in part {
      if source[index] == UInt8(ascii: ":"),
        source[index + 1..<part.upperBound].first(where: { !$0.isBlank })?.isQuote == true
      {
        return index..<index + 1
      }
      // A pattern can begin with other signs.
      if source[index] == UInt8(ascii: "~") { return index..<index + 1 }
      if signs.contains(source[index]) {
        let rest = source[index..<part.upperBound]
        let end = rest.firstIndex { !signs.contains($0) } ?? part.upperBound
        // The value can be a date such as `<2026-03-01 Sun>`.
        let isDate =
          end > index + 1 && source[end - 1] == UInt8(ascii: "<") && end < part.upperBound
          && source[end].isASCIIDigit && source[part.upperBound - 1] == UInt8(ascii: ">")
        return index..<(isDate ? end - 1 : end)
      }
    }
    return source[part].firstIndex(of: UInt8(ascii: ":")).map { $0..<$0 + 1 }
  }

  /// Returns the value, which may be in quotes.
  private static func value(
    in source: Bytes, _ range: Range<Int>
  ) throws(ConditionError) -> Bytes {
    let value = source[range]
    guard let first = value.first, first.isQuote else { return Bytes(value) }
    guard value.count > 1, value.last == first else {
      throw .unclosedQuote(at: source.character(at: range.lowerBound))
    }
    return Bytes(value.dropFirst().dropLast())
  }

  /// Records and returns whether a row satisfies the condition.
  func record(_ isSatisfied: Bool) -> Bool {
    hasMatched = hasMatched || isSatisfied
    return isSatisfied
  }

  /// Returns whether an attribute satisfies the condition, apart from its alternatives.
  func isSatisfied(by attribute: Bytes?) -> Bool {
    compares(attribute) != isNegated
  }

  /// A missing attribute satisfies only `!=` and `is missing`.
  private func compares(_ attribute: Bytes?) -> Bool {
    if comparison == .missing || comparison == .there {
      return (attribute?.isEmpty ?? true) == (comparison == .missing)
    }
    guard let attribute else { return comparison == .notEqual }
    if let pattern { return pattern.matches(attribute.span) }
    if comparison == .contains { return attribute.hasWord(value, ignoringCase: ignoresCase) }

    var order: Int?
    let value = value
    if let quantity {
      let given = Quantity(attribute)
      let isTime = if case .time = given { true } else { false }
      order = given?.order(to: isTime ? quantity.year ?? quantity : quantity)
    } else if !attribute.span.equals(value.span, ignoringCase: ignoresCase) {
      order = attribute.span.precedes(value.span) ? -1 : 1
    } else {
      order = 0
    }

    switch comparison {
    case .equal: return order == 0
    case .notEqual: return order != 0
    case .less: return order ?? 0 < 0
    case .greater: return order ?? 0 > 0
    case .lessOrEqual: return order ?? 1 <= 0
    case .greaterOrEqual: return order ?? -1 >= 0
    case .contains, .matches, .missing, .there: return false
    }
  }

  /// Returns whether a row satisfies a condition on membership in a set, such as the tags.
  func isSatisfied(byMembership isMember: Bool) -> Bool {
    (comparison == .notEqual || comparison == .missing ? !isMember : isMember) != isNegated
  }
}

/// An error in a condition, with the number of a character in it.
enum ConditionError: Error {
  case missingCondition(at: Int)
  case missingName(at: Int)
  case missingComparison(at: Int)
  case missingValue(at: Int)
  case unknownComparison(at: Int)
  /// A comparison that tags do not have.
  case comparisonOfTags(String, at: Int)
  case unclosedQuote(at: Int)
  /// A word between two conditions that does not join them.
  case conjunction(String, at: Int)
  /// A parenthesis that would group conditions.
  case parenthesis(at: Int)
  case invalidPattern(PatternError)
  /// A value after `<` or `>` that is neither a number nor a date.
  case invalidQuantity(at: Int)

  var sentence: String {
    switch self {
    case .missingCondition(let position): "no condition at character \(position)"
    case .missingName(let position): "no name before character \(position)"
    case .missingComparison(let position):
      "no comparison at character \(position); write NAME=VALUE, such as state=TODO for tasks, "
        + "or tag:home for tags; a value with the word 'or' needs quotes"
    case .missingValue(let position): "no value at character \(position)"
    case .unknownComparison(let position):
      "unknown comparison at character \(position); write = != < > <= >= : or ~"
    case .comparisonOfTags(let sign, let position):
      "tags have no comparison '\(sign)' at character \(position); write = != or :"
    case .invalidPattern(let error): error.sentence
    case .unclosedQuote(let position): "unclosed quote at character \(position)"
    case .invalidQuantity(let position):
      "neither a number nor a date at character \(position); write 1500, 2026-03-01, 2026-03, today "
        + "or +1w, or put the value in quotes to compare texts"
    case .conjunction(let word, let position):
      "'\(word)' at character \(position) does not join conditions; repeat --where, "
        + "or put the value in quotes"
    case .parenthesis(let position):
      "'(' at character \(position) does not group conditions; for 'and', repeat --where"
    }
  }
}

extension Bytes {
  fileprivate var trimmed: Bytes { Bytes(self[span.trimming(indices, where: \.isBlank)]) }

  /// Returns the index after a word at an index, regardless of case, or `nil` if it is not there.
  fileprivate func end(ofWord word: String, at start: Int) -> Int? {
    let end = start + word.utf8.count
    guard end <= count, span.extracting(start..<end).equalsIgnoringCase(word) else { return nil }
    return end == count || self[end].isBlank ? end : nil
  }

  /// Returns the index of some words at the end of a range, regardless of case, or `nil`.
  fileprivate func start(ofSuffix words: String, in range: Range<Int>) -> Int? {
    let start = range.upperBound - words.utf8.count
    guard start > range.lowerBound else { return nil }
    return span.extracting(start..<range.upperBound).equalsIgnoringCase(words) ? start : nil
  }

  /// Returns the number of the character at an index, counted from 1.
  fileprivate func character(at index: Int) -> Int {
    self[..<index].count { $0 & 0xC0 != 0x80 } + 1
  }

  /// Returns whether these bytes contain a word.
  ///
  /// No letter, digit, hyphen or underscore may be next to the word. If there are signs, it must
  /// follow one of them.
  func hasWord(_ word: Bytes, after signs: String? = nil, ignoringCase: Bool) -> Bool {
    guard let first = word.first else { return false }
    let text = span
    let word = word.span

    for start in indices where count - start >= word.count {
      guard self[start].lowercased == first.lowercased,
        text.extracting(start..<start + word.count).equals(word, ignoringCase: ignoringCase)
      else { continue }

      let end = start + word.count
      if end < count && self[end].isInWord { continue }
      guard let signs else {
        if start == 0 || !self[start - 1].isInWord { return true }
        continue
      }

      var sign = start - 1
      while sign > 0 && self[sign] == UInt8(ascii: "[") { sign -= 1 }
      if sign >= 0 && signs.utf8.contains(self[sign]) && (sign == 0 || !self[sign - 1].isInWord) {
        return true
      }
    }
    return false
  }

  /// Returns whether any word follows one of the signs.
  func hasAnyWord(after signs: String) -> Bool {
    indices.contains { sign in
      guard signs.utf8.contains(self[sign]), sign == 0 || !self[sign - 1].isInWord else {
        return false
      }
      let word = self[(sign + 1)...].drop { $0 == UInt8(ascii: "[") }
      return word.first?.isInWord ?? false
    }
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  fileprivate var isInWord: Bool {
    isASCIILetter || isASCIIDigit || self >= 0x80 || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}

// MARK: - Names with a meaning of their own

extension Condition {
  private static let states = "state"
  private static let tags = ["tag", "tags"]
  /// The names of the tags that a row has or inherits.
  private static let allTags = ["alltags", "ALLTAGS"]

  static var specialNames: [String] { [states] + tags + allTags }

  var isOfState: Bool { name.elementsEqual(Condition.states.utf8) }
  var isOfTag: Bool { Condition.tags.contains { name.elementsEqual($0.utf8) } || isOfAllTags }
  var isOfAllTags: Bool { Condition.allTags.contains { name.elementsEqual($0.utf8) } }
}
