import Foundation
import Testing

@testable import outline_tool

@Suite("Dialects of Markdown")
struct MarkdownDialectTests {
  @Test(arguments: [
    ("nested links", "# A\n\n- [B](b.md)\n  - [C](c/d.md)\n- [E]()\n", "A(B(C) E)"),
    (
      "chapters around the list",
      "# A\n\n[B](b.md)\n[C](c.md)\n\n- [D](d.md)\n\n[E](e.md)\n\n# F\n\n- [G](g.md)\n",
      "A(B C D E) F(G)"
    ),
    ("chapters without a title", "[A](a)\n\n- [B](b)\n\n---\n\n[C](c)\n", "A B C"),
    ("signs in links", "- [`A` [b] \\] c](d_(e).md)\n", "`A` [b] ] c"),
    ("more than a link", "- [A](a) b\n- c [D](d)\n- [E](e)[F](f)\n", "A b c D EF"),
    ("unterminated links", "- [A\n- [B]\n- [C](\n- [](d)\n", "[A [B] [C]( [](d)"),
    ("no chapters", "- [A](a)\n\ntext\n", "A"),
  ])
  func chaptersOfSummariesAreRows(label: String, text: String, rows: String) throws {
    #expect(try Tool.show(text, as: "SUMMARY.md").rows == rows, "\(label)")
    #expect(try Tool.show(text, as: "summary.md").rows == rows, "\(label)")
    #expect(try Tool.show(text, as: "a-SUMMARY.md").rows == rows, "\(label)")
  }

  @Test func linksAreNotChaptersInOtherDocuments() throws {
    #expect(try Tool.show("# A\n\n[B](b)\n\n- [C](c)\n", as: "a.md").rows == "A(C)")
  }

  @Test func linksHaveAddresses() throws {
    let text = "# ![A](b) [C](https://c 'd')\n- [E](<https://e>)\n- F\n"
    let run = try Tool.show(text, as: "a.md", options: "--rows --attribute url --tree lists")
    #expect(run.fields == "0\tleaf\tE\thttps://e\n0\tleaf\tF\t\n")
    let links = try Tool.show(text, as: "a.md", options: "--hyperlink=always -L1")
    #expect(links.output == "a.md\n└── ▸ \u{1B}]8;;https://c\u{1B}\\A C\u{1B}]8;;\u{1B}\\\n")
  }

  @Test func bareAddressesAreLinks() throws {
    let text = """
      - see https://a.b/c_(d). E
      - <http://f/g h> <https://i>, http://j
      - (http://k), xhttp://l
      - [http://m](http://n) `http://o`
      - http:// <http://p

      """
    let run = try Tool.show(text, as: "a.md", options: "--rows --attribute url")
    #expect(
      run.fields == """
        0\tleaf\tsee https://a.b/c_(d). E\thttps://a.b/c_(d)
        0\tleaf\t<http://f/g h> https://i, http://j\thttp://f/g
        0\tleaf\t(http://k), xhttp://l\thttp://k
        0\tleaf\thttp://m `http://o`\thttp://n
        0\tleaf\thttp:// <http://p\thttp://p

        """)
  }

  @Test(arguments: [
    ("```calc\n  1 + 2\n  3\n  ```\n- B", "1 + 2 B"), ("~~~\n\n  A\n  ~~~", "A"),
    ("```\n  ```", "```"), ("<b>\n  A", "A"),
  ])
  func itemsOfCodeShowItsFirstLine(item: String, rows: String) throws {
    #expect(try Tool.show("- " + item + "\n", as: "a.md").rows == rows)
  }

  @Test func propertiesAreAttributes() throws {
    let text = "- A\n  id:: 1\n  a\n\t- b-c:: d e\n\t  id:: 2\n\t  B\n- id: 3\n"
    let run = try Tool.show(text, as: "a.md", options: "--rows --attribute id --attribute b-c")
    #expect(run.fields == "0\texpanded\tA a\t1\t\n1\tleaf\tB\t2\td e\n0\tleaf\tid: 3\t\t\n")
  }

  @Test func topicsOfDocCAreShownByTheirNames() throws {
    let text = """
      # ``A``

      - ``x``

      ## Topics

      ### B

      - <doc:C>
      - ``D/e(_:f:)``
      - <doc:G> h
      - ``i`` and ``j``

      ## K

      - ``l``
      """
    let rows = "``A``(``x`` Topics(B(C D/e(_:f:) <doc:G> h ``i`` and ``j``)) K(``l``))"
    #expect(try Tool.show(text, as: "a.md").rows == rows)
  }

  @Test(arguments: [
    ("properties", "a:: b\n\n- A\n  id:: 1\n\t- B\n\t  c-d:: e\n", "A(B)"),
    ("properties beside text", "- A\n  id:: 1\n  a\n  b:: c\n- D::e\n", "A a D::e"),
    ("properties before text", "- id:: 1\n  b:: c\n  A\n  a\n", "A a"),
    ("only properties", "- a:: b\n\t- C\n", "a:: b(C)"),
    ("heading", "- ## A\n  id:: 1\n\t- B\n", "A(B)"),
    ("log book", "- A\n  :LOGBOOK:\n  CLOCK: [1]\n  :END:\n  b\n", "A b"),
    ("drawer", "- A\n  :NOTES:\n  a\n  - b\n  :END:\n\t- B\n- C\n  :D:\n- E\n", "A(B) C E"),
    ("line of signs after a bullet", "- A\n\t- B\n- ---\n\t- C\n", "A(B) ---(C)"),
    ("HTML after a bullet", "- <h3>A</h3>\n\t- B\n", "A(B)"),
    (
      "numbered blocks",
      "- A\n  logseq.order-list-type:: number\n\t- B\n\t  logseq.order-list-type:: number\n"
        + "- [C](d)\n  logseq.order-list-type:: number\n- D\n- E\n  logseq.order-list-type:: number\n",
      "1. A(1. B) 2. C D 1. E"
    ),
    ("no properties", "- A\n  std::b\n  c d:: e\n  http://f\n  g::\n", "A std::b c d:: e http://f"),
  ])
  func blocksOfLogseqAreRows(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.md", toHaveRows: rows, label)
  }

  @Test(arguments: [
    (
      "Logseq",
      "- A\n  collapsed:: true\n\t- B\n- ## C\n  id:: 1\n  collapsed:: true\n\t- D\n- E\n"
        + "  collapsed:: false\n\t- F\n",
      "▸ A ▸ C E(F)"
    ),
    ("Logseq, first line", "- collapsed:: true\n  A\n\t- B\n", "▸ A"),
    (
      "fold", "# A <!-- markmap: fold -->\n- B\n# C\n- D <!-- markmap: fold -->\n  - E\n",
      "▸ A C(▸ D)"
    ),
    ("fold of a row without children", "- A <!-- markmap: fold -->\n", "A"),
    ("fold in a text", "- A <!-- markmap: fold --> b\n  - C\n", "A b(C)"),
    (
      "first two levels", "---\nmarkmap:\n  initialExpandLevel: 2\n---\n# A\n## B\n### C\n",
      "A(▸ B)"
    ),
    (
      "levels of maps without a topic", "---\nmarkmap:\n  foldLevel: 2\n---\n# A\n## B\n# C\n",
      "▸ A C"
    ),
    ("all levels", "---\nmarkmap:\n  initialExpandLevel: -1\n---\n# A\n## B\n", "A(B)"),
    ("level of another setting", "---\nx:\n  foldLevel: 1\n---\n# A\n## B\n", "A(B)"),
    ("invalid level", "---\nmarkmap:\n  foldLevel: 1x\n---\n# A\n## B\n", "A(B)"),
  ])
  func foldedRowsAreCollapsed(label: String, text: String, rows: String) throws {
    #expect(try Tool.show(text, as: "a.md", options: "--expand stored").rows == rows, "\(label)")
  }

  @Test func foldAllCollapsesAllRowsBelow() throws {
    let text = "# A <!-- markmap: foldAll -->\n## B\n- C\n  - D\n# E\n- F\n"
    let file = MarkdownReader.read(Bytes(text.utf8), name: [], options: ReaderOptions())
    guard case .collapsed(let rows) = file.storedExpansion else {
      Issue.record("no folds")
      return
    }
    #expect(rows == [0, 1, 2])
    #expect(try Tool.show(text, as: "a.md").rows == "A(B(C(D))) E(F)")
  }

  @Test(arguments: [
    ("headings", "A(B) E"), ("lists", "a(b c) d 1. e"), ("both", "A(a(b c) B(d)) E(1. e)"),
  ])
  func treeOptionSelectsTheRows(tree: String, rows: String) throws {
    let text = "# A\n- a\n  - b\n  - c\n## B\n- d\n# E\n1. e\n"
    #expect(try Tool.show(text, as: "a.md", options: "--tree \(tree)").rows == rows)
  }

  @Test func collapsedStatesStayWithTheirRows() throws {
    let text = "# A\n- b <!-- markmap: fold -->\n  - c\n## D <!-- markmap: fold -->\n### E\n- f\n"
    for (tree, rows) in [("headings", "A(▸ D)"), ("lists", "▸ b f"), ("both", "A(▸ b ▸ D)")] {
      let run = try Tool.show(text, as: "a.md", options: "--expand stored --tree \(tree)")
      #expect(run.rows == rows, "\(tree)")
    }
  }

  @Test(arguments: [
    ("headings without empty lines", "# A\n## B\nb\n", true),
    ("comments", "# A\n## B\nb = c\n", false), ("same levels", "# A\n# B\nb\n", false),
    ("headings only", "# A\n\n## B\n", true), ("comment first", "<!-- a -->\n\n# A\n\nb\n", true),
    ("comment above headings", "<!-- a -->\n# A\n## B\nb\n", true),
    ("short sentence", "## A\n\nThree words here.\n\n## B\n", true),
    ("HTML first", "<p align=\"center\">a</p>\n\n# A\n", true),
    ("badge first", "[![a](https://b)](https://c)\n\nA\n===\n", true),
    ("sentence", "# A\n\nThis is a sentence with seven words.\n", true),
    ("code block", "# A\n\n```\n# b\n# c\n```\n", true),
    ("front matter", "---\na: b\n---\n# A\n", true),
    ("front matter only", "---\na: b\n---\n", false),
    ("script", "#!/bin/sh\n\n# A\n\n## B\n", false),
    ("settings", "# A\n\nb = c\n\n# D\n\ne = f\n", false),
    ("license of a program", "# A\n#\n# B\n\nThis is a sentence with seven words.\n", false),
    ("call", "# A\n\na[b](c, d)\n", false),
  ])
  func contentsDetermineTheFormatOfUnnamedInputs(label: String, text: String, isMarkdown: Bool) {
    let format = Formats.detect(path: nil, Bytes(text.utf8).span).format
    #expect((format.name == "markdown") == isMarkdown, "\(label)")
  }

  @Test func unknownTreesAreRejected() throws {
    #expect(try Tool.run("--tree", "x", "-").exitCode == 2)
  }

  @Test func longTextOfManyLinesIsReadInLinearTime() throws {
    let count = largeCount(500_000)
    let text =
      "- " + String(repeating: "a", count: count) + String(repeating: "\n  b", count: count)
    #expect(try Tool.show(text, as: "a.md").output.utf8.count > 3 * count)
  }
}
