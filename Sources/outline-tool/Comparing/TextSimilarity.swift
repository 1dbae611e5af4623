/// Pairs rows of two sides whose texts are similar.
///
/// It ignores the states of tasks and ordinals, because they often change alone.
struct TextSimilarity {
  private let old: ComparedSide
  private let new: ComparedSide
  /// The keywords of tasks, by section.
  private let states: [[Bytes]]
  private let newStates: [[Bytes]]
  /// The largest number of rows on a side for which all pairs are compared.
  ///
  /// This keeps the cost linear in the size of the texts.
  private static let limit = 32

  init(_ old: ComparedSide, _ new: ComparedSide) {
    self.old = old
    self.new = new
    states = old.documents.map(\.taskStates)
    newStates = new.documents.map(\.taskStates)
  }

  /// Returns the pairs with the most bytes in common, in order.
  ///
  /// Of many rows, only those at the same position are paired, and only if both sides have the same
  /// number.
  func pairs(_ rows: [Int], _ newRows: [Int]) -> [(Int, Int)] {
    let texts = rows.map { old.textWithoutState(of: $0, among: states) }
    let newTexts = newRows.map { new.textWithoutState(of: $0, among: newStates) }
    guard max(rows.count, newRows.count) <= TextSimilarity.limit else {
      if rows.count != newRows.count { return [] }
      return rows.indices
        .filter { texts[$0].similarity(to: newTexts[$0]) > 0 }
        .map { (rows[$0], newRows[$0]) }
    }
    return TextSimilarity.pairs(texts, newTexts).map { (rows[$0], newRows[$1]) }
  }

  /// Returns the pairs of indices in ascending order whose similarities have the greatest sum.
  private static func pairs(
    _ texts: [ArraySlice<UInt8>], _ newTexts: [ArraySlice<UInt8>]
  ) -> [(Int, Int)] {
    let similarities = texts.map { text in newTexts.map { text.similarity(to: $0) } }

    // The greatest sum for the texts from each pair of indices on.
    var sums = [[Int]](
      repeating: [Int](repeating: 0, count: newTexts.count + 1), count: texts.count + 1)
    for (index, row) in similarities.enumerated().reversed() {
      for (newIndex, similarity) in row.enumerated().reversed() {
        let sum = similarity > 0 ? similarity + sums[index + 1][newIndex + 1] : 0
        sums[index][newIndex] = max(sum, sums[index + 1][newIndex], sums[index][newIndex + 1])
      }
    }

    var pairs: [(Int, Int)] = []
    var index = 0
    var newIndex = 0
    while index < texts.count && newIndex < newTexts.count {
      let sum = sums[index][newIndex]
      if sum == sums[index + 1][newIndex] {
        index += 1
      } else if sum == sums[index][newIndex + 1] {
        newIndex += 1
      } else {
        pairs.append((index, newIndex))
        index += 1
        newIndex += 1
      }
    }
    return pairs
  }
}

extension ComparedSide {
  fileprivate func textWithoutState(of row: Int, among states: [[Bytes]]) -> ArraySlice<UInt8> {
    let section = section(of: row)
    return documents[section].textWithoutState(of: nodes[row], among: states[section])
  }
}

extension ArraySlice<UInt8> {
  /// Returns the number of bytes in the common start and end of two texts.
  ///
  /// It is 0 if these are less than half of the longer text. Equal texts count twice.
  fileprivate func similarity(to other: Self) -> Int {
    let limit = Swift.min(count, other.count)
    let start = zip(self, other).prefix { $0 == $1 }.count
    if start == count && start == other.count { return count * 2 + 1 }
    let end = zip(reversed(), other.reversed()).prefix(limit - start).prefix { $0 == $1 }.count
    return (start + end) * 2 >= Swift.max(count, other.count) ? start + end : 0
  }
}
