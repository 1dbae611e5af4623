@testable import outline_tool

/// Reads damaged files and checks that an outline comes of each.
enum Hostile {
  /// Reads a text cut off behind each byte, and with each byte replaced by several others.
  static func damage(_ text: String, read: (Bytes) -> Listing) {
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

  /// Makes the outline, which ends the tests if the rows are none, and looks at all texts.
  private static func check(_ listing: Listing) {
    let document = Document(listing, format: .indentedText, expansion: .stored)
    for range in document.texts { _ = document.bytes[range] }
  }
}
