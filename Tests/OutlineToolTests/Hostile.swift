import Testing

@testable import outline_tool

/// Reads damaged files and checks that each gives an outline.
enum Hostile {
  /// Truncates a text after each byte, and replaces each byte by several others.
  static func damage(_ text: String, read: (Bytes) -> ParsedFile) {
    let bytes = Bytes(text.utf8)
    for end in bytes.indices { check(read(Bytes(bytes[..<end]))) }
    let others = Bytes("\"\\,:;{}[]/*#'0-\n\r\t a".utf8) + [0, 0x7F, 0x80, 0xFF]
    for index in bytes.indices {
      var damaged = bytes
      for other in others + [bytes[index] ^ 1, bytes[index] ^ 0x80] {
        damaged[index] = other
        check(read(damaged))
      }
      damaged = bytes
      damaged.remove(at: index)
      check(read(damaged))
      damaged.insert(contentsOf: [bytes[index], bytes[index]], at: index)
      check(read(damaged))
    }
  }

  /// Checks all rows: each level is at most one deeper than the one before, each text in the
  /// file.
  private static func check(_ file: ParsedFile) {
    var isOutline = file.texts.count == file.levels.count
    var deepest = 0
    for level in file.levels {
      if level < 0 || level > deepest { isOutline = false }
      deepest = level + 1
    }
    for range in file.texts where range.upperBound > file.bytes.count { isOutline = false }
    guard isOutline else {
      Issue.record("No outline: \(String(decoding: file.bytes, as: UTF8.self))")
      return
    }
    _ = Document(file, format: Formats.plainText, expansion: .stored)
  }
}
