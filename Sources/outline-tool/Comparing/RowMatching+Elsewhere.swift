extension RowMatching {
  /// Matches candidates with equal ones anywhere.
  ///
  /// Whole subtrees match before single rows, and rows below parents with equal texts before
  /// others. Otherwise, a row matches only if its text or subtree is unique among the candidates.
  mutating func matchElsewhere() {
    for isSingle in [false, true] {
      for hasSameParent in [true, false] {
        matchElsewhere(isSingle: isSingle, hasSameParent: hasSameParent)
        matchChildren()
      }
    }
  }

  private mutating func matchElsewhere(isSingle: Bool, hasSameParent: Bool) {
    let (olds, news) = (oldCandidates, newCandidates)
    if olds.isEmpty || news.isEmpty { return }
    func key(_ side: ComparedSide, _ row: Int) -> UInt64 {
      let key = isSingle ? side.texts[row] : side.subtrees[row]
      return hasSameParent ? key ^ side.parentKey(of: row) : key
    }
    let oldIndex = KeyedRows(olds[...]) { key(old, $0) }
    var index = oldIndex
    let newIndex = KeyedRows(news[...]) { key(new, $0) }
    for newRow in news where isCandidate(new: newRow) {
      let newKey = key(new, newRow)
      let isLeaf = Int(new.ends[newRow]) == newRow + 1
      if !hasSameParent && (isSingle || isLeaf) {
        guard oldIndex.hasOne(newKey) && newIndex.hasOne(newKey) else { continue }
      }
      while let row = index.popFirst(newKey) {
        guard isCandidate(old: row) else { continue }
        if isSingle { match(row, newRow) } else { matchSubtrees(row, newRow) }
        break
      }
    }
  }
}

extension ComparedSide {
  /// The hash of the parent's text, in another form than that of a row's text.
  fileprivate func parentKey(of row: Int) -> UInt64 {
    let parent = parents[row]
    return parent < 0 ? 1 : texts[Int(parent)].byteSwapped &* 3
  }
}
