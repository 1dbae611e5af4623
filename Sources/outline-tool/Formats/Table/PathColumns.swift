/// Columns whose names form a path: `Tier 1`, `Tier 2`, or `region`, `sub-region`.
enum PathColumns {
  /// The names of usual paths, each with a column that only such a path has.
  static let usualNames = ["category", "level1", "region", "tier1"]

  /// Returns the columns of the longest path, from the root; empty if there are fewer than 2.
  static func find(_ names: [Bytes]) -> (columns: [Int], areNumbered: Bool) {
    let columns = names.map { Bytes($0.columnWord.utf8) }
    let numbered = numbered(columns)
    return numbered.count > 1 ? (numbered, true) : (nested(names, columns), false)
  }

  private static func numbered(_ columns: [Bytes]) -> [Int] {
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
      if path.count > best.count { best = path }
    }
    return best
  }

  /// Returns columns `x` and `sub-x`, and others whose names end in `-x` or ` x`.
  private static func nested(_ names: [Bytes], _ columns: [Bytes]) -> [Int] {
    for first in columns.indices.prefix(64) where !columns[first].isEmpty {
      guard let second = columns.firstIndex(of: Bytes("sub".utf8) + columns[first]) else {
        continue
      }
      let others = columns.indices.filter { column in
        column != first && column != second && columns[column].count > columns[first].count
          && columns[column].suffix(columns[first].count) == columns[first][...]
          && names[column].dropLast(columns[first].count).last?.isASCIILetter == false
      }
      return [first, second] + others
    }
    return []
  }
}
