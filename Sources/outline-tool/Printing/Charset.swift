/// The characters that tree lines are drawn with.
enum Charset {
  case utf8
  case ascii

  /// Reads the name that the option `--charset` takes.
  init?(name: Bytes) {
    if name.elementsEqual("utf8".utf8) {
      self = .utf8
    } else if name.elementsEqual("ascii".utf8) {
      self = .ascii
    } else {
      return nil
    }
  }

  /// The charset for tree lines that suits the locale.
  static var ofLocale: Charset { LocaleCharset.current == .utf8 ? .utf8 : .ascii }
}

/// The pieces of a tree's lines in one charset, as bytes.
struct TreeGlyphs {
  /// Before a row that more siblings follow, and before the last one.
  let branch: Bytes
  let lastBranch: Bytes
  /// Below such a row, before its descendants.
  let trunk: Bytes
  let gap: Bytes
  /// Before the text of a row whose children are hidden.
  let disclosure: Bytes
  /// In the place of what is left out.
  let ellipsis: Bytes
  let ellipsisColumns: Int

  init(_ charset: Charset) {
    switch charset {
    case .utf8:
      branch = Bytes("├── ".utf8)
      lastBranch = Bytes("└── ".utf8)
      trunk = Bytes("│   ".utf8)
      disclosure = Bytes("▸ ".utf8)
      ellipsis = Bytes("…".utf8)
      ellipsisColumns = 1
    case .ascii:
      branch = Bytes("|-- ".utf8)
      lastBranch = Bytes("`-- ".utf8)
      trunk = Bytes("|   ".utf8)
      disclosure = Bytes("+ ".utf8)
      ellipsis = Bytes("...".utf8)
      ellipsisColumns = 3
    }
    gap = Bytes("    ".utf8)
  }
}
