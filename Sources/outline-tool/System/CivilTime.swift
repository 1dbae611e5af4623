/// A date and a time of day in UTC.
struct CivilTime {
  let year: Int64
  let month: Int64
  let day: Int64
  let second: Int64

  init(secondsSince1970 seconds: Int64) {
    let rest = seconds % 86_400
    let days = seconds / 86_400 - (rest < 0 ? 1 : 0)
    second = rest < 0 ? rest + 86_400 : rest
    // Years begin in March here, so that a leap day is the last day of a year.
    let shifted = days + 719_468
    let era = (shifted - (shifted < 0 ? 146_096 : 0)) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Returns the number of days from 1970 to a date.
  static func day(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear < 0 ? shiftedYear - 399 : shiftedYear) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the number of days of a month.
  static func dayCount(ofMonth month: Int, year: Int) -> Int {
    day(year: year + month / 12, month: month % 12 + 1, day: 1)
      - day(year: year, month: month, day: 1)
  }

  /// The time as ISO 8601 writes it, such as `2026-03-01T09:30:00Z`.
  var description: String {
    let date = "\(year)-\(month.twoDigits)-\(day.twoDigits)"
    let hour = second / 3600
    let minute = second / 60 % 60
    return "\(date)T\(hour.twoDigits):\(minute.twoDigits):\((second % 60).twoDigits)Z"
  }
}

extension Int64 {
  fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
