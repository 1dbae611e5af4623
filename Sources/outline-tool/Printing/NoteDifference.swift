/// The lines of an old and a new note, with the removed and the inserted ones.
struct NoteDifference {
  typealias Line = (text: ArraySlice<UInt8>, mark: RowMark)

  private(set) var lines: [Line] = []

  init(from old: Bytes?, to new: Bytes?) {
    func lines(_ note: Bytes?) -> ArraySlice<ArraySlice<UInt8>> {
      (note?.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) ?? [])[...]
    }

    var old = lines(old)
    var new = lines(new)
    let start = zip(old, new).prefix { $0 == $1 }.count
    self.lines = new.prefix(start).map { ($0, .none) }

    old = old.dropFirst(start)
    new = new.dropFirst(start)
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    appendChanges(from: Array(old.dropLast(end)), to: Array(new.dropLast(end)))
    self.lines += new.suffix(end).map { ($0, .none) }
  }

  /// Returns the changed lines and some lines around them.
  func lines(context: Int) -> [Line] {
    var last = Int.min
    // Whether a change is shortly before each line.
    var isShown = lines.indices.map { index in
      if lines[index].mark != .none { last = index }
      return last >= 0 && index - last <= context
    }
    var next = Int.max
    for index in lines.indices.reversed() {
      if lines[index].mark != .none { next = index }
      if next < .max && next - index <= context { isShown[index] = true }
    }
    return lines.indices.filter { isShown[$0] }.map { lines[$0] }
  }

  private mutating func appendChanges(
    from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]
  ) {
    var isRemoved = [Bool](repeating: true, count: old.count)
    var isInserted = [Bool](repeating: true, count: new.count)

    // The cost of a difference is quadratic if all lines differ.
    if old.count + new.count <= 1000 {
      isRemoved = [Bool](repeating: false, count: old.count)
      isInserted = [Bool](repeating: false, count: new.count)
      for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): isRemoved[offset] = true
        case .insert(let offset, _, _): isInserted[offset] = true
        }
      }
    }

    var row = 0
    var newRow = 0
    while row < old.count || newRow < new.count {
      if row < old.count && isRemoved[row] {
        lines.append((old[row], .removed))
        row += 1
      } else if isInserted[newRow] {
        lines.append((new[newRow], .inserted))
        newRow += 1
      } else {
        lines.append((new[newRow], .none))
        row += 1
        newRow += 1
      }
    }
  }
}
