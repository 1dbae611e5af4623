/// The paths of the files that git tracks, from the file `index` of a repository.
///
/// Git sorts them by their bytes.
struct GitIndex {
  /// The number of bytes of the longest path that systems accept.
  fileprivate static let maximalPathLength = 1 << 12

  private var names: Bytes = []
  private var ends: [Int] = []

  /// Reads versions 2, 3 and 4, up to the first invalid entry.
  init(_ file: Bytes, hashLength: Int) {
    var reader = Reader(file: file, hashLength: hashLength)
    guard file.starts(with: "DIRC".utf8), file.count >= 12 else { return }
    reader.isCompressed = reader.number(at: 4) == 4
    for _ in 0..<reader.number(at: 8) {
      let previous = ends.count < 2 ? 0 : ends[ends.count - 2]
      guard let (kept, name) = reader.next(after: names.count - previous) else { return }
      // A slice would share the array, so its next change would copy it.
      let start = Bytes(names[previous...].prefix(kept))
      names += start
      names += name
      ends.append(names.count)
    }
  }

  /// Returns whether git tracks a file, or a file in a directory.
  func tracks(_ path: Span<UInt8>, isDirectory: Bool) -> Bool {
    var folder = Bytes(copying: path)
    if has(folder, isPrefix: false) { return true }
    folder.append(UInt8(ascii: "/"))
    return isDirectory && has(folder, isPrefix: true)
  }

  private func has(_ path: Bytes, isPrefix: Bool) -> Bool {
    let number = ends.indices.partitioningIndex { number in
      !names.span.extracting(range(number)).precedes(path.span)
    }
    guard number < ends.count else { return false }
    let found = names.span.extracting(range(number))
    if !isPrefix && found.count > path.count { return false }
    return !path.span.precedes(found.extracting(first: min(path.count, found.count)))
  }

  private func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }
}

private struct Reader {
  let file: Bytes
  let hashLength: Int
  var isCompressed = false
  private var index = 12

  init(file: Bytes, hashLength: Int) {
    self.file = file
    self.hashLength = hashLength
  }

  func number(at index: Int) -> UInt32 {
    file[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the next path, as a number of bytes to keep of the previous one and the bytes after
  /// them.
  mutating func next(after previous: Int) -> (kept: Int, name: Bytes.SubSequence)? {
    let start = index
    index += 40 + hashLength + 2
    guard index <= file.count else { return nil }
    // A flag indicates two more bytes.
    if file[index - 2] & 0x40 != 0 { index += 2 }

    var kept = 0
    if isCompressed {
      guard let removed = offset(), removed <= previous else { return nil }
      kept = previous - removed
    }

    guard index < file.count, let end = file[index...].firstIndex(of: 0) else { return nil }
    let name = file[index..<end]
    guard kept + name.count <= GitIndex.maximalPathLength else { return nil }
    index = isCompressed ? end + 1 : start + (end - start) / 8 * 8 + 8
    return (kept, name)
  }

  private mutating func offset() -> Int? {
    var value = 0
    while index < file.count, value <= GitIndex.maximalPathLength {
      let byte = file[index]
      index += 1
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
      value += 1
    }
    return nil
  }
}
