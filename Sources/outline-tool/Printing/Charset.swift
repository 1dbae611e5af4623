enum Charset: String {
  case utf8
  case ascii

  static var ofLocale: Charset { LocaleCharset.current == .utf8 ? .utf8 : .ascii }
}

/// The pieces of tree lines, as bytes.
struct TreeGlyphs {
  /// The lines before a row with more siblings, and before the last sibling.
  let branch: Bytes
  let lastBranch: Bytes
  /// The lines before the descendants of such rows.
  let verticalLine: Bytes
  let gap: Bytes
  let disclosure: Bytes
  let ellipsis: Bytes
  let ellipsisColumns: Int

  init(_ charset: Charset) {
    func glyph(_ utf8: String, _ ascii: String) -> Bytes {
      Bytes((charset == .utf8 ? utf8 : ascii).utf8)
    }
    branch = glyph("├── ", "|-- ")
    lastBranch = glyph("└── ", "`-- ")
    verticalLine = glyph("│   ", "|   ")
    disclosure = glyph("▸ ", "+ ")
    ellipsis = glyph("…", "...")
    ellipsisColumns = charset == .utf8 ? 1 : 3
    gap = Bytes("    ".utf8)
  }
}

/// The text encoding of the locale.
enum LocaleCharset {
  case utf8
  /// No locale is set, or `C` or `POSIX`; the terminal may use any encoding.
  case unknown
  /// A single-byte encoding, in which some bytes above 0x7F are controls.
  case other

  /// The encoding in the first nonempty variable of `LC_ALL`, `LC_CTYPE` and `LANG`.
  static let current: LocaleCharset = {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = Process.environmentValue(name), !value.isEmpty else { continue }
      // Drop the modifier, as in `sr_RS.UTF-8@latin`.
      let locale = Bytes(value.prefix { $0 != UInt8(ascii: "@") }.lazy.map(\.lowercased))
      if locale.hasSuffix("utf-8") || locale.hasSuffix("utf8") { return .utf8 }
      let isUnknown = locale.elementsEqual("c".utf8) || locale.elementsEqual("posix".utf8)
      return isUnknown ? .unknown : .other
    }
    return .unknown
  }()
}
