import Testing

@Suite("Markdown")
struct MarkdownTests {
  @Test(arguments: [
    ("nothing", "", ""),
    ("paragraphs are not rows", "Text\nand more\n\nText\n", ""),
    ("headings", "# A\n## B\n### C\n## D\n# E\n", "A(B(C) D) E"),
    ("skipped levels", "### A\n# B\n#### C\n## D\n", "A B(C D)"),
    ("closing signs", "# A #\n# B ## \n# C#\n# #\n#\n## ##\n# D \\# E\n", "A B C# . .(.) D # E"),
    ("indented headings", "   # A\n    # B\n", "A"),
    ("no headings", "#A\n####### B\n\\# C\n", ""),
    ("underlined headings", "A\n===\nB\n-\nC D\n---\n", "A(B C D)"),
    ("underlined heading of two lines", "A  \n   B\r\n\tC\n===\n\nD\n\n===\n", "A B C"),
    ("rules are not headings", "---\n\n***\n\n> A\n---\n- B\n---\n", "B"),
    ("front matter", "---\n# A\ntitle: B\n---\n# C\n", "C"),
    ("front matter without an end", "---\n# A\n", "A"),
    ("backtick fence", "```sh\n# A\n~~~\n``\n- B\n````\n# C\n", "C"),
    ("tilde fence", "~~~ `a`\n# A\n```\n~~~~ B\n~~~\n# C\n", "C"),
    ("long fence", "`````\n```\n# A\n`````\n# B\n", "B"),
    ("fence without an end", "# A\n```\n# B\n", "A"),
    ("code in a line is not a fence", "``` a ```\n# A\n", "A"),
    ("fence in an item", "- A\n  ```\n  # B\n  - C\n\n  ```\n  - D\n", "A(D)"),
    ("fence that ends with its item", "- A\n  ```\n  # B\n# C\n", "A C"),
    ("indented code", "# A\n\n    # B\n    - C\n\n- D\n", "A(D)"),
    ("indented lines of a paragraph", "A\n    - B\n\n- C\n", "C"),
    ("comment", "<!-- A\n# B\n-->\n# C\n<!-- D --> \n# E\n", "C E"),
    ("HTML block", "<div>\n# A\n</div>\n\n# B\n<b>\n# C\n", "B"),
    ("HTML in a line", "<b>A</b> c\n# B\n<https://c.example>\n# D\n", "B D"),
    ("preformatted HTML", "<pre>\n\n# A\n\n</pre>\n# B\n", "B"),
    ("any end of verbatim HTML", "<pre>\n# A\n</STYLE> b\n# C\n<script>\n\n# D\n", "C"),
    ("bullets", "- A\n* B\n+ C\n", "A B C"),
    ("numbers", "1. A\n2) B\n10. C\n\n1234567890. D\n", "1. A 2) B 10. C"),
    ("numbers with wide gaps", "1.   A\n2.\tB\n", "1. A 2. B"),
    ("numbers without a text", "1.\n2.\n   A\n", "1. A"),
    ("no items", "-A\n1.B\n1 C\n\n**D**\n", ""),
    ("nested by two spaces", "- A\n  - B\n    - C\n  - D\n- E\n", "A(B(C) D) E"),
    ("nested by four spaces", "* A\n    * B\n        * C\n* D\n", "A(B(C)) D"),
    ("nested by tabs", "- A\n\t- B\n\t\t- C\n\t- D\n", "A(B(C) D)"),
    ("tab after the marker", "-\tA\n\t-\tB\n", "A(B)"),
    ("nested below a number", "1. A\n   - B\n10. C\n    - D\n", "1. A(B) 10. C(D)"),
    ("too little indent for a number", "10. A\n  - B\n", "10. A B"),
    ("items on one line", "- - A\n  - B\n- C\n", ".(A B) C"),
    ("rule between items", "- A\n* * *\n- B\n", "A B"),
    ("items below headings", "- A\n# B\n- C\n  - D\n## E\n- F\n", "A B(C(D) E(F))"),
    ("heading in an item", "- # A\n  - B\n\n  # C\n- D\n", "A(B C) D"),
    ("heading above items in an item", "- A\n  # B\n  - C\n", "A(B C)"),
    ("paragraph in an item", "- A\n  more\n\n  text\n\n  - B\n", "A more(B)"),
    ("item with continuation lines", "- A  \n\t  more\nlines\n  - B\n", "A more lines(B)"),
    ("wrapped item in an item", "- A\n  - B\n    b\n\n    c\n  d\n", "A(B b)"),
    ("heading in an item is not wrapped text", "- # A\n  b\n- C\n  # d\n", "A C(d)"),
    ("wrapped item on Windows", "- A\r\n  b \r\n  c\r\n- D\r\n", "A b c D"),
    ("wrapped item above a line of signs", "- A\n  b\n  ===\n- C\n", "A b C"),
    ("text ends a list", "- A\n\ntext\n\n  - B\n", "A B"),
    ("number in wrapped text", "in\n2024. A\n1. B\n", "1. B"),
    ("empty item in wrapped text", "A\n*\n", ""),
    ("empty items", "-\n- A\n-\n  B\n  b\n", ". A B b"),
    ("empty item with an item on the next line", "-\n  - A\n-\nb\n", ".(A) ."),
    ("empty item with a heading on the next line", "-\n  # A\n", "A"),
    ("item that begins too late", "-\n\n  A\n  - B\n", ". B"),
    ("lazy line after a quote", "> A\nB\n===\n10. C\n", "10. C"),
    ("lines after a quote without text", ">\n- A\n> # B\nC\n===\n", "A C"),
    ("rule in a quote", "> A\n> ---\nB\n===\n> * * *\nC\n===\n", "B C"),
    ("HTML in a quote", "> <!-- a -->\nB\n===\n> <div>\n> c\nD\n===\n", "B D"),
    ("indented code in a quote", ">     a\nB\n===\n>    c\nD\n===\n", "B"),
    ("fence in a quote", "> ```\n> a\nB\n===\n> ~~~\n> c\n> ~~~\n> d\nE\n===\n", "B"),
    ("fence in a quote in a quote", "> > ```\n> > > a\n> b\nC\n===\n\nD\n===\n", "D"),
    ("indented line of a quoted paragraph", "> a\n>      b\nC\n===\n", ""),
    ("task boxes", "- [ ] A\n- [x] B\n", "[ ] A [x] B"),
    ("block quote", "> # A\n> - B\n\n# C\n", "C"),
    ("emphasis and code stay", "# `A` [B]\n- **D** *e*\n", "`A` [B](**D** *e*)"),
    ("links", "# `A` [B](c) [D](<e f> 'g')\n- [H](i_(j).md)[K](l)\n", "`A` B D(HK)"),
    ("parentheses in links", "- [A](<b)c>) d\n- [E](f 'g)')\n- [H](i (j k)) l\n", "A d E H l"),
    ("no titles", "- [A](b c) [D](e \"f) [G](h (i) j)\n", "[A](b c) [D](e \"f) [G](h (i) j)"),
    ("links without any", "- [A](b 'c) [D](e) f' [G](<h) [I](j)\n", "[A](b 'c) D f' [G](<h) I"),
    ("escapes in links", "- [A](<b\\>c d>) [E](f\\)g) [H](i 'j\\'k')\n", "A E H"),
    ("escaped signs", "- \\![A](b)\n- \\*[C](d)*\n", "!A *C*"),
    ("emphasis of links", "- **[A](b)** c\n- *[D](e) f*\n- __*[G](h)*__\n", "A c *D f* G"),
    ("images", "# [![A](b) C](d)\n- ![E](f)\n- [![](g)](h)\n", "A C(E ![](g))"),
    ("codes and escapes", "- `[A](b)` \\[C](d) ``[`](e)``\n", "`[A](b)` [C](d) ``[`](e)``"),
    ("escapes", "- \\*A\\* \\b `\\*`\n", "*A* \\b `\\*`"),
    ("references to characters", "- A &amp; B&#44; &x; `&amp;`\n", "A & B, &x; `&amp;`"),
    (
      "reference links", "# [A][b] [B][] [c] ![D][b]\n\n[b]: x\n[C]: <y z> 't'\n", "A B c D"
    ),
    ("labels without a definition", "- [A][b] [c]\n- [d]: e\n", "[A][b] [c] [d]: e"),
    ("HTML in texts", "- <b>A</b>B<br>C<!-- d --><img alt='E'>\n- a<b F<G>\n", "AB CE a<b F<G>"),
    ("HTML without a text", "- <img src='a'>\n", "<img src='a'>"),
    (
      "HTML headings",
      "<h1 align=center>\n<b>A</b>\n</h1>\n\n## B\n<div>\n<H2><img alt='C'></H2>\n</div>\n",
      "A(B C)"
    ),
    ("HTML after a bullet", "- <h3>A</h3>\n  - B\n", "A(B)"),
    (
      "no links", "- [A] (b)\n- [C](d e)\n- [](f)\n- G](h)\n- [I](j\n",
      "[A] (b) [C](d e) [](f) G](h) [I](j"
    ),
    ("code without an end", "- `A [B](c)\n- ``` [D](e)\n", "`A B ``` D"),
    ("link in a wrapped text", "- A\n  [b\n  c](d)\n", "A b c"),
    ("number after a bullet", "- 1. A\n\t- B\n- C\n- 2. D\n", "1. A(B) C 2. D"),
    ("below the number", "- 10. A\n      - B\n        - C\n  - D\n", "10. A(B(C) D)"),
    ("more numbers", "- 1. A\n  2. B\n     - C\n- D\n", "1. A(2. B(C)) D"),
    ("wrapped text with a number", "- 1. A in\n     2024. B\n", "1. A in 2024. B"),
    ("code below the number", "- 10. A\n\n          B\n\n      - C\n", "10. A(C)"),
    ("Windows line ends", "---\r\na: b\r\n---\r\nA\r\n===\r\n- B\r\n  - C\r\n", "A(B(C))"),
    ("byte order mark", "\u{FEFF}# A\n", "A"),
  ])
  func headingsAndListItemsAreRows(label: String, text: String, rows: String) throws {
    let isReported = rows.isEmpty && !text.isEmpty
    let messages = isReported ? [": no rows: no headings or list items found"] : []
    try expect(text, as: "a.md", toHaveRows: rows, messages: messages, label)
  }

  @Test(arguments: [
    ("a.md", "text(A)", false), ("a.MARKDOWN", "A(B)", true), ("a.md", "A(B)", true),
    ("README", "A(B)", true), ("a.txt", "# A ## B", true), ("a.md.txt", "# A ## B", true),
    ("dotted.d/README", "A(B)", true), ("README", "# text A", false),
  ])
  func contentsDetermineTheFormatOnlyWithoutAnExtension(
    name: String, rows: String, isDocument: Bool
  ) throws {
    let text = isDocument ? "\n# A\n\n## B\n" : "# text\n- A\n"
    #expect(try Tool.show(text, as: name).rows == rows)
  }

  @Test(arguments: [
    "# A\n\nb\n\n## B\n", "### A\n\n#### B\n\nc\n", "---\ntitle: C\n---\n# A\n- B\n",
    "<p>\n\n# A\n- [B](c)\n", "- A\n  id:: 1\n\t- B\n", "c:: d\n- A\n  - B\n",
  ])
  func standardInputIsMarkdownIfItLooksLikeIt(text: String) throws {
    #expect(try Tool.run(input: text).rows == "A(B)")
  }

  @Test(arguments: [
    "# A\n- B\n", "# A\n- B [c](d)\n", "# A\n- [B]\n", "# A\n- b::\n- c::d\n", "# A\n[b](c)\n",
  ])
  func otherStandardInputIsText(text: String) throws {
    #expect(try Tool.run(input: text).rows.hasPrefix("# A"))
  }

  @Test(arguments: [
    ("[a](", ""), ("[", ""), ("![a](b)[", ""), ("`[a](b)", ""), ("**[a](b)", ""), ("[a]((", ""),
    ("``", ""), ("[a](", ")"), ("[a](<", ")"), ("[a](b \"", ")"), ("[a](b (", ")"), ("[a](", " )"),
    ("[a]( ", ")"), ("\\", "*[a](b)*"), ("<a ", ""), ("<a b=\"", ""), ("[a][", ""), ("&", ""),
    ("<!--", ""),
  ])
  func manyBracketsAreReadInLinearTime(piece: String, end: String) throws {
    let ends = String(repeating: end, count: largeCount(100_000))
    let text = "# " + String(repeating: piece, count: largeCount(100_000)) + ends + "](b)\n"
    #expect(try Tool.show(text, as: "a.md").exitCode == 0)
  }

  @Test func lineOfManyItemsIsReadInLinearTime() throws {
    let items = String(repeating: "- ", count: largeCount(100_000)) + "A\n"
    let text = items + String(repeating: "b\n", count: largeCount(100_000))
    #expect(try Tool.show(text, as: "a.md", options: "-L2").output == "a.md\n└── \n    └── ▸ \n")
  }

  @Test func manyFencesAreReadInLinearTime() throws {
    let text = "# A\n" + String(repeating: "~~~\n", count: largeCount(200_000))
    #expect(try Tool.show(text, as: "a.md") == "a.md\n└── A\n")
  }

  @Test func itemOfManyLinesIsReadInLinearTime() throws {
    let lines = Array(repeating: "b", count: largeCount(500_000))
    let run = try Tool.show("- " + lines.joined(separator: "\n  "), as: "a.md")
    #expect(run == Run(output: "a.md\n└── \(lines.joined(separator: " "))\n"))
  }
}
