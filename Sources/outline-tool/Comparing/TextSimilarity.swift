/// Pairs rows of two sides whose texts are similar.
///
/// It ignores the states of tasks and ordinals, because they often change alone.
struct TextSimilarity {
  private let old: ComparedSide
  private let new: ComparedSide
  /// The keywords of tasks, by section.
  private let states: [Set<Bytes>]
  private let newStates: [Set<Bytes>]
  /// The largest number of rows on a side for which all pairs are compared.
  ///
  /// This keeps the cost linear in the size of the texts.
  private static let limit = 32
  /// The least number of common bytes of rows between different siblings.
  private static let leastLength = 8

  init(_ old: ComparedSide, _ new: ComparedSide) {
    self.old = old
    self.new = new
    states = old.documents.map { Set($0.taskStates.map(\.keyword)) }
    newStates = new.documents.map { Set($0.taskStates.map(\.keyword)) }
  }

  /// Returns the pairs with the most bytes in common, in order.
  ///
  /// Of many rows, only those at the same position are paired, and only if both sides have the same
  /// number.
  func pairs(_ rows: [Int], _ newRows: [Int]) -> [(Int, Int)] {
    let texts = rows.map { old.comparableText(of: $0, among: states) }
    let newTexts = newRows.map { new.comparableText(of: $0, among: newStates) }
    guard max(rows.count, newRows.count) <= TextSimilarity.limit else {
      if rows.count != newRows.count { return [] }
      return rows.indices
        .filter { texts[$0].similarity(to: newTexts[$0]) > 0 }
        .map { (rows[$0], newRows[$0]) }
    }
    return TextSimilarity.pairs(texts, newTexts).map { (rows[$0], newRows[$1]) }
  }

  /// Returns the pairs of similar rows in any order, the most similar and then the nearest first.
  ///
  /// Rows can be in several pairs. Of many rows, none are paired, and short texts are not similar.
  func nearestPairs(_ rows: [Int], _ newRows: [Int]) -> [(Int, Int)] {
    guard max(rows.count, newRows.count) <= TextSimilarity.limit else { return [] }
    let texts = rows.map { old.comparableText(of: $0, among: states) }
    let newTexts = newRows.map { new.comparableText(of: $0, among: newStates) }
    var pairs: [(similarity: Int, distance: Int, row: Int, newRow: Int)] = []
    for (index, text) in texts.enumerated() {
      for (newIndex, newText) in newTexts.enumerated() {
        let similarity = text.similarity(to: newText)
        if similarity < TextSimilarity.leastLength { continue }
        pairs.append((similarity, abs(index - newIndex), rows[index], newRows[newIndex]))
      }
    }
    pairs.sort { ($1.similarity, $0.distance, $0.row) < ($0.similarity, $1.distance, $1.row) }
    return pairs.map { ($0.row, $0.newRow) }
  }

  /// Returns the pairs of indices in ascending order whose similarities have the greatest sum.
  private static func pairs(
    _ texts: [ComparableText], _ newTexts: [ComparableText]
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
  /// Returns the text of a row without the state of a task, or the values of its leaves if it has
  /// none.
  fileprivate func comparableText(of row: Int, among states: [Set<Bytes>]) -> ComparableText {
    if !hasNoText(row) {
      let section = section(of: row)
      return ComparableText(
        documents[section].textWithoutState(of: nodes[row], among: states[section]))
    }
    let limit = 256
    var text = Bytes()
    for row in rows(in: Int32(row)) where !isParent(row) {
      let leaf = comparedText(of: row)
      // Most elements of an array have the same keys.
      let value = leaf.span.end(of: ": ", from: 0) ?? 0
      text += leaf.dropFirst(value).prefix(limit)
      text.append(UInt8(ascii: "\n"))
      if text.count >= limit { break }
    }
    return ComparableText(text[...])
  }
}

private struct ComparableText {
  let text: ArraySlice<UInt8>
  /// The pairs of consecutive bytes at the start of the text, in ascending order.
  private let pairs: [UInt16]

  init(_ text: ArraySlice<UInt8>) {
    let limit = 512
    let start = text.prefix(limit)
    self.text = text
    pairs = zip(start, start.dropFirst()).map { UInt16($0) << 8 | UInt16($1) }.sorted()
  }

  /// Returns the number of bytes that two texts have in common: in their start and end, or in pairs
  /// of bytes anywhere.
  ///
  /// It is 0 if these are less than half of the longer text. Equal texts count twice.
  func similarity(to other: ComparableText) -> Int {
    let limit = min(text.count, other.text.count)
    let length = max(text.count, other.text.count)
    let start = zip(text, other.text).prefix { $0 == $1 }.count
    if start == length { return length * 2 + 1 }
    let end = zip(text.reversed(), other.text.reversed()).prefix(limit - start)
      .prefix { $0 == $1 }.count
    let pairs = commonPairCount(with: other)
    let common = max(start + end, pairs > 0 ? pairs + 1 : 0)
    return common * 2 >= length ? common : 0
  }

  private func commonPairCount(with other: ComparableText) -> Int {
    var count = 0
    var index = 0
    var otherIndex = 0
    while index < pairs.count && otherIndex < other.pairs.count {
      if pairs[index] == other.pairs[otherIndex] {
        count += 1
        index += 1
        otherIndex += 1
      } else if pairs[index] < other.pairs[otherIndex] {
        index += 1
      } else {
        otherIndex += 1
      }
    }
    return count
  }
}
