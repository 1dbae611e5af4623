import Foundation
import Testing

@testable import outline_tool

@Suite("Org")
struct OrgTests {
  @Test(arguments: [
    ("nothing", "", ""),
    ("headlines", "* A\n** B\n*** C\n** D\n* E\n", "A(B(C) D) E"),
    ("skipped levels", "*** A\n* B\n**** C\n** D\n", "A B(C D)"),
    ("no headlines", "*A*\n * B\n- C\n+ D\n1. E\n*\tF\n*\n# * G\n* H\n", "H"),
    ("text before the first headline", "text\n\n* A\ntext\n** B\n", "A(B)"),
    (
      "keywords, priorities and tags", "* TODO [#A] A :x:y:\n** DONE B\n* COMMENT C   :z:\n",
      "TODO [#A] A :x:y:(DONE B) COMMENT C :z:"
    ),
    (
      "links", "* [[a][b [c] d]] e [[f]]\n* TODO [[g][h]]   :x:\n* [[i]] :y:\n* [[j][k]]\n",
      "b [c] d e f TODO h :x: i :y: k"
    ),
    ("no links", "* [[a]b]] [[]] [[a][]] [b][c]] [[d][e\n", "[[a]b]] [[]] [[a][]] [b][c]] [[d][e"),
    ("padding", "* A\t  :x:\n*    :y:\n* B : c:\n*  ::\n", "A :x: :y: B : c: ::"),
    ("custom keywords", "#+TODO: NEXT | GONE\n* NEXT A\n** GONE B\n", "NEXT A(GONE B)"),
    ("empty headline", "* \n**  \n** A\n", ".(. A)"),
    (
      "planning and drawers",
      """
      * A
      SCHEDULED: <2020-01-01 Wed> DEADLINE: <2020-01-02 Thu>
      :PROPERTIES:
      :ID: 1
      :END:
      :LOGBOOK:
      CLOCK: [2020-01-01 Wed 10:00]
      :END:
      ** B
      """, "A(B)"
    ),
    ("block", "* A\n#+begin_src org\n,* b\n  * c\n** D\n#+end_src\n** E\n", "A(D E)"),
    ("tasks within a text", "* A\n*************** TODO b\n*************** END\n** C\n", "A(C)"),
    ("fourteen stars", "* A\n************** B\n", "A(B)"),
    ("fifteen stars of odd levels", "#+STARTUP: odd\n* A\n*************** B\n", "A(B)"),
    ("29 stars", "#+STARTUP: odd\n* A\n\(String(repeating: "*", count: 29)) B\n", "A"),
    (
      "fifteen stars of all levels", "#+STARTUP: odd OddEven\n* A\n*************** B\n", "A"
    ),
    ("Windows line ends", "* A\r\n** B\r\n*\r\n", "A(B)"),
    ("byte order mark", "\u{FEFF}* A\n** B", "A(B)"),
  ])
  func headlinesAreRows(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.org", toHaveRows: rows, label)
  }

  @Test func textWithoutHeadlinesIsReported() throws {
    let message = "outline-tool: a.org: no rows: no headlines found\n"
    let run = try Tool.show("text\n", as: "a.org")
    #expect(run == Run(output: "a.org\n", messages: message, exitCode: 1))
  }

  /// The start of a document of four levels, and its visible rows.
  @Test(arguments: [
    ("", "A(B(C(D)) E(F)) G(H)"),
    ("#+STARTUP: overview", "▸ A ▸ G"),
    ("#+startup: hidestars FOLD", "▸ A ▸ G"),
    ("#+STARTUP: content", "A(B(C(D)) E(F)) G(H)"),
    ("#+STARTUP: showall", "A(B(C(D)) E(F)) G(H)"),
    ("#+STARTUP: fold nofold", "A(B(C(D)) E(F)) G(H)"),
    ("#+STARTUP: fold\n#+STARTUP: indent\n  #+STARTUP: show2levels", "A(▸ B ▸ E) G(H)"),
    ("#+startup:  nonum show2levels*", "A(▸ B ▸ E) G(H)"),
    ("#+STARTUP: show3levels", "A(B(▸ C) E(F)) G(H)"),
    ("#+STARTUP: show4levels", "A(B(C(D)) E(F)) G(H)"),
    ("#+STARTUP: show5levels", "A(B(C(D)) E(F)) G(H)"),
    ("#+STARTUP: folded", "A(B(C(D)) E(F)) G(H)"),
    ("#+STARTUP:", "A(B(C(D)) E(F)) G(H)"),
    ("#+begin_src org\n#+STARTUP: fold\n#+end_src", "A(B(C(D)) E(F)) G(H)"),
    (":PROPERTIES:\n:VISIBILITY: folded\n:END:", "A(B(C(D)) E(F)) G(H)"),
  ])
  func startupOptionsCollapseHeadlines(keywords: String, rows: String) throws {
    let text = keywords + "\n* A\n** B\n*** C\n**** D\n** E\n*** F\n* G\n** H\n"
    #expect(try Tool.show(text, as: "a.org", options: "--expand stored").rows == rows)
    #expect(try Tool.show(text, as: "a.org").rows == "A(B(C(D)) E(F)) G(H)")
  }

  @Test func skippedLevelsCountInStartupOptions() throws {
    let text = "#+STARTUP: show2levels\n* A\n*** B\n* C\n*** D\n** E\n*** F\n"
    #expect(try Tool.show(text, as: "a.org", options: "--expand stored").rows == "▸ A C(D ▸ E)")
  }

  @Test(arguments: [
    ("", "folded", "A(▸ B E) F"),
    ("", "children", "A(B(▸ C) E) F"),
    ("", "content", "A(B(C(D)) E) F"),
    ("overview", "folded", "A(▸ B E) F"),
    ("overview", "children", "A(B(▸ C) E) F"),
    ("overview", "content", "A(B(C(D)) E) F"),
    ("overview", "all", "A(B(C(D)) E) F"),
    ("showeverything", "folded", "A(B(C(D)) E) F"),
  ])
  func visibilityPropertiesCollapseHeadlines(startup: String, state: String, rows: String) throws {
    let text = """
      #+STARTUP: \(startup)
      * A
      ** B
      DEADLINE: <2020-01-02 Thu>
        :properties:
        :Visibility: \(state)
        :END:
      *** C
      **** D
      ** E
      * F
      """
    #expect(try Tool.show(text, as: "a.org", options: "--expand stored").rows == rows)
  }

  @Test func propertiesOutsideOfDrawersAreText() throws {
    let text =
      "* A\ntext\n:PROPERTIES:\n:VISIBILITY: folded\n:END:\n** B\n:VISIBILITY: folded\n*** C\n"
    #expect(try Tool.show(text, as: "a.org", options: "--expand stored").rows == "A(B(C))")
  }

  @Test func visibilityBelowAnotherVisibilityIsIgnored() throws {
    func drawer(_ state: String) -> String { ":PROPERTIES:\n:VISIBILITY: \(state)\n:END:\n" }
    let text =
      "* A\n\(drawer("folded"))** B\n\(drawer("all"))*** C\n* D\n\(drawer("all"))** E\n"
      + "\(drawer("folded"))*** F\n"
    #expect(try Tool.show(text, as: "a.org", options: "--expand stored").rows == "▸ A D(E(F))")
  }

  @Test(arguments: [
    ("A :ARCHIVE:", true), ("A :x:ARCHIVE:y:", true), ("A :x:ARCHIVE: ", true),
    (":ARCHIVE:", true), ("A :archive:", false), ("A ARCHIVE:", false), ("A :ARCHIVE: b", false),
    ("A :ARCHIVED:", false), ("A x:ARCHIVE:", false), ("A", false),
  ])
  func archivedSubtreesAreCollapsed(headline: String, isFolded: Bool) throws {
    let drawer = ":PROPERTIES:\n:VISIBILITY: all\n:END:\n"
    let text = "* \(headline)\n\(drawer)** B\n"
    let run = try Tool.show(text, as: "a.org", options: "--expand stored")
    #expect(run.rows.hasPrefix("▸ ") == isFolded)
  }

  @Test(arguments: [
    ("#+title: x\n\n* A\n** B\n", true), (":PROPERTIES:\n:ID: 1\n:END:\n* A\n** B\n", true),
    ("\n* A\ntext\n** B\n", true), ("* A\n  * B\n", false), ("** A\n* B\n", false),
    ("#+++\n* A\n", false), ("text\n* A\n** B\n", true),
    ("# comment\n* A\n** B\n", true), ("** A\n*** B\n", true), ("* A\n*** B\n", true),
    ("text\n* A\n*** B\n", false), ("text\n* A\n- B\n", false),
    (String(repeating: "text\n", count: 1000) + "* A\n** B\n", false),
    ("* TODO A\n* B\n", true), ("* A\n:PROPERTIES:\n:END:\n* B\n", true),
    ("text\n#+begin_src c\n#+end_src\n* A\n* B\n", true), ("* A\n* B\n", false),
    ("# -*- mode: org -*-\n* A\n* B\n", true), ("# A\n* TODO B\n", false),
    ("* A :x:\n* B\n", true), ("* [[a][B]]\n* C\n", true), ("* COMMENT A\n* B\n", true),
    ("* A\nDEADLINE: <2026-03-01>\n* B\n", true),
    ("* A\none two three four five\n* B\n", true), ("* A\n\none two three four five\n* B\n", false),
    ("= A\n\n* B\n** C\n", false), ("== A ==\n* B\n** C\n", false), ("=a= b\n* C\n** D\n", true),
    ("* A\n  one two three four five\n* B\n", false), ("* A\none two\n* B\n", false),
  ])
  func contentsDetermineTheFormatOfUnnamedInputs(text: String, isOrg: Bool) throws {
    let options = ReaderOptions()
    let bytes = Bytes(text.utf8)
    let format = Formats.detect(path: nil, bytes.span).format
    #expect((format.name == "org") == isOrg)
    if isOrg { #expect(format.read(bytes, name: [], options: options).levels.count == 2) }
  }

  @Test func propertiesAreAttributes() throws {
    let text = "* A\n:PROPERTIES:\n:Effort: 1:10 \n:ID: x\n:END:\n** B\n:ID: y\n"
    let run = try Tool.show(text, as: "a.org", options: "--rows --attribute effort --attribute ID")
    #expect(run.output.contains("1:10") && run.output.contains("x"))
    #expect(!run.output.contains("y"))
  }

  @Test func headlinePartsAreAttributes() throws {
    let text = """
      * TODO [#A] [[https://a][B]]  :x:y:
      CLOSED: [2020-01-01 Wed 10:00] DEADLINE: <2020-01-02 Thu>
      :PROPERTIES:
      :TAGS: z
      :URL: c
      :END:
      * D
      :PROPERTIES:
      :Url: e
      :END:
      """
    let names = ["tags", "PRIORITY", "url", "CLOSED", "deadline", "SCHEDULED"]
    let options = names.map { "--attribute \($0)" }.joined(separator: " ")
    let run = try Tool.show(text, as: "a.org", options: "--rows \(options)")
    #expect(
      run.fields == """
        0\tleaf\tTODO [#A] B :x:y:\t:x:y:\tA\thttps://a\t[2020-01-01 Wed 10:00]\t<2020-01-02 Thu>\t
        0\tleaf\tD\t\t\te\t\t\t

        """)
    let link = try Tool.show(text, as: "a.org", options: "--hyperlink always -P '*D' -P '*B*'")
    #expect(
      link.output == """
        a.org
        ├── \u{1B}]8;;https://a\u{1B}\\TODO [#A] B :x:y:\u{1B}]8;;\u{1B}\\
        └── D

        """)
  }

  /// Appended texts begin on a new line, even if the file ends without one.
  @Test func lastLineEndsWithTheFile() throws {
    let run = try Tool.show("* A [[x][:y:]]", as: "a.org", options: "--rows --attribute tags")
    #expect(run.fields == "0\tleaf\tA :y:\t\n")
  }

  @Test func timeSpansAndPrioritiesAreAttributes() throws {
    let text =
      "* [#] [#a-] [#123] [#B] A\nscheduled:\t<2026-03-01>--<2026-03-02 Mon> NotClosed: [1]\n"
    let options = "--attribute priority --attribute scheduled --attribute closed"
    let run = try Tool.show(text, as: "a.org", options: "--rows \(options)")
    #expect(
      run.fields
        == "0\tleaf\t[#] [#a-] [#123] [#B] A\t123\t<2026-03-01>--<2026-03-02 Mon>\t\n")
  }

  @Test(arguments: [
    "<%%(diary-float t 4 2)>", "<%<%Y-%m-%d %a>>", "<YYYY-MM-DD Day>", "<2026-3-1>",
  ])
  func expressionsInPlaceOfDatesAreKeptAsText(expression: String) throws {
    let line = "SCHEDULED: \(expression) DEADLINE: <2026-03-01 Sun>\n"
    let options = "--rows --attribute SCHEDULED --attribute DEADLINE -q"
    let run = try Tool.show("* A\n" + line, as: "a.org", options: options)
    #expect(run.fields == "0\tleaf\tA\t\t<2026-03-01 Sun>\n")
    let written = try Tool.show("* A\n" + line, as: "a.org", options: "--to org")
    #expect(
      written == "* A\nDEADLINE: <2026-03-01 Sun>\n:PROPERTIES:\n:END:\n  \(line)")
    #expect(try Tool.show(written.output, as: "a.org", options: "--to org") == written)
  }

  @Test func unterminatedDrawersEndAtTheNextHeadline() throws {
    let text = "* A\n:PROPERTIES:\n* B\n:PROPERTIES:\n:ID: 5\n:END:\n"
    let run = try Tool.show(text, as: "a.org", options: "--rows --attribute ID")
    #expect(run.fields == "0\tleaf\tA\t\n0\tleaf\tB\t5\n")
  }

  /// Regression: the drawer and the comment followed the title, so Emacs did not read them.
  @Test func settingsAtTheStartOfAFileStayThere() throws {
    let text = "# -*- mode: org -*-\n:PROPERTIES:\n:ID: a\n:END:\n#+title: B\n\nc\n* D\n"
    #expect(try Tool.show(text, as: "a.org", options: "--to org").output == text)
    let start = ":PROPERTIES:\n:ID: a\n:END:\n#+title: B\n* D\n"
    #expect(try Tool.show(start, as: "a.org", options: "--to org").output == start)
  }

  /// Regression: the name ended at its first colon, so all but one of these properties were lost.
  @Test func namesOfPropertiesCanHaveColons() throws {
    let drawer = ":PROPERTIES:\n:args: 1\n:args:c: 2:3 4\n:args:d+: 5\n:e:\n:END:\n"
    let options = "--attribute args --attribute args:c --attribute args:D+"
    let run = try Tool.show("* A\n" + drawer, as: "a.org", options: options)
    #expect(run.rows == "A [args: 1] [args:c: 2:3 4] [args:D+: 5]")
    let written = try Tool.show("* A\n" + drawer, as: "a.org", options: "--to org")
    #expect(written.output == "* A\n" + drawer)
  }

  /// Regression: only the first line was the value.
  @Test func linesThatAddToAPropertyAreItsValue() throws {
    func text(_ value: Int) -> String { "* A\n:PROPERTIES:\n:B+: 1\n:b+: \(value)\n:END:\n" }
    let run = try Tool.show(text(2), as: "a.org", options: "--attribute B+")
    #expect(run.rows == "A [B+: 1 2]")
    let files = try TemporaryDirectory(["a.org": text(2), "b.org": text(3)])
    let diff = try Tool.shell("outline-tool diff -U0 a.org b.org", in: files)
    #expect(diff.output.hasSuffix("~ └── A (B+: '1 2' -> '1 3')\n"), "\(diff.output)")
  }

  /// Regression: these lines were lost without a message.
  @Test func linesThatAreNoSinglePropertiesAreKept() throws {
    let drawer = ":PROPERTIES:\n:B+: 1\n:B+: 2\n:END:\n"
    let text = "#+STARTUP: overview indent\n* A\n:PROPERTIES:\n:B+: 1\nx\n:B+: 2\n:END:\ny\n"
    let written = try Tool.show(text, as: "a.org", options: "--to org")
    #expect(written == "#+STARTUP: indent\n* A\n\(drawer)  x\n  y\n")
    #expect(try Tool.show(written.output, as: "a.org", options: "--to org") == written)
    let table = try Tool.show(text, as: "a.org", options: "--to csv").messages
    #expect(table.contains("csv cannot hold attributes of 'A': 'B+'"), "\(table)")
    let repeated = "* A\n:PROPERTIES:\n:B: 1\n:b: 2\n:END:\n"
    let org = try Tool.show(repeated, as: "a.org", options: "--to org").messages
    #expect(org.contains("org cannot hold attributes of 'A': 'b'"), "\(org)")
    let linked = "* [[x][A]]\n:PROPERTIES:\n:URL: y\n:END:\n"
    let link = try Tool.show(linked, as: "a.org", options: "--to org").messages
    #expect(link.contains("org cannot hold attributes of 'A': 'URL'"), "\(link)")
  }

  @Test func manyPropertiesAreReadInLinearTime() throws {
    let drawer = ":PROPERTIES:\n:VISIBILITY: all\n:END:\n"
    let text = "* A\n" + String(repeating: "** B :ARCHIVE:\n\(drawer)", count: largeCount(200_000))
    #expect(try Tool.show(text, as: "a.org", options: "-L1 --expand stored").rows == "▸ A")
  }
}
