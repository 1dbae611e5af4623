/// The characters of tree lines.
enum Charset {
  case utf8
  case ascii

  /// Creates the charset that a value of `--charset` names.
  init?(name: Bytes) {
    if name.elementsEqual("utf8".utf8) {
      self = .utf8
    } else if name.elementsEqual("ascii".utf8) {
      self = .ascii
    } else {
      return nil
    }
  }

  /// The charset of the locale.
  static var ofLocale: Charset { LocaleCharset.current == .utf8 ? .utf8 : .ascii }
}

/// The pieces of tree lines, as bytes.
struct TreeGlyphs {
  /// The lines before a row with further siblings, and before the last sibling.
  let branch: Bytes
  let lastBranch: Bytes
  /// The lines before the descendants of such rows.
  let verticalLine: Bytes
  let gap: Bytes
  /// The mark of a collapsed row.
  let disclosure: Bytes
  /// The mark of an omission.
  let ellipsis: Bytes
  let ellipsisColumns: Int

  init(_ charset: Charset) {
    switch charset {
    case .utf8:
      branch = Bytes("├── ".utf8)
      lastBranch = Bytes("└── ".utf8)
      verticalLine = Bytes("│   ".utf8)
      disclosure = Bytes("▸ ".utf8)
      ellipsis = Bytes("…".utf8)
      ellipsisColumns = 1
    case .ascii:
      branch = Bytes("|-- ".utf8)
      lastBranch = Bytes("`-- ".utf8)
      verticalLine = Bytes("|   ".utf8)
      disclosure = Bytes("+ ".utf8)
      ellipsis = Bytes("...".utf8)
      ellipsisColumns = 3
    }
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
