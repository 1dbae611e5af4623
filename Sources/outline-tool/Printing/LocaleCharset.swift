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
