struct PathListFormat: Format {
  let name = "paths"
  let help = [
    "A text in which most lines contain a slash and none is indented,",
    "except to align numbers, as 'find' prints it; or paths that each",
    "end with a zero byte ('find -print0'). Sizes before the paths",
    "('du -a') are attributes. Other columns between tabs are called",
    "'column1', 'column2' and so on, by their position in the line.",
    "'find -ls', 'tar -tv' and 'ls -lR' also have 'mode' and",
    "'modified'; their other columns are omitted. Lines without the",
    "columns, messages of 'find' and 'tar', and other values for the",
    "same path are reported.",
  ]
  let rowNoun = "paths"
  let writers: [any OutlineWriter] = [PathListWriter()]
  let allowsZeroBytes = true
  let isFoundInTextFiles = true
  let changesBytes = true
  let hasColors = true

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    var entries = PathEntries(text)
    if entries.areEndedByZeros {
      // A binary file has long texts, or controls other than tabs, line ends and escapes.
      let sample = text.extracting(first: min(text.count, 1 << 16))
      while let entry = entries.next(in: sample), entry.upperBound < sample.count {
        let isName = !entry.isEmpty && entry.count < 4096 && sample[entry.lowerBound] > 0x20
        let isText = entry.allSatisfy {
          sample[$0] >= 0x20 || 0x09...0x0D ~= sample[$0] || sample[$0] == 0x1B
        }
        if !isName || !isText { return false }
      }
      return text.last == 0 && text[0] != 0
    }

    // A sample is enough.
    let sample = Bytes(copying: text.extracting(first: min(text.count, 1 << 16))).withoutColors()
    return containsPaths(sample.span)
  }

  private func containsPaths(_ text: Span<UInt8>) -> Bool {
    var entries = PathEntries(text)
    var paths = 0
    var others = 0
    var messages = 0
    let columns = ListColumns(in: text)
    var numberEnds: Set<Int> = []
    var isIndented = false
    while let entry = entries.next(in: text) {
      var line = text.extracting(entry)
      if line.isEmpty { continue }
      if entries.isMessage(entry, in: text) {
        messages += 1
        continue
      }
      if case .details? = columns, line.isHeading { continue }
      if case .size? = columns {
        if let path = columns?.path(in: entry, of: text) {
          isIndented = isIndented || line[0] <= 0x20
          numberEnds.insert(line.words(in: line.indices)[0].upperBound)
          line = text.extracting(path)
        }
      } else if columns?.hasSize(in: entry, of: text) == true {
        paths += 1
        continue
      }
      if line[0] <= 0x20 || line.beginsOtherText { return false }
      if line.isPath { paths += 1 } else { others += 1 }
    }

    // Aligned numbers end in one column. Other indents are levels.
    return paths > others && paths >= messages && paths + others > 1
      && !(isIndented && numberEnds.count > 1)
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    PathListReader.read(bytes, name: name, options: options)
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether a line contains a slash and is not an address.
  fileprivate var isPath: Bool {
    guard let slash = firstIndex(of: UInt8(ascii: "/"), from: 0) else { return false }
    if slash > 0 && slash + 1 < count && self[slash - 1] == UInt8(ascii: ":") {
      return self[slash + 1] != UInt8(ascii: "/")
    }
    return true
  }

  /// A Boolean value that indicates whether a line begins like text of another kind: with a bullet,
  /// a comment, a quote, a bracket or a tag.
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
