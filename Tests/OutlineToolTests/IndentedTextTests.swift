import Testing

@Suite("Indented text")
struct IndentedTextTests {
  @Test(arguments: [
    ("nothing", "", "", ""),
    ("blank lines only", "\n  \n\t\n", "", " no rows: no lines of text found"),
    ("byte order mark", "\u{FEFF}A\n\tB\n", "A(B)", ""),
    ("Windows line ends", "A\r\n\tB\r\n\r\nC\r\n", "A(B) C", ""),
    ("line ends of classic Mac OS", "A\r\tB\r\r\tC\r", "A(B C)", ""),
    ("no final newline", "A\n\tB", "A(B)", ""),
    ("blanks at line ends", "A  \t\n\tB \n", "A(B)", ""),
    ("first line indented", "    A\n        B\n    C\n", "A(B) C", ""),
    ("first line indented deeper than the next", "    A\n  B\n      C\n", "A B(C)", ""),
    ("indent between two levels", "A\n    B\n  C\n    D\nE\n", "A(B C(D)) E", ""),
    ("blank lines between rows", "A\n\n\tB\n\n\n\tC\n", "A(B C)", ""),
    ("three spaces", "A\n   B\n      C\n   D\n", "A(B(C) D)", ""),
    ("bullets of word processors", "• A\n  ◦ B\n    ▪ C\n  ‣ D\n● E\n", "A(B(C) D) ● E", ""),
    ("bullets", "- A\n  * B\n  + C\n    • D\n-\n-E\n", "A(B C(D)) . -E", ""),
    ("blanks after a bullet", "-   A\n\t-\tB\n", "A(B)", ""),
    ("no bullets", "**A**\n--\n-1\n•B\n", "**A** -- -1 •B", ""),
    ("same text on every row", "A\n\tA\n\t\tA\nA\n\tA\n", "A(A(A)) A(A)", ""),
    ("spellings that are equal as text", "\u{E9}\n\te\u{301}\n", "\u{E9}(e\u{301})", ""),
    ("tabs inside text", "A\tB\n", "A\\tB", ""),
    (
      "skipped level", "A\n\n\t\t\tB\n\t\t\tC\n\tD\n", "A(B C D)",
      "3:4: indented more than one tab deeper than the row above; shown as its child"
    ),
    (
      "tabs, then spaces", "A\n\tB\n  C\n\t\tD\n    E\n", "A(B C(D E))",
      "3:1: mixed tabs and spaces; tabs advance to multiples of 2"
    ),
    (
      "spaces, then tabs", "A\n    B\n\tC\n\t    D\n", "A(B C(D))",
      "3:1: mixed tabs and spaces; tabs advance to multiples of 4"
    ),
    (
      "three spaces, then tabs", "A\n   B\n\tC\n        D\n", "A(B(C D))",
      "3:1: mixed tabs and spaces; tabs advance to multiples of 8"
    ),
    (
      "a lone space, then tabs", "A\n\tB\n\t\tC\n D\n", "A(B(C) D)",
      "4:1: mixed tabs and spaces; tabs advance to multiples of 8"
    ),
    (
      "space before tab", "A\n \tB\n", "A(B)",
      "2:1: mixed tabs and spaces; tabs advance to multiples of 8"
    ),
  ])
  func indentationFormsTheOutline(label: String, text: String, rows: String, message: String) throws
  {
    let messages = message.isEmpty ? [] : [":" + message]
    try expect(text, as: "a.txt", toHaveRows: rows, messages: messages, label)
  }

  @Test(arguments: [
    ("no heading", "#channel\n\t# A\n", "#channel(# A)"),
    ("shell script", "#!/bin/sh\n# A\n\n## B\n\nc\n", "#!/bin/sh # A ## B c"),
    ("makefile", "# A\n\n## all: B\nall:\n\tc\n\n# D\n\n", "# A ## all: B all:(c) # D"),
    ("comments of one kind", "## A\n\nb\n\n## C\n\nd\n", "## A b ## C d"),
    ("comments without empty lines", "# A\n# B\n### C\n", "# A # B ### C"),
    ("documents of YAML", "---\na\n---\nb\n\n# C\n", "--- a --- b # C"),
  ])
  func commentsDoNotMakeATextMarkdown(label: String, text: String, rows: String) throws {
    #expect(try Tool.run(input: text).rows == rows, "\(label)")
  }

  @Test func binaryFilesAreRefused() throws {
    let print = "printf 'A\\0B\\n\\tC\\0\\n' | outline-tool"
    let message = "standard input:1:2: zero byte; this is probably not a text file"
    let run = try Tool.shell("\(print) --from text")
    #expect(run.output == "standard input\n└── A\\u{0}B\n    └── C\\u{0}\n")
    #expect(run.messages == "outline-tool: \(message)\n" && run.exitCode == 1)
    #expect(try Tool.shell(print) == .failure(message))
  }

  @Test func lineOfAMegabyteIsShownWhole() throws {
    let text = String(repeating: "long ", count: 200_000) + "line"
    #expect(try Tool.run(input: text).output == "standard input\n└── \(text)\n")
  }
}

extension Run {
  /// The rows in short: children in parentheses after their parent, a dot for a row without text.
  ///
  /// It reads the tree lines back, so that the expected rows fit on one line.
  var rows: String {
    var result = ""
    var open = 0
    for line in output.split(separator: "\n").dropFirst() {
      guard let branch = line.firstRange(of: #/[├└]── /#) else { return "no row: \(line)" }
      let level = line[..<branch.lowerBound].count / 4
      while open > level + 1 {
        result += ")"
        open -= 1
      }
      result += open == level + 1 ? " " : open == 0 ? "" : "("
      let text = line[branch.upperBound...]
      result += text.isEmpty ? "." : text
      open = level + 1
    }
    return result + String(repeating: ")", count: max(0, open - 1))
  }
}
