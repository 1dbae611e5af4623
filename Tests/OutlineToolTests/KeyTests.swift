import Testing

@testable import outline_tool

@Suite("Keys")
struct KeyTests {
  @Test(arguments: [
    ("a", [Key.character("a")]), ("é漢", [.character("é"), .character("漢")]),
    ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}[1;5C", [.right]),
    ("\u{1B}[H\u{1B}[4~", [.home, .end]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.pageUp, .pageDown, .delete]),
    ("\u{1B}OP\u{1B}[11~", [.help, .help]), ("\r\t\u{7F}", [.enter, .tab, .backspace]),
    ("\u{3}\u{1A}", [.control("c"), .control("z")]),
    ("\u{1B}[<0;12;5M", [.click(row: 4, column: 11)]), ("\u{1B}[<0;12;5m", []),
    ("\u{1B}[<64;1;1M\u{1B}[<65;1;1M", [.wheelUp, .wheelDown]),
    ("\u{1B}[<0;0;5M\u{1B}[<99999999999999999999;1;1M", []), ("\u{1B}[200~x", [.character("x")]),
    ("\u{1B}q", [.escape, .character("q")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
  ])
  func sequencesOfTerminalsAreKeys(input: String, keys: [Key]) {
    var bytes = Bytes(input.utf8)
    #expect(Key.parse(&bytes) == keys)
    #expect(bytes.isEmpty)
  }

  @Test func keysArriveInPieces() {
    let input = Bytes("\u{1B}[<0;12;5M漢\u{1B}OPa".utf8)
    for size in 1...input.count {
      var bytes = Bytes()
      var keys: [Key] = []
      for start in stride(from: 0, to: input.count, by: size) {
        bytes += input[start..<min(start + size, input.count)]
        // Escape alone is the start of a sequence until time has passed.
        keys += Key.parse(&bytes)
      }
      #expect(
        keys == [.click(row: 4, column: 11), .character("漢"), .help, .character("a")], "\(size)")
    }
  }

  @Test func invalidBytesAreNoKeys() {
    for bytes in [[0xFF], [0x80], [0xC0, 0x80], [0xE2, 0x28], [0xF5, 0x80, 0x80, 0x80], [0]] {
      var input = Bytes(bytes.map { UInt8($0) }) + Bytes("a".utf8)
      #expect(Key.parse(&input).last == .character("a"), "\(bytes)")
    }
    var long = Bytes("\u{1B}[".utf8) + Bytes(repeating: UInt8(ascii: "1"), count: 100_000)
    _ = Key.parse(&long)
    #expect(long.count < 100)
  }

  @Test func eachKeyHasOneAction() {
    #expect(KeyBinding.actions.count == KeyBinding.all.reduce(0) { $0 + $1.actions.count })
    #expect(KeyBinding.lines.allSatisfy { $0.utf8.count <= 76 })
  }
}
