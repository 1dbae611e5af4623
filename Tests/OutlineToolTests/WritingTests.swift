import Testing

@Suite("Conversion to other formats")
struct WritingTests {
  private static let outline = """
    [{"text":"- a","note":"n","url":"https://a.org","children":[
    {"text":"[x] b","children":[{"text":"1. c"},{"text":"# d"}],"collapsed":true},
    {"text":"<b>e</b>"},{"text":"x  y"}]}]
    """

  @Test(arguments: [
    ("text", "- - a\n\t[x] b\n\t<b>e</b>\n\tx  y\n"),
    (
      "markdown",
      """
      - [- a](https://a.org)

        n

        - [x] b <!-- markmap: fold -->
          1. c
          - \\# d
        - \\<b>e\\</b\\>
        - x  y

      """
    ),
    (
      "org",
      """
      * [[https://a.org][- a]]
        n
      ** DONE b
      :PROPERTIES:
      :VISIBILITY: folded
      :END:
      *** 1. c
      *** # d
      ** <b>e</b>
      ** x  y

      """
    ),
    (
      "csv",
      """
      id,parent,name,url,note
      1,,- a,https://a.org,n
      2,1,[x] b,,
      3,1,<b>e</b>,,
      4,1,x  y,,

      """
    ),
    ("paths", "- a\n- a/[x] b\n- a/<b>e</b>\n- a/x  y\n"),
  ])
  func signsOfTheFormatAreEscaped(format: String, output: String) throws {
    let run = try Tool.show(
      Self.outline, as: "a.json", options: "--expand stored --to \(format)")
    #expect(run.output == output)
  }

  /// Regression: the second line was a heading, and the items below were its text.
  @Test func codeWithLineEndsIsEscapedInMarkdown() throws {
    let text = "[\"`a\\n# b` `c` ``d\\n\\n\", \"e\"]"
    let written = try Tool.show(text, as: "a.json", options: "--to markdown").output
    #expect(written == "- \\[0\\]: \\`a&#10;# b` `c\\` \\`\\`d&#10;&#10;\n- \\[1\\]: e\n")
    let rows = try Tool.show(text, as: "a.json", options: "--rows").fields
    #expect(try Tool.show(written, as: "a.md", options: "--rows").fields == rows)
  }

  @Test func lossesAreReportedOnce() throws {
    let run = try Tool.shell(
      "outline-tool --to text a.json", in: TemporaryDirectory(["a.json": Self.outline]))
    #expect(
      run.messages
        == """
        outline-tool: a.json: text cannot hold which rows are collapsed
        outline-tool: a.json:1: text cannot hold the link of '- a'
        outline-tool: a.json:1: text cannot hold the note of '- a'

        """)
    #expect(run.exitCode == 0)
    let changed = try Tool.shell("printf 'a/b\\n' | outline-tool --from text --to paths -")
    #expect(
      changed
        == Run(
          output: "a/b\n",
          messages: """
            outline-tool: standard input:1: paths cannot hold the exact text of 'a/b' \
            (not empty, unlike the siblings, and without slashes and line ends)

            """,
          exitCode: 1))
  }

  /// Regression: attributes without a value were reported as lost.
  @Test(arguments: ["org", "csv", "text"])
  func onlyAttributesWithAValueAreLost(format: String) throws {
    let opml = "<opml><body><outline text='A' n='' m='1'/><outline text='B'/></body></opml>"
    let run = try Tool.show(opml, as: "a.opml", options: "--to \(format)")
    let loss = "outline-tool: a.opml:1: text cannot hold attributes of 'A': 'm'\n"
    #expect(run.messages == (format == "text" ? loss : ""))
    #expect(run.exitCode == 0)
  }

  /// Regression: text with the signs of another format was written without a word.
  @Test(arguments: [
    ("a/b\nc/d\n", "-", "paths"), ("# A\n\t## B\n", "-", nil), ("x\n├── y\n└── z\n", "-", "tree"),
    ("a/b\nc/d\n", "a.txt", "paths"), ("# A\n\ntext\n\n## B\n", "a.txt", nil),
    ("A\n", "a.org", "org"), ("A\n\tB\n", "-", nil),
  ])
  func textThatResemblesAnotherFormatIsReported(
    text: String, output: String, format: String?
  ) throws {
    let directory = try TemporaryDirectory(["in": text])
    let options = output == "-" ? "" : "-o \(output)"
    let run = try Tool.shell("outline-tool --from text --to text \(options) in", in: directory)
    let message = "outline-tool: --to: the output would be read as "
    #expect(run.messages == (format.map { message + "\($0); read it with --from text\n" } ?? ""))
    #expect(run.exitCode == 0)
  }

  @Test func rowsThatAreTooDeepAreReported() throws {
    let chain = (0..<20).map { String(repeating: "\t", count: $0) + "r\($0)\n" }.joined()
    let run = try Tool.shell("outline-tool --to org -", input: chain)
    #expect(run.output.hasSuffix("\n************** r13\n"))
    #expect(
      run.messages
        == "outline-tool: standard input:15: org cannot hold the row 'r14' and 5 more rows "
        + "(14 levels at most)\n")
    #expect(run.exitCode == 1)
  }

  @Test(arguments: [
    (
      "a.opml", "<opml><body><outline text='A' title='A' id='A'/></body></opml>",
      #"text="A" title="A" id="A""#
    ),
    ("a.opml", "<opml><body><outline url='A'/></body></opml>", #"text="A" url="A""#),
    (
      "a.mm", "<map version='1'><node TEXT='A' ID='A' FOLDED='true' LINK='A'/></map>",
      #"text="A" ID="A" url="A""#
    ),
    (
      "a.mm",
      """
      <map version='1'><node TEXT='A'><font/><icon BUILTIN='b'/><hook><attribute NAME='x' VALUE='y'/>
      </hook><attribute NAME='c' VALUE='d&amp;'/><icon BUILTIN='e'/><node TEXT='f'>
      <attribute NAME='g' VALUE='h'/></node></node></map>
      """, #"text="A" icon="b,e" c="d&amp;">"#
    ),
    (
      "a.mm",
      """
      <map version='1'><node TEXT='A'><icon BUILTIN='b'/><node TEXT='f'/><icon BUILTIN='e'/></node>
      </map>
      """, #"text="A" icon="b,e">"#
    ),
    (
      "a.mm", "<map version='1'><node TEXT='A'><attribute NAME='FOLDED' VALUE='b'/></node></map>",
      #"text="A" FOLDED="b"/>"#
    ),
    (
      "a.html",
      "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3 FOLDED DATE='1'>A</H3><DL></DL></DL>",
      #"text="A" DATE="1""#
    ),
    (
      "a.json", #"[{"name":"A\"","parent":"A\"","children":[]}]"#,
      #"text="A&quot;" parent="A&quot;""#
    ),
    (
      "a.csv", "id,parent,name,kind,expanded\n1,,\"A\"\"\",\"A\"\"\",B\n",
      #"text="A&quot;" id="1" kind="A&quot;" expanded="B""#
    ),
    ("a.md", "- A\n  b:: c\n  collapsed:: true\n", #"text="A" b="c""#),
    ("a", "4\tA\n5\tA/B\n", #"text="A" size="4""#),
    ("a", "PID USER CMD\n  1 me   A\n  2 me    \\_ B\n", #"text="A" PID="1" USER="me""#),
  ])
  func attributesAreKept(name: String, contents: String, attributes: String) throws {
    let opml = try Tool.show(contents, as: name, options: "--to opml")
    #expect(opml.output.contains("<outline " + attributes), "\(name): \(opml)")
    #expect(opml.messages == "")
  }

  /// Regression: columns were sorted and renamed, rows were numbered, and each conversion doubled the
  /// quotes in names of columns.
  @Test(arguments: [
    "id,parent,name,\"c \"\"q\"\"\"\n1,,A,x\n2,1,B,\n",
    "size,Title,ID,up,parent id,note\n3,A,x,,,n\n4,,y,1,x,\n,B,z,2,y,\"o\np\"\n",
    "child,parent\nA,\nB,A\n", "country,2023,2024\nA,1,2\nB,3,\n",
    "z,Outline Level,Name,a\n1,1,A,2\n,2,,3\n3,3,C,\n", "size,name,kind\n2,A,x\n1,,y\n",
    "name,x\nA,1\nB,2\n", "x,id\n,a\n1,a.b\n2,a.b.c\n", "path,title\na,A\na/b,B\n",
    "id,parent,name,level,url\n1,,A,5,https://a.org\n2,1,B,6,\n",
    "name,note,notes\nA,x,x\n", "name,notes,note\nA,x,y\nB,,z\n", "name,x,x\nA,1,2\n",
    "id,parent,name\n0,,A\n1,0,B\n", "id,parent,name,\n1,,A,\n2,1,B,x\n", "1,2\n3,4\n",
    "name;x;y\nA;1,5;2\nB;3;4\n", "name\tx\r\nA\t1\r\nB\t\r\n",
    "t,,\nid,parent,name\n1,,A\n,,\n2,1,B\n",
    "Tier 1,Tier 2,x\nA,B,1\nA,C,2\n", "parent,name,child\n9,A,1\n,B,2\n",
    "name," + wide("c") + "\nA," + wide("x") + "\nB," + wide("y") + "\n",
    "id,parent,name," + wide("c") + "\n1,,A," + wide("x") + "\n2,1,B," + wide("y") + "\n",
  ])
  func aTableIsWrittenAsItWasRead(table: String) throws {
    #expect(try Tool.show(table, as: "a.csv", options: "--to csv") == Run(output: table))
  }

  /// Regression: a field without a name was reported as hidden, although the output contains it.
  @Test func fieldsWithoutANameAreCopied() throws {
    let table = "id,parent,name\n1,0,A\n2,1,B,C\n"
    let ragged = "outline-tool: a.csv:3:1: 4 fields, expected 3\n"
    let run = try Tool.show(table, as: "a.csv", options: "--to csv")
    #expect(run == Run(output: table, messages: ragged))
    let other = try Tool.show(table, as: "a.csv", options: "--to org")
    #expect(other.messages == ragged + "outline-tool: a.csv:3:7: column 4 has no name; not shown\n")
  }

  /// Regression: records were copied that form other rows without the omitted ones, in another
  /// order, or with fields that options omit.
  @Test(arguments: [
    ("level,name\n1,B\n2,C\n,A\n", "--sort text", "A B(C)"),
    ("level,name\n1,A\n2,B\n,C\n1,D\n2,E\n", "--ignore A", "C D(E)"),
    ("1,,A\n2,1,B\n3,2,C\n4,,D\n", "--match D", "D"),
    ("1,,A\n2,1,B\n3,2,C\n4,,D\n", "--depth 1", "A D"),
    ("x,id\n,a\n1,a.b\n2,a.b.c\n", "--depth 1", "a"),
    ("path,n\na/b,1\na/b,2\na/b/c,3\n", "--sort -n", "a(b b(c))"),
    ("path,n\na/b,1\na/c,2\n", "--at a/*", "b c"),
    ("name,secret,secret\nA,1,p\nB,3,q\n", "--ignore 'secret*'", "A B"),
    ("name,x,x\nA,1,p\nB,3,q\n", "--depth 1", "A B"),
  ])
  func tablesAreReadAgainWithTheSameRows(table: String, options: String, rows: String) throws {
    let run = try Tool.show(table, as: "a.csv", options: "\(options) --to csv")
    #expect(try Tool.show(run.output, as: "a.csv").rows == rows, "\(run)")
  }

  private static func wide(_ text: String) -> String {
    (1...70).map { "\(text)\($0)" }.joined(separator: ",")
  }

  /// Regression: options replaced columns by those of other formats, and a filter hid fields that
  /// were rows.
  @Test(arguments: [
    ("name,x\nA,1\nB,2,\n", "--match B", "csv", "name,x\nB,2,\n"),
    ("name,notes,note\nA,x,y\nB,,z\n", "--where notes=x", "csv", "name,notes,note\nA,x,y\n"),
    ("name,x\nA,1\nB,2\n", "--match B", "markdown", "- B\n  - x: 2\n"),
    ("name,x\nA,1\nB,2\n", "--where x=2", "markdown", "- B\n  - x: 2\n"),
    ("id,name,up\n1,A,\n2,B,1\n", "--parent up --at 1", "csv", "id,name,up\n1,A,\n2,B,1\n"),
    ("x,path\nA,a\nB,a/b\n", "--label x", "csv", "x,path\nA,a\nB,a/b\n"),
    (
      "id,parent,name,x\n7,,A,\n8,7,B,1\n9,8,C,2\n", "--at A/B", "csv",
      "id,parent,name,x,note\n8,,B,1,\n9,8,C,2,\n"
    ),
    ("Tier 1,Tier 2\nA,B\nC,\n", "--depth 1", "csv", "id,parent,name,note\n1,,A,\n2,,C,\n"),
    ("Tier 1,Tier 2\nA,B\nC,\n", "--match B", "csv", "Tier 1,Tier 2\nA,B\n"),
    // Regression: the fields of a record were sorted.
    ("name,z,y,y\nA,1,2,3\nB,4,5,6\n", "--sort -text", "csv", "name,z,y,y\nB,4,5,6\nA,1,2,3\n"),
    ("name,x\nA,1\nB,2", "--sort -text", "csv", "name,x\nB,2\nA,1\n"),
  ])
  func recordsOfATableStayWhole(table: String, options: String, format: String, output: String)
    throws
  {
    let run = try Tool.show(table, as: "a.csv", options: "\(options) --to \(format)")
    #expect(run.output == output && !run.messages.contains("cannot hold"), "\(run)")
  }

  /// Regression: records of JSON were numbered, and their identities were lost.
  @Test func identitiesStayInTables() throws {
    let json = #"[{"id":"a","name":"A"},{"id":"b","parent":"a","name":"B"}]"#
    for options in ["", "--attribute id"] {
      let run = try Tool.show(json, as: "a.json", options: "--to csv \(options)")
      #expect(run == "id,parent,name,note\na,,A,\nb,a,B,\n", "\(options)")
    }
  }

  /// Regression: a column that did not link the records was lost.
  @Test func columnsThatLinkNoRecordsAreAttributes() throws {
    let opml = try Tool.show(
      "id,parent,name,level\n1,,A,5\n2,1,B,6\n", as: "a.csv", options: "--to opml")
    #expect(opml.output.contains(#"text="A" id="1" level="5""#))
  }

  /// Regression: the name of an address in one format was unknown in the others.
  @Test(arguments: [
    ("a.mm", "<map version='1'><node TEXT='A' LINK='https://a.org'/></map>"),
    (
      "a.html",
      "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><a href='https://a.org'>A</a></DL>"
    ),
    ("a.csv", "name,url\nA,https://a.org\n"), ("a.md", "- [A](https://a.org)\n"),
    ("a.org", "* [[https://a.org][A]]\n"),
    ("a.opml", "<opml><body><outline text='A' url='https://a.org'/></body></opml>"),
  ])
  func addressesHaveTheirNameInEachFormat(name: String, text: String) throws {
    let outputs = [
      ("opml", "<outline text=\"A\" url=\"https://a.org\"/>\n"),
      ("csv", ",A,https://a.org,\n"), ("markdown", "- [A](https://a.org)\n"),
      ("org", "* [[https://a.org][A]]\n"), ("html", " href=\"https://a.org\"><bdi>A</bdi></a>"),
    ]
    for (format, output) in outputs {
      let run = try Tool.show(text, as: name, options: "--to \(format)")
      let isTable = name == "a.csv" && format == "csv"
      #expect(run.output.contains(isTable ? text : output), "\(name), \(format): \(run)")
      #expect(run.messages == "", "\(name), \(format)")
    }

    // Regression: conditions and selections did not find the name that outputs show.
    let selected = try Tool.show(
      text, as: name, options: "--to opml --attribute url --where url~https*")
    #expect(selected.output.contains(outputs[0].1), "\(name): \(selected)")
    #expect(selected.messages == "", "\(name)")
  }

  @Test func columnsOfAllInputsAreWritten() throws {
    let files = ["a.csv": "id,parent,name,x\n,,A,1\n", "b.csv": "id,parent,name,y\n,,B,2\n"]
    #expect(
      try Tool.shell("outline-tool --to csv a.csv b.csv", in: TemporaryDirectory(files))
        == """
        id,parent,name,x,y,note
        1,,a.csv,,,
        2,1,A,1,,
        3,,b.csv,,,
        4,3,B,,2,

        """)
  }

  @Test func notesThatOrgWouldChangeBecomeExamples() throws {
    let org = try Tool.show(
      ##"[{"text":"a","note":"  b\n#+todo: c\n","children":[]}]"##, as: "a.json",
      options: "--to org")
    #expect(
      org.output
        == "* a\n  #+begin_example\n    b\n  ,#+todo: c\n\n  #+end_example\n")
    #expect(org.messages == "outline-tool: a.json:1: org cannot hold the exact note of 'a'\n")
  }

  /// Regression: a note with blanks at the ends of lines was written in another way the next time.
  @Test(arguments: [("org", "org"), ("markdown", "md"), ("headings", "md")])
  func changedNotesAreWrittenAgainAsTheyAre(format: String, reader: String) throws {
    let first = try Tool.show(
      #"[{"text":"a","note":"b \n\t\nc  ","children":[]}]"#, as: "a.json",
      options: "--to \(format)")
    let second = try Tool.run("--from", reader, "--to", format, input: first.output)
    #expect(second.output == first.output)
    #expect(first.messages.contains("cannot hold the exact note of 'a'"))
  }

  @Test func namesThatDifferInCaseAreLostInOrg() throws {
    let run = try Tool.show(
      #"[{"text":"a"},{"text":"b","x":"1","X":"2","children":[]}]"#, as: "a.json",
      options: "--to org")
    #expect(run.output == "* a\n* b\n:PROPERTIES:\n:x: 1\n:END:\n")
    #expect(run.messages == "outline-tool: a.json:1: org cannot hold attributes of 'b': 'X'\n")
  }

  @Test func aByteOrderMarkAtTheStartOfAPathIsKept() throws {
    let paths = try Tool.show(
      #"[{"text":"\ufeffa","children":[]}]"#, as: "a.json", options: "--to paths")
    #expect(
      try Tool.shell("outline-tool --from paths --to paths -", input: paths.output) == paths)
    #expect(paths.output.unicodeScalars.contains("\u{FEFF}"))
  }

  @Test func optionsForRowsApply() throws {
    #expect(
      try Tool.run("Samples/garden.txt", "--at", "Shed", "--depth", "2", "--to", "markdown")
        == "- Shed\n  - Tools\n  - Twine\n  - Seed tins\n")
    let options = ["Samples/library.opml", "--match", "Gardens"]
    #expect(
      try Tool.run(options[0], options[1], options[2], "--to", "paths").output
        == "Shelves\nShelves/Gardens\n")
  }

  @Test func inputsAreRowsAboveTheirRows() throws {
    let run = try Tool.shell(
      "outline-tool --to text a.txt b.txt",
      in: TemporaryDirectory(["a.txt": "x\n", "b.txt": "y\n"]))
    #expect(run == "a.txt\n\tx\nb.txt\n\ty\n")
  }

  @Test func nothingOfTheInputRunsInAPage() throws {
    let text = "<script>alert(1)</script>\n\"><img onerror=x>\n\u{202E}\u{1B}\n"
    let page = try Tool.show(text, as: "a.txt", options: "--to html").output
    #expect(!page.contains("<script") && !page.contains("<img"))
    #expect(page.contains("&#8238;\u{FFFD}"))
    let link =
      #"[{"text":"a","url":"javascript:x","children":[{"text":"b","url":"https://b.org"}]}]"#
    let links = try Tool.show(link, as: "a.json", options: "--to html").output
    #expect(!links.contains("href=\"javascript") && links.contains("href=\"https://b.org\""))
  }

  /// Regression: relative links were texts.
  @Test func relativeLinksAreLinksInAPage() throws {
    let addresses = ["a.md", "../b/c d.md#e", "/f", "//host/g", "#h", "word", "C:/i.md", "j.md:k"]
    let text = addresses.map { "- [x](<\($0)>)\n" }.joined()
    let page = try Tool.show(text, as: "a.md", options: "--to html").output
    let links = page.split(separator: "href=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(links == ["a.md", "../b/c%20d.md#e", "/f"])
  }

  /// Regression: the second address became the link of the row only when it was read again.
  @Test func rowsAreTheSameAfterASecondConversionToOrg() throws {
    let opml = """
      <opml><body><outline text='A' xmlUrl='https://a.org' htmlUrl='https://b.org/?a=[1]'/>
      <outline text='B' url='https://a.org' htmlUrl='https://b.org/?a=[1]'/></body></opml>
      """
    let once = try Tool.show(opml, as: "a.opml", options: "--to org")
    #expect(once.output.hasPrefix("* [[https://a.org][A]]\n") && once.messages == "")
    #expect(try Tool.show(once.output, as: "a.org", options: "--to org") == once)
  }

  /// Regression: the addresses of links in notes were lost.
  @Test func addressesOfLinksInNotesAreKept() throws {
    let text = """
      - A [x]

        See [text][L] and [m].

      - B

      [l]: http://l.org "L"
      [m]: <m n.md>

      """
    let unused = "[x]: x.md\n[y]: y.md\n"
    for format in ["markdown", "headings"] {
      let run = try Tool.show(text + unused, as: "a.md", options: "--to \(format)")
      #expect(run.output.hasSuffix("\n[l]: http://l.org \"L\"\n[m]: <m n.md>\n"))
      #expect(run.output.contains("A [x](x.md)") && run.messages == "")
      #expect(try Tool.show(run.output, as: "a.md", options: "--to \(format)") == run)
    }
  }

  @Test func jsonAndRowsAreAlsoFormats() throws {
    for (format, option) in [("json", "--json"), ("rows", "--rows"), ("tree", "-q")] {
      let input = "Samples/library.opml"
      #expect(try Tool.run(input, "--to", format) == Tool.run(input, option))
      #expect(
        try Tool.run(input, "--to", format, "--notes", "--attribute", "created")
          == Tool.run(input, option, "--notes", "--attribute", "created"), "\(format)")
    }
  }
}
