/// Lists of paths, as `find` and `git ls-files` print them.
struct PathListFormat: Format {
  let name = "paths"
  let allowsZeroBytes = true
  let isFoundInTextFiles = true

  let help = [
    "A text in which most lines contain a slash and none is indented,",
    "as 'find' prints it; or paths that each end with a zero byte",
    "('find -print0').",
  ]

  func rowNoun(_ options: ReaderOptions) -> String { "paths" }

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    var entries = PathEntries(text)
    if entries.areEndedByZeros && text.last != 0 { return false }
    // A sample is enough.
    let text = text.extracting(first: min(text.count, 1 << 16))
    var (paths, others) = (0, 0)
    while let entry = entries.next(in: text) {
      let line = text.extracting(entry)
      if line.isEmpty { continue }
      if line[0] <= 0x20 || line.beginsOtherText { return false }
      if line.isPath { paths += 1 } else { others += 1 }
    }
    return paths > others && paths + others > 1
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    PathListReader.read(bytes, name: name)
  }
}

extension Span where Element == UInt8 {
  /// Whether a line contains a slash and is no address.
  fileprivate var isPath: Bool {
    guard let slash = firstIndex(of: UInt8(ascii: "/"), from: 0) else { return false }
    if slash > 0 && slash + 1 < count && self[slash - 1] == UInt8(ascii: ":") {
      return self[slash + 1] != UInt8(ascii: "/")
    }
    return true
  }

  /// Whether a line begins like text of another kind: with a bullet, a comment, a quote, a bracket
  /// or a tag.
  fileprivate var beginsOtherText: Bool {
    switch self[0] {
    case UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "|"): return true
    case UInt8(ascii: "/"):
      return count > 1 && (self[1] == UInt8(ascii: "/") || self[1] == UInt8(ascii: "*"))
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "#"),
      UInt8(ascii: ">"):
      return count == 1 || self[1].isBlank || self[1] == self[0] || self[1] == UInt8(ascii: "!")
    default: return false
    }
  }
}
