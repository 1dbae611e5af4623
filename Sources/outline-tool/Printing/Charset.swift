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

/// What the locale says about the bytes that a terminal takes for text.
enum LocaleCharset {
  case utf8
  /// No locale is set, or the one named `C` or `POSIX`; what terminals make of that is not known.
  case unknown
  /// Bytes above 0x7F are characters of their own, and some of them controls.
  case other

  /// The charset of the first of `LC_ALL`, `LC_CTYPE` and `LANG` that says anything.
  static let current: LocaleCharset = {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = Process.environmentValue(name), !value.isEmpty else { continue }
      // Such as `sr_RS.UTF-8@latin`.
      let locale = Bytes(value.prefix { $0 != UInt8(ascii: "@") }.lazy.map(\.lowercased))
      if locale.ends(with: "utf-8") || locale.ends(with: "utf8") { return .utf8 }
      let isUnknown = locale.elementsEqual("c".utf8) || locale.elementsEqual("posix".utf8)
      return isUnknown ? .unknown : .other
    }
    return .unknown
  }()
}

extension Bytes {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
