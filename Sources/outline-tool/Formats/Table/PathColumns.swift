/// Columns whose names form a path, such as `Tier 1` and `Tier 2`.
enum PathColumns {
  /// The names of columns that only such a path has.
  static let usualNames = ["level1", "tier1"]

  /// Returns the columns of the longest path, from the root; empty if there are fewer than 2.
  static func find(_ names: [String]) -> [Int] {
    let columns = names.map { Bytes($0.utf8) }
    var best: [Int] = []
    let numbers = Dictionary(zip(columns, columns.indices)) { first, _ in first }
    for first in columns.indices.prefix(64) {
      guard let digit = columns[first].last, digit == 0x30 || digit == 0x31 else { continue }
      let stem = columns[first].dropLast()
      if stem.isEmpty || stem.last?.isASCIIDigit ?? true { continue }
      var path = [first]
      var number = Int(digit) - 0x30 + 1
      while let next = numbers[Bytes(stem) + String(number).utf8] {
        path.append(next)
        number += 1
      }
      if path.count > max(1, best.count) { best = path }
    }
    return best
  }
}
