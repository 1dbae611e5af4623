import Testing

@testable import outline_tool

@Suite("Lists of Org")
struct OrgListTests {
  @Test(arguments: [
    ("both", "A(a(b) B(c)) C(d)"), ("lists", "a(b) c d"), ("headings", "A(B) C"), ("", "A(B) C"),
  ])
  func treeOptionSelectsTheRows(tree: String, rows: String) throws {
    let text = "* A\ntext\n- a\n  - b\n** B\n1. c\n* C\n+ d\n"
    let options = tree.isEmpty ? "" : "--tree \(tree)"
    #expect(try Tool.show(text, as: "a.org", options: options).rows == rows)
  }

  @Test(arguments: [
    ("bullets", "- a\n+ b\n1. c\n23) d\n * e\n\t* f\n", "a b c d(e(f))"),
    ("no bullets", "* \n-a\n--\n-- b\n1.c\n1 d\n1- e\n.\n) f\n. g\na. h\n*\ti\n-----\n", "."),
    ("only bullets", "-\n  1.\n  *\n- \n", ".(. .) ."),
    ("nearest smaller indent", "- a\n    - b\n  - c\n   - d\n- e\n - f\n", "a(b c(d)) e(f)"),
    ("first item is deeper", "  - a\n - b\n- c\n  - d\n", "a b c(d)"),
    ("tabs reach to eight columns", "       - a\n\t- b\n        - c\n         - d\n", "a(b c(d))"),
    (
      "counters", "3. [@3] a\n4. [@start:4]\tb\n- [@c] [X] d\n- [@] e\n- [@12\n",
      "a b [X] d [@] e [@12"
    ),
    ("check boxes and terms", "- [ ] a [1/2]\n- [-] b\n- c :: d\n", "[ ] a [1/2] [-] b c :: d"),
    ("links", "- [[a][b]]: c\n- [[d]]\n- e :x:   :y:\n", "b: c d e :x:   :y:"),
    ("continued text", "- a\n  b\n\n  c\n  - d\n    e\n", "a(d)"),
    ("text ends lists", "- a\n  - b\n - c\n text\n  - d\ntext\n  - e\n", "a(b c d) e"),
    ("text ends a part of a list", "- a\n    - b\n  text\n   - c\n", "a(b c)"),
    ("one empty line", "- a\n\n  - b\n \n  - c\n", "a(b c)"),
    ("two empty lines", "- a\n \n\t\n  - b\n\n\n\n    - c\n", "a b c"),
    ("headlines end lists", "- a\n* B\n  - c\n** D\n    - e\n", "a B(c D(e))"),
    ("tasks within a text", "- a\n*************** TODO b\n  - c\n", "a(c)"),
    ("skipped levels", "*** A\n- a\n* B\n**** C\n- c\n** D\n  - d\n", "A(a) B(C(c) D(d))"),
    ("comments and settings", "# - a\n#+title: - b\n: - c\n- d\n  # - e\n  - f\n", "d(f)"),
    ("Windows line ends", "* A\r\n- a\r\n  - b\r\n\r\n\r\n  - c\r\n-\r\n", "A(a(b) c .)"),
    ("byte order mark", "\u{FEFF}- a\n  - b", "a(b)"),
  ])
  func listItemsAreRows(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.org", options: "--tree both", toHaveRows: rows, label)
  }

  @Test(arguments: [
    ("#+begin_src sh", "#+end_src"), ("#+BEGIN_quote", "#+End_QUOTE"),
    ("  #+begin_x-y :a b", "\t#+end_x-y "), ("#+begin: clocktable :b c", "#+end:"),
    (":LOGBOOK:", ":END:"), ("  :a-b_1é:", ":end:"),
  ])
  func drawersAndBlocksHaveNoItems(begin: String, end: String) throws {
    func rows(_ text: String) throws -> String {
      try Tool.show(text, as: "a.org", options: "--tree both").rows
    }
    let inside = "- b\n\n\n#+end_other\n:end\n:c:\n#+begin_c\n"
    #expect(
      try rows("- a\n\(begin)\n\(inside)\(end)\n  - d\n") == (begin.first == " " ? "a(d)" : "a d"))
    // A drawer without an end before the next headline is text.
    #expect(try rows("* A\n\(begin)\n- b\n** C\n- c\n\(end)\n") == "A(b C(c))")
    #expect(try rows("\(end)\n- a\n\(end)x\n- b\n") == "a b")
  }

  @Test func drawersAndBlocksEndByName() throws {
    let text = """
      * A
      :PROPERTIES:
      :ID: 1
      - a
      :END:
      #+begin_quote
      #+begin_example
      - b
      #+end_example
      - c
      :END:
      #+end_quote
      - d
      ::
      - e
      :a b:
      - f
      :END:
      """
    #expect(try Tool.show(text, as: "a.org", options: "--tree lists").rows == "d e f")
  }

  /// The start of a document, and its visible rows.
  @Test(arguments: [
    ("", "x(y) A(a(b) B(c(d) ▸ C :ARCHIVE:)) E(e(f))"),
    ("overview", "x(y) ▸ A ▸ E"), ("content", "x(y) A(▸ a B(▸ c ▸ C :ARCHIVE:)) ▸ E"),
    ("show2levels", "x(y) A(▸ a ▸ B) ▸ E"),
    ("showall", "x(y) A(a(b) B(c(d) ▸ C :ARCHIVE:)) E(e(f))"),
    ("showeverything", "x(y) A(a(b) B(c(d) C :ARCHIVE:(g))) E(e(f))"),
  ])
  func startupOptionsCollapseHeadlines(word: String, rows: String) throws {
    let text = """
      #+STARTUP: \(word)
      - x
        - y
      * A
      - a
        - b
      ** B
      - c
        - d
      *** C :ARCHIVE:
      - g
      * E
      - e
        - f
      """
    #expect(try Tool.show(text, as: "a.org", options: "--expand stored --tree both").rows == rows)
    // Only headlines fold.
    let lists = try Tool.show(text, as: "a.org", options: "--expand stored --tree lists")
    #expect(lists.rows == "x(y) a(b) c(d) g e(f)")
  }

  @Test(arguments: [
    ("", "folded", "A(▸ B F(f(g)))"), ("", "children", "A(B(b(c) ▸ D) F(f(g)))"),
    ("", "content", "A(B(▸ b D(▸ E)) F(f(g)))"), ("", "all", "A(B(b(c) D(E(e))) F(f(g)))"),
    ("overview", "children", "A(B(b(c) ▸ D) ▸ F)"),
    ("overview", "content", "A(B(▸ b D(▸ E)) ▸ F)"),
    ("overview", "all", "A(B(b(c) D(E(e))) ▸ F)"),
  ])
  func visibilityPropertiesCollapseHeadlines(startup: String, state: String, rows: String) throws {
    let text = """
      #+STARTUP: \(startup)
      * A
      ** B
      :PROPERTIES:
      :VISIBILITY: \(state)
      :END:
      - b
        - c
      *** D
      **** E
      - e
      ** F
      - f
        - g
      """
    let run = try Tool.show(text, as: "a.org", options: "--expand stored --tree both")
    #expect(run.rows == rows)
  }

  @Test func drawerWithoutEndCollapsesTheHeadline() throws {
    let text = "* A\n:PROPERTIES:\n- a\n  - b\n:VISIBILITY: folded\n* C\n"
    let run = try Tool.show(text, as: "a.org", options: "--expand stored --tree both")
    #expect(run.rows == "▸ A C")
  }

  @Test(arguments: ["", "\u{FEFF}", "* A\n"])
  func addressesAreTheOnlyAttributesOfItems(start: String) throws {
    let text =
      start + "- [@2] [[a][b]] [[c]] :x:\n  :PROPERTIES:\n  :ID: 1\n  :END:\n - [#A] d\n"
      + "   DEADLINE: <1>\n"
    let options = "--rows --tree lists --attribute url --attribute tags --attribute priority "
    let run = try Tool.show(
      text, as: "a.org", options: options + "--attribute deadline --attribute ID")
    #expect(run.fields == "0\texpanded\tb c :x:\ta\t\t\t\t\n1\tleaf\t[#A] d\t\t\t\t\t\n")
  }

  @Test func headlineWithABulletIsNotAnItem() throws {
    let text = "* - [[a][b]] :x:\n* \n- [[c]]\n"
    let options = "--rows --tree both --attribute url --attribute tags"
    let run = try Tool.show(text, as: "a.org", options: options)
    #expect(run.fields == "0\tleaf\t- b :x:\ta\t:x:\n0\texpanded\t\t\t\n1\tleaf\tc\tc\t\n")
  }

  @Test(arguments: [("a.org", "* A\n"), ("a.md", "# A\n")])
  func filesWithoutItemsAreReported(name: String, text: String) throws {
    let message = "outline-tool: \(name): no rows: no list items found\n"
    let run = try Tool.show(text, as: name, options: "--tree lists")
    #expect(run == Run(output: "\(name)\n", messages: message, exitCode: 1))
  }

  @Test(arguments: ["#+begin_a\n", "#+begin_%\n", ":a:\n", ":a:\n:b:\n:end:\n#+begin_%\n#+end_\n"])
  func manyDrawersAndBlocksAreReadInLinearTime(piece: String) throws {
    let text = (0..<largeCount(50_000)).map {
      piece.split(separator: "%").joined(separator: "\($0)")
    }
    let run = try Tool.show(text.joined() + "- a\n", as: "a.org", options: "--tree both")
    #expect(run.rows == "a")
  }

  @Test func deepListsAreReadInLinearTime() throws {
    let stairs = (0..<3000).map { String(repeating: " ", count: $0) + "- a\n" }.joined()
    let text =
      "#+STARTUP: content\n* A\n" + stairs + stairs + "* B\n:PROPERTIES:\n:VISIBILITY: content\n"
      + ":END:\n" + stairs
    let run = try Tool.show(text, as: "a.org", options: "--tree both --expand stored -c")
    #expect(run.rows == "▸ A (6000) ▸ B (3000)")
  }
}
