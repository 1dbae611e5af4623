import Outline

extension OutlineModel {
  func compareVisibleRows(
    of snapshot: SectionSnapshot<Item>, with visible: [Entry]
  ) throws(Disagreement) {
    let rows = snapshot.rows
    try agree("rows.count", rows.count, visible.count)
    try agree("visibleItems.count", snapshot.visibleItems.count, visible.count)
    var index = 0
    for row in rows {
      guard index < visible.count else { break }
      try compare(row, at: index, with: visible[index])
      index += 1
    }
    try agree("rows iterated", index, visible.count)
  }

  func compareRowSlices(
    of snapshot: SectionSnapshot<Item>, with visible: [Entry]
  ) throws(Disagreement) {
    let rows = snapshot.rows
    for range in testedRanges(count: visible.count) {
      let slice = rows[range]
      try agree("rows[\(range)].count", slice.count, range.count)
      try agree("rows[\(range)].startIndex", slice.startIndex, range.lowerBound)
      var index = range.lowerBound
      for row in slice {
        guard index < range.upperBound else { break }
        try compare(row, at: index, with: visible[index])
        try compare(slice[index], at: index, with: visible[index])
        index += 1
      }
      try agree("rows[\(range)] iterated", index, range.upperBound)
    }
  }

  private func compare(
    _ row: SectionSnapshot<Item>.Row, at index: Int, with entry: Entry
  ) throws(Disagreement) {
    guard
      row.item == entry.item, row.level == entry.level, row.isExpanded == entry.isExpanded,
      row.childCount == entry.childCount, row.childIndex == entry.position,
      row.siblingCount == entry.siblingCount
    else {
      throw Disagreement("rows[\(index)]: \(row), expected \(entry)")
    }
  }

  /// Iterates forward and backward, by subscript, and over slices.
  func compareCollection<View: RandomAccessCollection>(
    _ name: String, _ view: View, _ expected: [Item]
  ) throws(Disagreement)
  where View.Element == Item, View.Index == Int, View.SubSequence: RandomAccessCollection {
    try agree("\(name).count", view.count, expected.count)
    try agree("\(name) indices", view.startIndex..<view.endIndex, 0..<expected.count)
    try agree(name, Array(view), expected)
    try agree("\(name) reversed", Array(view.reversed()), expected.reversed())
    for index in expected.indices {
      try agree("\(name)[\(index)]", view[index], expected[index])
    }
    for range in testedRanges(count: expected.count) {
      let slice = view[range]
      try agree("\(name)[\(range)]", Array(slice), Array(expected[range]))
      try agree("\(name)[\(range)].startIndex", slice.startIndex, range.lowerBound)
      try agree("\(name)[\(range)].endIndex", slice.endIndex, range.upperBound)
      let inner = slice[range.dropFirst().dropLast()]
      try agree("\(name) inner slice", Array(inner), Array(expected[range].dropFirst().dropLast()))
    }
  }
}

/// All ranges of a short collection, some of a longer one.
private func testedRanges(count: Int) -> [Range<Int>] {
  let bounds = Array(stride(from: 0, through: count, by: max(1, count / 5)))
  return bounds.indices.flatMap { lower in
    bounds[lower...].map { bounds[lower]..<$0 }
  }
}
