/// Writes each row as a path: the texts from its root to the row, separated by slashes.
struct PathListWriter: OutlineWriter {
  let name = "paths"
  let help = "A path for each row, such as A/B. Slashes are not escaped."
  let writesNames = true
  let textRule: String? = "not empty, unlike the siblings, and without slashes and line ends"

  private var path = Bytes()
  /// The length of the path above each level, with a slash.
  private var lengths = [0]
  /// The hashes of the names of the children so far, by level.
  private var names: [Set<UInt64>] = [[]]
  private let hasher = TextHasher()
  private var isFirst = true

  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer) {
    path.removeLast(path.count - lengths[row.level])
    lengths.removeLast(lengths.count - row.level - 1)
    names.removeLast(names.count - row.level - 1)

    let isRootDirectory = row.level == 0 && text.equals("/")
    let isName = isRootDirectory || text.isPathComponent
    let hash = hasher.hash(of: text.indices, in: text)
    if row.level == 0 && isTakenForOtherText(text) { path += "./".utf8 }
    row.changesText = !isName || !names[row.level].insert(hash).inserted
    if isName {
      path.append(text)
    } else {
      for index in text.indices {
        path.append(text[index] == 0x0A || text[index] == 0 ? 0x20 : text[index])
      }
    }

    if path.span.isQuotedName || path.last?.isBlank == true { row.changesText = true }
    // The reader takes the first byte order mark for that of the file, and a tab before the first
    // slash of a path or after the last one for the border of a column.
    let hasColumns = path.span.firstIndex(of: UInt8(ascii: "\t"), from: 0) != nil
    if hasColumns || isFirst && path.starts(with: "\u{FEFF}".utf8) { output.append("./") }
    isFirst = false
    output.appendText(path.span)
    if hasColumns { output.append("/") }
    output.append(UInt8(ascii: "\n"))

    if row.hasChildren {
      if !isRootDirectory { path.append(UInt8(ascii: "/")) }
      lengths.append(path.count)
      names.append([])
    }
  }

  /// Returns whether the reader can take the start of a root for a size, details or a message.
  private func isTakenForOtherText(_ text: Span<UInt8>) -> Bool {
    text.isMessage || FileFacts(sizeIn: text.indices, of: text) != nil
      || FileFacts(detailsIn: text.indices, of: text) != nil
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether the reader takes this for one component of a path.
  fileprivate var isPathComponent: Bool {
    if isEmpty || equals(".") { return false }
    for index in indices {
      switch self[index] {
      case UInt8(ascii: "/"), 0x0A, 0: return false
      // The reader removes sequences that color a text.
      case 0x1B where index + 1 < count && self[index + 1] == UInt8(ascii: "["): return false
      default: break
      }
    }
    return true
  }
}
