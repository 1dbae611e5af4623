/// A number or a time, which conditions compare by their value.
enum Quantity {
  /// A number, and its exact value if it is an integer of 64 bits: a `Double` has fewer digits.
  case number(Double, exact: Int64?)
  /// A day and, if known, the second of the day in UTC, or the days of a month or a year.
  case time(day: Int, second: Int?, dayCount: Int = 1)

  /// The units of sizes such as `512B` and `8.5K`, as `du -h` prints them.
  private static let units = Array("BKMGTP".utf8)

  /// Reads a decimal number, which can have a unit, an ISO 8601 date or month, a time stamp such as
  /// `<2026-03-01 Sun>`, or an RFC 822 date.
  init?(_ text: Bytes) {
    guard text.count <= 64 else { return nil }
    let unit = text.last.flatMap { Self.units.firstIndex(of: $0) }
    let digits = text.dropLast(unit == nil ? 0 : 1)
    let isNumeric = digits.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
    let word = isNumeric ? String(decoding: digits, as: UTF8.self) : ""
    if let number = Double(word) {
      let exponent = 10 * (unit ?? 0)
      self = .number(
        number * Double(sign: .plus, exponent: exponent, significand: 1),
        exact: unit == nil ? Int64(word) : nil)
      return
    }
    var scanner = TimeScanner(rest: text[...])
    if let month = scanner.isoMonth() {
      self = month
    } else if let time = scanner.isoTime() ?? scanner.mailTime() {
      self = .time(day: time.day, second: time.second)
    } else {
      return nil
    }
  }

  /// The days of the year that a number of four digits means, or `nil`.
  var year: Quantity? {
    guard case .number(_, let year?) = self, 1000...9999 ~= year else { return nil }
    return .time(year: Int(year), month: 1, monthCount: 12)
  }

  /// The days of some months from the first day of one.
  fileprivate static func time(year: Int, month: Int, monthCount: Int) -> Quantity {
    let end = year * 12 + month - 1 + monthCount
    let first = CivilTime.day(year: year, month: month, day: 1)
    let next = CivilTime.day(year: end / 12, month: end % 12 + 1, day: 1)
    return .time(day: first, second: nil, dayCount: next - first)
  }

  /// Reads a day relative to today: `today`, `tomorrow`, `yesterday`, or a number of days, weeks,
  /// months or years such as `+1w` or `today-3d`.
  init?(relativeDay text: Bytes) {
    var rest = text[...]
    var (year, month, day) = Process.today
    for (word, days) in [("today", 0), ("tomorrow", 1), ("yesterday", -1)]
    where rest.starts(with: word.utf8) {
      rest = rest.dropFirst(word.utf8.count)
      day += days
      break
    }
    if rest.count == text.count || !rest.isEmpty {
      guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
        let unit = rest.last, rest.count <= 6,
        let number = Bytes(rest.dropFirst().dropLast()).number
      else { return nil }
      let count = sign == UInt8(ascii: "-") ? -number : number
      switch unit {
      case UInt8(ascii: "d"): day += count
      case UInt8(ascii: "w"): day += 7 * count
      case UInt8(ascii: "m"): month += count
      case UInt8(ascii: "y"): year += count
      default: return nil
      }
    }
    let months = year * 12 + month - 1
    year = months / 12
    month = months % 12 + 1
    self = .time(day: CivilTime.day(year: year, month: month, day: 1) + day - 1, second: nil)
  }

  /// Returns -1, 0 or 1 if this is less than, equal to or greater than another quantity of its
  /// kind.
  ///
  /// Without a time of day, the other one stands for all its days.
  func order(to other: Quantity) -> Int? {
    func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
      left < right ? -1 : left > right ? 1 : 0
    }
    switch (self, other) {
    case (.number(_, let left?), .number(_, let right?)): return order(left, right)
    case (.number(let left, _), .number(let right, _)): return order(left, right)
    case (.time(let day, let second, _), .time(let otherDay, let otherSecond, let dayCount)):
      guard let otherSecond else {
        return day < otherDay ? -1 : day < otherDay + dayCount ? 0 : 1
      }
      let seconds = Int64(day - otherDay) * 86_400 + Int64((second ?? 0) - otherSecond)
      return Int(seconds.signum())
    default:
      return nil
    }
  }
}

/// Reads the parts of a date.
private struct TimeScanner {
  var rest: ArraySlice<UInt8>

  private mutating func take(_ sign: Character) -> Bool {
    guard let byte = sign.asciiValue, rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    rest = rest.drop(while: isSkipped)
  }

  private mutating func number(digits: ClosedRange<Int>, in range: ClosedRange<Int>) -> Int? {
    let text = rest.prefix { $0.isASCIIDigit }
    guard digits.contains(text.count) else { return nil }
    let number = text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    guard range.contains(number) else { return nil }
    rest.removeFirst(text.count)
    return number
  }

  /// Reads `2026-03-01`, `2026-03-01T09:30:00Z`, or `<2026-03-01 Sun 09:30>`.
  mutating func isoTime() -> (day: Int, second: Int?)? {
    let start = rest
    if !take("<") { _ = take("[") }
    guard let year = number(digits: 4...4, in: 0...9999), take("-"),
      let month = number(digits: 1...2, in: 1...12), take("-"),
      let day = number(digits: 1...2, in: 1...CivilTime.dayCount(ofMonth: month, year: year))
    else {
      rest = start
      return nil
    }
    return time(onDay: CivilTime.day(year: year, month: month, day: day))
  }

  /// Reads `2026-03`.
  mutating func isoMonth() -> Quantity? {
    let start = rest
    guard let year = number(digits: 4...4, in: 0...9999), take("-"),
      let month = number(digits: 1...2, in: 1...12), rest.isEmpty
    else {
      rest = start
      return nil
    }
    return .time(year: year, month: month, monthCount: 1)
  }

  /// Reads `Sun, 01 Mar 2026 09:30:00 +0100`.
  mutating func mailTime() -> (day: Int, second: Int?)? {
    if let comma = rest.firstIndex(of: UInt8(ascii: ",")) { rest = rest[(comma + 1)...] }
    skip { $0.isBlank }
    guard let day = number(digits: 1...2, in: 1...31) else { return nil }
    skip { $0.isBlank || $0 == UInt8(ascii: "-") }

    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    let name = rest.prefix(3).lowercasedText
    guard let month = names.firstIndex(of: name) else { return nil }
    skip { $0.isASCIILetter }
    skip { $0.isBlank || $0 == UInt8(ascii: "-") }

    guard var year = number(digits: 2...4, in: 0...9999) else { return nil }
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    return time(onDay: CivilTime.day(year: year, month: month + 1, day: day))
  }

  /// Reads the time of a day, if one follows, and its time zone.
  private mutating func time(onDay day: Int) -> (day: Int, second: Int?)? {
    let isAttached = rest.first.map { !$0.isBlank && !">]T".utf8.contains($0) } ?? false
    if isAttached { return nil }
    // A weekday may be between the date and the time.
    skip { !$0.isASCIIDigit && !">]".utf8.contains($0) }

    guard let hour = number(digits: 1...2, in: 0...24), take(":"),
      let minute = number(digits: 2...2, in: 0...59)
    else { return (day, nil) }
    var second = hour * 3600 + minute * 60
    if take(":"), let seconds = number(digits: 2...2, in: 0...60) { second += seconds }
    skip { $0 == UInt8(ascii: ".") || $0.isASCIIDigit || $0.isBlank }

    let isEast = rest.first == UInt8(ascii: "+")
    if isEast || rest.first == UInt8(ascii: "-") {
      rest.removeFirst()
      let digits = rest.filter(\.isASCIIDigit).prefix(4).map { Int($0 - UInt8(ascii: "0")) }
      if digits.count == 4 {
        let offset = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60
        second -= isEast ? offset : -offset
      }
    }
    return (day, second)
  }
}
