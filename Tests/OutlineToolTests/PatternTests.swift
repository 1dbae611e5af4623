import Foundation
import OutlineTestSupport
import Testing

@testable import outline_tool

private let tooLarge = "the pattern is too large; write a shorter one"

@Suite("Patterns")
struct PatternTests {
  private static let globs: [(String, [String: Bool])] = [
    ("", ["": true, "a": false]),
    ("abc", ["abc": true, "ab": false, "abcd": false, "xabc": false, "ABC": false]),
    ("*", ["": true, "anything/at all": true]),
    ("a*c", ["ac": true, "abbc": true, "abcb": false]),
    ("*a*b*", ["ab": true, "xaxbx": true, "ba": false]),
    ("a?c", ["abc": true, "aéc": true, "ac": false, "abbc": false, "a👩c": true]),
    ("caf[éèa-c]", ["café": true, "cafè": true, "cafb": true, "cafd": false]),
    ("[!a-c]", ["d": true, "é": true, "a": false, "": false]),
    ("[^a]", ["b": true, "a": false]),
    ("[]a]", ["]": true, "a": true, "b": false]),
    ("[a-]", ["-": true, "a": true, "b": false]),
    ("[\\]x]", ["]": true, "x": true, "\\": false]),
    ("[ab", ["[ab": true, "a": false]),
    ("[z-a]", ["z": false, "m": false]),
    ("[[:digit:]_]", ["7": true, "_": true, "a": false]),
    ("[[:no:]]", ["[n]": true, ":]": false]),
    ("{a,b}c", ["ac": true, "bc": true, "c": false]),
    ("{a,{b,c}d,}e", ["ae": true, "bde": true, "cde": true, "e": true, "be": false]),
    ("{a,b", ["{a,b": true, "a": false]),
    ("[{]}", ["{}": true, "{": false]),
    ("{a,b,,dd}e", ["ae": true, "be": true, "e": true, "dde": true, "de": false]),
    ("a}b,c", ["a}b,c": true]),
    ("\\*\\?", ["*?": true, "ab": false]),
    ("a\\", ["a\\": true]),
    ("/usr/bin", ["/usr/bin": true, "usr": false]),
    ("/", ["/": true]),
    ("a\\*", ["a*": true, "ab": false]),
    ("a\\\\*", ["a\\b": true, "a*": false]),
    ("**b**", ["abc": true, "b": true, "a": false]),
    ("*.{swift,md}", ["a.swift": true, ".md": true, "a.txt": false]),
  ]

  private static let regularExpressions: [(String, [String: Bool])] = [
    ("//", ["": true, "a": true]),
    ("/b/", ["abc": true, "b": true, "ac": false, "B": false]),
    ("/^b/", ["bc": true, "abc": false]),
    ("/b$/", ["ab": true, "abc": false]),
    ("/^$/", ["": true, "a": false]),
    ("/^/", ["": true, "abc": true]),
    ("/$/", ["": true, "abc": true]),
    ("/a^b/", ["ab": false, "a^b": false]),
    ("/^a.c$/", ["abc": true, "aéc": true, "ac": false, "a\nc": true]),
    ("/^(ab|c)*$/", ["": true, "abcab": true, "aba": false]),
    ("/^(?:ab|cd|)e$/", ["abe": true, "cde": true, "e": true, "ae": false]),
    ("/^a+b?$/", ["a": true, "aab": true, "b": false, "abb": false]),
    ("/^a*?$/", ["aaa": true, "b": false]),
    ("/^a{3}$/", ["aaa": true, "aa": false, "aaaa": false]),
    ("/^a{2,}$/", ["aa": true, "aaaaa": true, "a": false]),
    ("/^a{1,3}$/", ["a": true, "aaa": true, "": false, "aaaa": false]),
    ("/^a{0}$/", ["": true, "a": false]),
    ("/^(a{2}){2}$/", ["aaaa": true, "aaa": false]),
    ("/a{,3}/", ["a{,3}": true, "aaa": false]),
    ("/a{x/", ["a{x": true]),
    ("/[a-c]/", ["xbx": true, "d": false]),
    ("/^[^a-c]$/", ["d": true, "é": true, "b": false]),
    ("/^[]a]$/", ["]": true, "a": true]),
    ("/^[a\\]-]+$/", ["a]-": true, "\\": false]),
    ("/^[\\d\\s]+$/", ["1 2": true, "a": false]),
    ("/^\\d+$/", ["0189": true, "٣": false, "a": false]),
    ("/^\\w+$/", ["aZ_9": true, "Äpfel": true, "日本": true, "a b": false, "a-b": false]),
    ("/^\\W\\S\\D$/", [" ab": true, "a b": false, "-é1": false]),
    ("/^\\s$/", [" ": true, "\t": true, "\u{A0}": true, "a": false]),
    ("/\\.\\/\\*/", ["./*": true, "a/*": false]),
    ("/a/b/", ["a/b": true]),
    ("/^\\x41\\u00e9\\u{1F469}\\t$/", ["Aé👩\t": true]),
    ("/äpfel/i", ["ÄPFEL": true, "Äpfel": true, "apfel": false]),
    ("/^[a-c]$/i", ["B": true, "D": false]),
    ("/^[^k]$/i", ["K": false, "k": false, "j": true]),
    ("/(a*)*b/", ["aab": true, "aa": false]),
    ("/(a|b)$/", ["cb": true, "bc": false]),
    ("/x|^a$|y/", ["a": true, "ab": false, "by": true]),
    ("/\\ba\\b/", ["a": true, "b a": true, "a.b": true, "ab": false, "ba b": false, "": false]),
    ("/\\bé/", ["é": true, "aé": false, "-éa": true]), ("/a\\b$/", ["ba": true, "a ": false]),
    ("/a\\Bb|c\\B/", ["ab": true, "c": false, "cd": true, "a b": false]),
    ("/^\\b/", ["a": true, " a": false, "": false]), ("/(\\b|-)a/", ["-a": true, "ba": false]),
    ("/\\b\\b[^a]/", ["a b": true, "a": false, "aa ": true]),
    ("/^[[:alpha:]_]+[^[:digit:]]$/", ["a_b": true, "a1": false, "_": false]),
  ]

  @Test(arguments: globs + regularExpressions)
  func patternsMatchTexts(source: String, texts: [String: Bool]) throws {
    let pattern = try Pattern(Bytes(source.utf8))
    for (text, isMatch) in texts {
      // A second match uses the states of the first one.
      let answers = [
        pattern.matches(Bytes(text.utf8).span), pattern.matches(Bytes(text.utf8).span),
      ]
      #expect(answers == [isMatch, isMatch], "\(source) on \(text)")
    }
  }

  @Test func everyTextOfGlobSignsIsAccepted() throws {
    var sources: [Bytes] = [[]]
    let length = TestEffort.choose(quick: 4, full: 5, long: 5)
    for _ in 0..<length {
      sources = sources.flatMap { source in "[]{},!-a".utf8.map { source + [$0] } }
      for source in sources {
        _ = try Pattern(source)
      }
    }
    #expect(sources.count == 1 << (3 * length))
  }

  @Test func manyAlternativesAreReadInLinearTime() throws {
    let letter = Fragment.symbol(SymbolSet(0x61))
    let pattern = Fragment.any(of: Array(repeating: letter, count: 300_000))
    #expect(pattern.count == 899_998)
  }

  @Test func invalidUTF8BytesAreSymbols() throws {
    for source in ["a?b", "a[!x]b", "/^a.b$/", "/^a[^x]b$/", "/^a\\Wb$/", "a\u{FF}b"] {
      let pattern = try Pattern(Bytes(source.utf8))
      let isMatch = pattern.matches(([0x61, 0xFF, 0x62] as Bytes).span)
      #expect(isMatch == !source.contains("\u{FF}"), "\(source)")
    }
    let pattern = try Pattern([0x61, 0xFF])
    let texts: [Bytes] = [[0x61, 0xFF], [0x61, 0xFE]]
    let answers = texts.map { pattern.matches($0.span) }
    #expect(answers == [true, false])
  }

  @Test func caseCanBeIgnoredInGlobs() throws {
    let pattern = try Pattern(Bytes("Ä[b-d][!k]*".utf8), ignoringCase: true)
    let answers = ["äCx", "äCK"].map { pattern.matches(Bytes($0.utf8).span) }
    #expect(answers == [true, false])
  }

  @Test(arguments: [
    ("/a(b/", "unclosed '(' at character 2"), ("/a)b/", "unmatched ')' at character 2"),
    ("/a[b/", "unclosed '[' at character 2"), ("/*a/", "nothing to repeat before character 1"),
    ("/a|+/", "nothing to repeat before character 3"),
    ("/a{2,1}/", "invalid counts at character 2"),
    ("/[b-a]/", "invalid range at character 2"), ("/[\\d-a]/", "invalid range at character 2"),
    ("/\\q/", "unknown escape at character 1"), ("/[[:x:]]/", "unknown class at character 2"),
    ("/(.{0,40}a){40}c/", tooLarge), ("/a\\xZ/", "unknown escape at character 2"),
    ("/(?=a)/", "unknown kind of group at character 1"), ("/a{30000}/", tooLarge),
    ("/((a{1000}){1000}){1000}/", tooLarge),
    ("/\\u{110000}/", "unknown escape at character 1"),
  ])
  func faultsOfPatternsAreReported(source: String, fault: String) {
    do {
      _ = try Pattern(Bytes(source.utf8))
      Issue.record("\(source) is a pattern")
    } catch {
      #expect(error.sentence == fault, "\(source)")
    }
  }

  @Test func randomExpressionsAgreeWithFoundation() throws {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "a", "b", "c", ".", "[ab]", "[^a]", "(", ")", "|", "*", "+", "?", "{2}", "^", "$",
    ]
    var tried = 0
    while tried < 500 {
      let length = Int.random(in: 1...8, using: &generator)
      let source = (0..<length).map { _ in pieces.randomElement() ?? "a" }.joined()
      // Foundation rejects some repetitions.
      guard source.firstRange(of: #/[*+?}^$][*+?{]/#) == nil,
        let expected = try? NSRegularExpression(pattern: source),
        let pattern = try? Pattern(Bytes("/\(source)/".utf8))
      else { continue }
      tried += 1
      for _ in 0..<20 {
        let count = Int.random(in: 0...6, using: &generator)
        let text = String((0..<count).map { _ in "abc".randomElement() ?? "a" })
        let range = NSRange(location: 0, length: count)
        let isMatch = expected.firstMatch(in: text, range: range) != nil
        let answer = pattern.matches(Bytes(text.utf8).span)
        #expect(answer == isMatch, "/\(source)/ on '\(text)'")
      }
    }
  }

  @Test(arguments: ["/(a*)*b/", "/(a|aa)+$/", "*a*a*a*a*a*a*b"])
  func noPatternTakesExponentialTime(source: String) throws {
    let pattern = try Pattern(Bytes(source.utf8))
    let text = Bytes(repeating: UInt8(ascii: "a"), count: largeCount(1_000_000)) + "c".utf8
    let answer = pattern.matches(text.span)
    #expect(!answer)
  }

  @Test func manyStatesTakeLittleMemory() throws {
    // The state has to remember which of the last 12 symbols were an a.
    let pattern = try Pattern(Bytes("/a.{12}$/".utf8))
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let text = (0..<200).map { _ in UInt8.random(in: 97...98, using: &generator) }
      let answer = pattern.matches(text.span)
      #expect(answer == (text[187] == 97))
    }
  }

  @Test(
    arguments: [
      (["a"], "a", 0), (["a"], "b/a", nil), (["**/a"], "b/c/a", 0), (["**/a"], "a", 0),
      (["a/**"], "a/b/c", 0), (["a/**"], "a", nil), (["a/**/b"], "a/b", 0),
      (["a/**/b"], "a/x/y/b", 0), (["a*"], "a/b", nil), (["a?b"], "a/b", nil),
      (["a[/x]b"], "a/b", nil), (["[!x]"], "/", nil), (["a**b"], "axb", 0), (["a**b"], "a/b", nil),
      (["a**/b"], "axb", nil), (["a**/b"], "ax/b", 0), (["x?**/b"], "xy/z/b", nil),
      (["***/a"], "b/c/a", 0),
      (["[z-a]"], "z", 0), (["[a"], "[a", nil), (["a\\"], "a\\", nil), (["[[:digit:]x]"], "7", 0),
      (["a", "*", "b"], "a", 1), (["a", "*", "b"], "b", 2), (["{a,b}"], "{a,b}", 0),
    ] as [([String], String, Int?)])
  func theFirstMatchingPathGlobIsFound(sources: [String], text: String, match: Int?) {
    let fragments = sources.map { source in
      var parser = PatternParser(Bytes(source.utf8).span.symbols[...], as: .path)
      return [.start] + parser.glob() + [.end]
    }
    var automaton = Automaton(fragments)
    let answer = automaton.match(Bytes(text.utf8).span)
    #expect(answer == match, "\(sources) on \(text)")
  }
}
