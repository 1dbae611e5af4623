/// The characters that tree lines are drawn with.
enum Charset: Equatable {
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

  /// The charset of the locale: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that says anything.
  static var ofLocale: Charset {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = Process.environmentValue(name), !value.isEmpty else { continue }
      // Such as `sr_RS.UTF-8@latin`.
      let encoding = value.prefix { $0 != UInt8(ascii: "@") }.map { $0 | 0x20 }
      let isUTF8 = encoding.ends(with: "utf-8") || encoding.ends(with: "utf8")
      return isUTF8 ? .utf8 : .ascii
    }
    return .ascii
  }
}

extension Bytes {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
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

  init(_ charset: Charset) {
    switch charset {
    case .utf8:
      branch = Bytes("├── ".utf8)
      lastBranch = Bytes("└── ".utf8)
      trunk = Bytes("│   ".utf8)
      disclosure = Bytes("▸ ".utf8)
    case .ascii:
      branch = Bytes("|-- ".utf8)
      lastBranch = Bytes("`-- ".utf8)
      trunk = Bytes("|   ".utf8)
      disclosure = Bytes("+ ".utf8)
    }
    gap = Bytes("    ".utf8)
  }
}
