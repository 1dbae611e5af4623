import Testing

@Suite("Markdown")
struct MarkdownTests {
  @Test(arguments: [
    ("nothing", "", ""),
    ("paragraphs are no rows", "Text\nand more\n\nText\n", ""),
    ("headings", "# A\n## B\n### C\n## D\n# E\n", "A(B(C) D) E"),
    ("skipped levels", "### A\n# B\n#### C\n## D\n", "A B(C D)"),
    ("closing signs", "# A #\n# B ## \n# C#\n# #\n#\n## ##\n# D \\# E\n", "A B C# . .(.) D \\# E"),
    ("indented headings", "   # A\n    # B\n", "A"),
    ("no headings", "#A\n####### B\n\\# C\n", ""),
    ("underlined headings", "A\n===\nB\n-\nC D\n---\n", "A(B C D)"),
    ("underlined heading of two lines", "A\nB\n===\n\nC\n\n===\n", "A B"),
    ("rules are no headings", "---\n\n***\n\n> A\n---\n- B\n---\n", "B"),
    ("front matter", "---\n# A\ntitle: B\n---\n# C\n", "C"),
    ("front matter without an end", "---\n# A\n", "A"),
    ("backtick fence", "```sh\n# A\n~~~\n``\n- B\n````\n# C\n", "C"),
    ("tilde fence", "~~~ `a`\n# A\n```\n~~~~ B\n~~~\n# C\n", "C"),
    ("long fence", "`````\n```\n# A\n`````\n# B\n", "B"),
    ("fence without an end", "# A\n```\n# B\n", "A"),
    ("code in a line is no fence", "``` a ```\n# A\n", "A"),
    ("fence in an item", "- A\n  ```\n  # B\n  - C\n\n  ```\n  - D\n", "A(D)"),
    ("fence that its item ends", "- A\n  ```\n  # B\n# C\n", "A C"),
    ("indented code", "# A\n\n    # B\n    - C\n\n- D\n", "A(D)"),
    ("indented lines of a paragraph", "A\n    - B\n\n- C\n", "C"),
    ("comment", "<!-- A\n# B\n-->\n# C\n<!-- D --> \n# E\n", "C E"),
    ("HTML block", "<div>\n# A\n</div>\n\n# B\n<b>\n# C\n", "B"),
    ("HTML in a line", "<b>A</b> c\n# B\n<https://c.example>\n# D\n", "B D"),
    ("preformatted HTML", "<pre>\n\n# A\n\n</pre>\n# B\n", "B"),
    ("bullets", "- A\n* B\n+ C\n", "A B C"),
    ("numbers", "1. A\n2) B\n10. C\n1234567890. D\n", "A B C"),
    ("no items", "-A\n1.B\n1 C\n\n**D**\n", ""),
    ("nested by two spaces", "- A\n  - B\n    - C\n  - D\n- E\n", "A(B(C) D) E"),
    ("nested by four spaces", "* A\n    * B\n        * C\n* D\n", "A(B(C)) D"),
    ("nested by tabs", "- A\n\t- B\n\t\t- C\n\t- D\n", "A(B(C) D)"),
    ("tab after the marker", "-\tA\n\t-\tB\n", "A(B)"),
    ("nested below a number", "1. A\n   - B\n10. C\n    - D\n", "A(B) C(D)"),
    ("too little indent for a number", "10. A\n  - B\n", "A B"),
    ("items on one line", "- - A\n  - B\n- C\n", ".(A B) C"),
    ("rule between items", "- A\n* * *\n- B\n", "A B"),
    ("items below headings", "- A\n# B\n- C\n  - D\n## E\n- F\n", "A B(C(D) E(F))"),
    ("heading in an item", "- # A\n  - B\n\n  # C\n- D\n", "A(B) D"),
    ("paragraph in an item", "- A\n  more\n\n  text\n\n  - B\n", "A(B)"),
    ("item that a line goes on with", "- A\nmore\n  - B\n", "A(B)"),
    ("text ends a list", "- A\n\ntext\n\n  - B\n", "A B"),
    ("number in wrapped text", "in\n2024. A\n1. B\n", "B"),
    ("empty item in wrapped text", "A\n*\n", ""),
    ("empty items", "-\n- A\n-\n  B\n", ". A ."),
    ("item that begins too late", "-\n\n  A\n  - B\n", ". B"),
    ("lazy line after a quote", "> A\nB\n===\n10. C\n", "C"),
    ("lines after a quote without text", ">\n- A\n> # B\nC\n===\n", "A C"),
    ("task boxes", "- [ ] A\n- [x] B\n", "[ ] A [x] B"),
    ("block quote", "> # A\n> - B\n\n# C\n", "C"),
    ("markup stays", "# `A` [B](c)\n- **D** <i>e</i>\n", "`A` [B](c)(**D** <i>e</i>)"),
    ("Windows line ends", "---\r\na: b\r\n---\r\nA\r\n===\r\n- B\r\n  - C\r\n", "A(B(C))"),
    ("byte order mark", "\u{FEFF}# A\n", "A"),
  ])
  func rows(label: String, text: String, rows: String) throws {
    let run = try Tool.show(text, as: "a.md")
    #expect(run.rows == rows, "\(label)")
    #expect(run.messages == "" && run.exitCode == 0, "\(label)")
  }

  @Test(arguments: [
    ("a.md", "text(A)", false), ("a.MARKDOWN", "A", true), ("a.md", "A", true),
    ("README", "A", true), ("a.txt", "# A", true), ("a.md.txt", "# A", true),
    ("dotted.d/README", "A", true),
  ])
  func nameDecidesTheFormatAndContentOnlyWithoutAnEnding(
    name: String, rows: String, isHeading: Bool
  ) throws {
    let text = isHeading ? "\n# A\n" : "# text\n- A\n"
    #expect(try Tool.show(text, as: name).rows == rows)
  }

  @Test(arguments: ["# A\n- B\n", "---\ntitle: C\n---\n# A\n- B\n"])
  func standardInputIsMarkdownIfItBeginsLikeIt(text: String) throws {
    #expect(try Tool.run(input: text).rows == "A(B)")
  }

  @Test(.timeLimit(.minutes(1))) func lineOfManyItemsIsReadInLinearTime() throws {
    let items = String(repeating: "- ", count: 100_000) + "A\n"
    let text = items + String(repeating: "b\n", count: 100_000)
    let run = try Tool.show(text, as: "a.md", options: "-L2")
    #expect(run.output == "a.md\n└── \n    └── ▸ \n")
  }
}
