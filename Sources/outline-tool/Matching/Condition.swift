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
    case missing = "is missing"
    case there = "is there"
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
    let parts = Condition.parts(of: source, at: " or ")
    for word in ["and", "&&"] {
      if parts.contains(where: { Condition.parts(of: $0, at: " \(word) ").count > 1 }) {
        throw .conjunction(word)
      }
    }
    try self.init(parts[0], of: source)
    for part in parts.dropFirst() { alternatives.append(try Condition(part, of: part)) }
  }

  private init(_ part: Bytes, of whole: Bytes) throws(ConditionError) {
    self.source = whole
    var source = part
    let negation = Bytes("not ".utf8)
    isNegated = source.starts(with: negation)
    // Blanks keep the numbers of characters in messages.
    if isNegated {
      source.replaceSubrange(..<negation.count, with: repeatElement(0x20, count: negation.count))
    }
    for comparison in [Comparison.missing, .there] where source.hasSuffix(" " + comparison.rawValue)
    {
      name = Bytes(source.dropLast(comparison.rawValue.utf8.count)).trimmed
      self.comparison = comparison
      value = []
      quantity = nil
      if name.isEmpty { throw .missingName(at: 1) }
      return
    }

    let sign = try Condition.sign(in: source)
    name = Bytes(source[..<sign.lowerBound]).trimmed
    if name.isEmpty { throw .missingName(at: source.character(at: sign.lowerBound)) }

    let text = String(decoding: source[sign], as: UTF8.self)
    guard let comparison = Comparison(rawValue: text == "==" ? "=" : text) else {
      throw .unknownComparison(text, at: source.character(at: sign.lowerBound))
    }
    self.comparison = comparison

    value = try Condition.value(in: source, from: sign.upperBound)
    if value.isEmpty && comparison != .equal && comparison != .notEqual {
      throw .missingValue(at: source.character(at: source.count))
    }

    let isQuoted = Bytes(source[sign.upperBound...]).trimmed.first?.isQuote == true
    quantity = (isQuoted ? nil : Quantity(relativeDay: value)) ?? Quantity(value)
    let isOrder = [.less, .greater, .lessOrEqual, .greaterOrEqual].contains(comparison)
    if isOrder && !isQuoted && quantity == nil && value.resemblesQuantity {
      throw .invalidQuantity(value)
    }
    if comparison == .matches {
      do throws(PatternError) {
        pattern = try Pattern(value)
      } catch {
        throw .invalidPattern(error)
      }
    }
  }

  /// Returns the conditions between separators; text without a comparison belongs to the value
  /// before it.
  private static func parts(of source: Bytes, at separator: String) -> [Bytes] {
    let separator = separator.utf8
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    var quote: UInt8?
    var index = 0
    while index < source.count {
      let byte = source[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte.isQuote {
        quote = byte
      } else if source[index...].starts(with: separator) {
        pieces.append(source[start..<index])
        index += separator.count
        start = index
        continue
      }
      index += 1
    }
    // An apostrophe is no quote.
    if quote != nil { return [source] }
    pieces.append(source[start...])

    var parts = [Bytes(pieces[0])]
    for piece in pieces.dropFirst() {
      let part = Bytes(piece)
      if isCondition(part) {
        parts.append(part)
      } else {
        parts[parts.count - 1] += separator + part
      }
    }
    return parts
  }

  private static func isCondition(_ part: Bytes) -> Bool {
    part.contains { "=<>!:~".utf8.contains($0) } || part.hasSuffix(" is missing")
      || part.hasSuffix(" is there")
  }

  func ignoreCase() {
    ignoresCase = true
    // A valid pattern stays valid if it ignores case.
    if let pattern { self.pattern = try? Pattern(pattern.source, ignoringCase: true) }
    for alternative in alternatives { alternative.ignoreCase() }
  }

  /// Returns the range of the comparison; a colon counts only if there is no other.
  private static func sign(in source: Bytes) throws(ConditionError) -> Range<Int> {
    let signs = Bytes("=<>!".utf8)
    for (index, byte) in source.enumerated() {
      if byte == UInt8(ascii: "~") { return index..<index + 1 }
      if byte == UInt8(ascii: ":"),
        source[(index + 1)...].first(where: { !$0.isBlank })?.isQuote == true
      {
        return index..<index + 1
      }
      if signs.contains(byte) {
        return index..<(source[index...].firstIndex { !signs.contains($0) } ?? source.count)
      }
    }
    guard let colon = source.firstIndex(of: UInt8(ascii: ":")) else {
      throw .missingComparison
    }
    return colon..<colon + 1
  }

  /// Returns the value, which may be in quotes.
  private static func value(in source: Bytes, from start: Int) throws(ConditionError) -> Bytes {
    let value = Bytes(source[start...]).trimmed
    guard let first = value.first, first.isQuote else { return value }
    guard value.count > 1, value.last == first else {
      let quote = source[start...].firstIndex(of: first) ?? start
      throw .unclosedQuote(at: source.character(at: quote))
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
      order = Quantity(attribute).flatMap { $0.order(to: quantity) }
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
  case missingName(at: Int)
  case missingComparison
  case missingValue(at: Int)
  case unknownComparison(String, at: Int)
  case unclosedQuote(at: Int)
  /// A word between two conditions that does not join them.
  case conjunction(String)
  case invalidPattern(PatternError)
  /// A value that resembles a number or a date, but is none.
  case invalidQuantity(Bytes)

  var sentence: String {
    switch self {
    case .missingName(let position): "no name before character \(position)"
    case .missingComparison:
      "no comparison; write NAME=VALUE, such as state=TODO for tasks, or tag:home for tags"
    case .missingValue(let position): "no value at character \(position)"
    case .unknownComparison(let sign, let position):
      "unknown comparison '\(sign)' at character \(position); write = != < > <= >= : or ~"
    case .invalidPattern(let error): error.sentence
    case .unclosedQuote(let position): "unclosed quote at character \(position)"
    case .invalidQuantity(let value):
      "'\(String(decoding: value, as: UTF8.self))' is neither a number nor a date; write 1500, "
        + "2026-03-01, today or +1w, or put it in quotes to compare texts"
    case .conjunction(let word):
      "'\(word)' does not join conditions; repeat --where, or put the value in quotes"
    }
  }
}

extension Bytes {
  fileprivate var trimmed: Bytes { Bytes(self[span.trimming(indices, where: \.isBlank)]) }

  /// A Boolean value that indicates whether the user probably means a number or a date: it begins
  /// with a digit, with a sign and a digit, or with a day that may be misspelled.
  fileprivate var resemblesQuantity: Bool {
    let unsigned = drop { "+-".utf8.contains($0) }
    if count - unsigned.count <= 1, unsigned.first?.isASCIIDigit == true { return true }
    let word = self[...].lowercasedText.utf8.prefix { !" +-".utf8.contains($0) }
    return ["today", "tomorrow", "yesterday"].contains { day in
      word.count > 3 && day.utf8.first == word.first
        && Bytes(day.utf8).editDistance(to: Bytes(word)) <= 2
    }
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
}

extension UInt8 {
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  fileprivate var isInWord: Bool {
    isASCIILetter || isASCIIDigit || self >= 0x80 || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}
