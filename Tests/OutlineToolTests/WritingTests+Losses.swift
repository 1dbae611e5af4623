import Testing

@Suite("Conversion without silent losses")
struct LossTests {
  private func convert(_ text: String, _ name: String, to format: String) throws -> Run {
    try Tool.show(text, as: name, options: "--to \(format)")
  }

  /// Regression: only the first link was kept, around the whole text.
  @Test(arguments: [
    ("markdown", "- See [one](https://a.org) and ![two](b.png)\n"),
    ("org", "* See [[https://a.org][one]] and [[b.png][two]]\n"),
  ])
  func allLinksAreKeptAtTheirPlaces(format: String, output: String) throws {
    let text = "- See [one](https://a.org) and ![two](b.png)\n"
    #expect(try convert(text, "a.md", to: format) == Run(output: output))
  }

  @Test func otherLinksAreReported() throws {
    let run = try convert("- [a](https://a.org) [b](https://b.org)\n", "a.md", to: "opml")
    #expect(run.messages == "outline-tool: a.md:1: opml cannot hold other links of 'a b'\n")
    let page = try convert("* [[https://a.org][a]] [[https://b.org][b]]\n", "a.org", to: "html")
    #expect(page.output.contains("href=\"https://a.org\"><bdi>a</bdi></a>"))
    #expect(page.output.contains("href=\"https://b.org\"><bdi>b</bdi></a>"))
    #expect(page.messages == "")
  }

  /// Regression: the second line of an address was the note of a headline of Org, without a message.
  @Test(arguments: ["org", "markdown", "headings"])
  func addressesWithSeveralLinesAreReported(format: String) throws {
    let bullet = ["org": "*", "markdown": "-"][format] ?? "#"
    let message = "outline-tool: a.csv:2: \(format) cannot hold the link of 'A'\n"
    #expect(
      try convert("name,url\nA,\"x\ny\"\n", "a.csv", to: format)
        == Run(output: "\(bullet) A\n", messages: message))
  }

  /// Regression: an empty `htmlUrl` was the address of a feed.
  @Test func theFirstAddressThatIsNotEmptyIsTheLink() throws {
    let opml = "<opml><body><outline text='A' htmlUrl='' xmlUrl='https://a.org'/></body></opml>"
    let run = try convert(opml, "a.opml", to: "markdown")
    #expect(
      run
        == Run(
          output: "- [A](https://a.org)\n"))
  }

  /// Regression: an address without a link extended the link before it to the whole text.
  @Test func aLinkAroundAnAddressStays() throws {
    let text = "- [https://a.org](https://b.org) and https://c.org\n"
    #expect(try convert(text, "a.md", to: "markdown") == Run(output: text))
    #expect(
      try convert("* [[https://b.org][b]] and https://c.org\n", "a.org", to: "markdown")
        == Run(output: "- [b](https://b.org) and https://c.org\n"))
  }

  /// Regression: without `--expand stored`, stored folds were lost without a message.
  @Test func storedFoldsAreKept() throws {
    let text = "#+STARTUP: overview\n* A\n** B\n"
    let folded = "* A\n:PROPERTIES:\n:VISIBILITY: folded\n:END:\n** B\n"
    #expect(try convert(text, "a.org", to: "org") == Run(output: folded))
    #expect(
      try convert(text, "a.org", to: "markdown")
        == Run(output: "- A <!-- markmap: fold -->\n  - B\n"))
    #expect(try convert(text, "a.org", to: "org --expand all") == Run(output: "* A\n** B\n"))
    #expect(
      try convert(text, "a.org", to: "paths")
        == Run(
          output: "A\nA/B\n",
          messages: "outline-tool: a.org: paths cannot hold which rows are collapsed\n"))
    #expect(try convert(text, "a.org", to: "paths --expand all") == Run(output: "A\nA/B\n"))
    #expect(try convert("* A\n** B\n", "a.org", to: "paths") == Run(output: "A\nA/B\n"))
  }

  /// Regression: fields became rows in formats with attributes, and attributes that sort records
  /// were reported as lost.
  @Test func fieldsOfPlainTablesAreAttributesIfPossible() throws {
    let table = "name,size,kind\nA,2,x\nB,1,\n"
    #expect(
      try convert(table, "a.csv", to: "csv --sort size")
        == Run(output: "name,size,kind\nB,1,\nA,2,x\n"))
    #expect(
      try convert(table, "a.csv", to: "markdown --sort size")
        == Run(output: "- B\n  - size: 1\n- A\n  - size: 2\n  - kind: x\n"))
    #expect(
      try convert("A,B\nC,D\n", "a.csv", to: "csv")
        == Run(output: "A,B\nC,D\n"))
  }

  /// Regression: fields without a name of their own were lost, or replaced those of others.
  @Test(arguments: ["title,x,x\nfoo,1,2\nbar,3,4\n", "title,x\nfoo,1\nbar,3,4,5\n"])
  func fieldsWithoutANameOfTheirOwnAreRows(table: String) throws {
    for format in ["csv", "opml", "org", "html"] {
      let output = try convert(table, "a.csv", to: format).output
      let words = Set(output.split { !$0.isLetter && !$0.isNumber }.map(String.init))
      #expect(words.isSuperset(of: table.filter(\.isNumber).map { "\($0)" }), "\(format)")
    }
  }

  /// Regression: only 64 columns or members were attributes.
  @Test func allAttributesOfWideRowsAreKept() throws {
    let names = (0..<70).map { "c\($0)x" }
    let columns = (["id", "parent", "name"] + names).joined(separator: ",")
    let fields = (0..<70).map { "v\($0)" }.joined(separator: ",")
    let table = "\(columns)\n1,,A,\(fields)\n2,1,B,\(fields)\n"
    let members = names.map { "\"\($0)\":\"v\"" }.joined(separator: ",")
    for format in ["opml", "org", "html"] {
      let output = try convert(table, "a.csv", to: format).output
      #expect(names.allSatisfy(output.contains), "\(format)")
      let again = try convert("[{\"name\":\"A\",\(members)}]", "a.json", to: format).output
      #expect(names.allSatisfy(again.contains), "\(format)")
    }
  }

  /// Regression: members beyond the first 64 names were not attributes.
  @Test func attributesOfAllRowsAreKept() throws {
    let names = (0..<90).map { "c\($0)x" }
    func rows(_ value: String) -> String {
      "[" + names.map { "{\"name\":\"\($0)\",\"\($0)\":\"\(value)\"}" }.joined(separator: ",") + "]"
    }
    let run = try convert(rows("v"), "a.json", to: "org")
    #expect(run.messages == "" && names.allSatisfy { run.output.contains(":\($0): v\n") })
    let stat = try diff(rows("v"), rows("w"), "--stat", as: "json")
    #expect(stat.contains("90 changed"), "\(stat)")
  }

  /// Regression: telephones and measurements were the ancestors of their records.
  @Test(arguments: [
    "Name,Phone1,Phone2\nAnn,11,12\nBob,21,22\n", "s,x 1,x 2\na,0.5,0.7\nb,0.5,1\n",
  ])
  func numberedColumnsWithNumbersAreFields(table: String) throws {
    #expect(try convert(table, "a.csv", to: "csv") == Run(output: table))
    let levels = "level1,level2\n11,111\n11,112\n"
    #expect(try convert(levels, "a.csv", to: "text").output == "11\n\t111\n\t112\n")
  }

  /// Regression: the rows that a search found were hidden.
  @Test func rowsThatASearchFindsAreVisible() throws {
    let opml =
      "<opml><body><outline text='a' collapse='true'><outline text='b'/></outline></body></opml>"
    #expect(try !convert(opml, "a.opml", to: "org --match b").output.contains("folded"))
    #expect(try convert(opml, "a.opml", to: "org").output.contains("folded"))
    #expect(try convert(opml, "a.opml", to: "text --depth 1") == Run(output: "a\n"))
  }

  /// Regression: the text was read as a link, which replaced the address of the row.
  @Test func textsThatResembleLinksOfOrgStayTexts() throws {
    let opml = "<opml><body><outline text='a [[x]] b' url='https://a.org'/></body></opml>"
    let org = "* a [\u{200B}[x]] b\n:PROPERTIES:\n:url: https://a.org\n:END:\n"
    let run = try convert(opml, "a.opml", to: "org")
    #expect(run.output == org)
    #expect(run.messages.hasPrefix("outline-tool: a.opml:1: org cannot hold the exact text of "))
    #expect(try convert(org, "a.org", to: "org") == Run(output: org))
  }

  /// Regression: another link in the text replaced the address of the row, without a message.
  @Test func addressesWithBracketsArePropertiesOfOrg() throws {
    let run = try convert("- #[tag]([[Page]]) ![i](p.png)\n", "a.md", to: "org")
    let org = "* #tag i\n:PROPERTIES:\n:url: [[Page]]\n:END:\n"
    #expect(
      run
        == Run(
          output: org, messages: "outline-tool: a.md:1: org cannot hold other links of '#tag i'\n"))
    #expect(try convert(org, "a.org", to: "org") == Run(output: org))
  }

  /// Regression: the address became a link only when the output was converted again.
  @Test func addressesBesideLinksOfLogseqAreLinksOfOrg() throws {
    let org = try convert("- [[Page]] https://a.org\n", "a.md", to: "org")
    #expect(org.output == "* [\u{200B}[Page]] [[https://a.org]]\n")
    #expect(
      org.messages.hasPrefix("outline-tool: a.md:1: org cannot hold the exact text of '[[Page]] "))
    let markdown = try convert(org.output, "a.org", to: "markdown")
    #expect(try convert(markdown.output, "a.md", to: "org") == Run(output: org.output))
  }

  /// Regression: a property with the same text as the note was lost without a message.
  @Test func attributesThatRepeatTheNoteAreKept() throws {
    let org = "* A\n:PROPERTIES:\n:notes: b\n:END:\n  b\n"
    #expect(try convert(org, "a.org", to: "org") == Run(output: org))
  }

  /// Regression: messages did not name the lost attributes.
  @Test func lostAttributesAreNamed() throws {
    let rows = "<outline text='A' a='1' b='2' c='3'/><outline text='B' d='4' e='5' f='6' a='7'/>"
    let run = try convert("<opml><body>\(rows)</body></opml>", "a.opml", to: "markdown")
    #expect(
      run.messages == """
        outline-tool: a.opml:1: markdown cannot hold attributes of 'A' and of 1 more row: \
        'a', 'b', 'c', 'd', 'e' and 1 more

        """)
  }

  /// Regression: OPML had names that no XML has, and a name that declared a namespace.
  @Test func attributesOfOPMLHaveNamesOfXML() throws {
    let table = "name,Größe,Temp_°C,m²,€,2nd,xmlns,字\nr,1,2,3,4,5,6,7\n"
    let run = try convert(table, "a.csv", to: "opml")
    #expect(run.output.contains(#"<outline text="r" Größe="1" 字="7"/>"#))
    #expect(run.messages.contains("'Temp_°C', 'm²', '€', '2nd', 'xmlns'"))
  }

  /// Regression: titles and texts outside of rows were lost without a message.
  @Test func headsAreKept() throws {
    let head = "<head><title>T</title><ownerName>O</ownerName></head>"
    let opml = "<opml version='2.0'>\(head)<body><outline text='A'/></body></opml>"
    let org = try convert(opml, "a.opml", to: "org")
    #expect(org == Run(output: "#+title: T\n#+ownerName: O\n* A\n"))
    let again = try convert(org.output, "a.org", to: "opml")
    #expect(again.output.contains("<title>T</title>\n<ownerName>O</ownerName>\n"))
    let text = "---\ntitle: \"T: 1\"\n---\n\nintro\n\n- A\n"
    #expect(try convert(text, "a.md", to: "markdown") == Run(output: text))
    #expect(
      try convert(text, "a.md", to: "csv").messages == """
        outline-tool: a.md: csv cannot hold parts of the head: 'title'
        outline-tool: a.md: csv cannot hold the text outside of the rows

        """)
  }

  /// Regression: declared keywords were in the texts of links, and their declaration was lost.
  @Test func declaredKeywordsTellStates() throws {
    let text = "#+TODO: NEXT(n) | VOID\n* NEXT [#A] [[https://a.org][a]] b\n* VOID c\n"
    #expect(try convert(text, "a.org", to: "org") == Run(output: text))
    let markdown = try convert(text, "a.org", to: "markdown")
    #expect(markdown.output.hasSuffix("- [ ] NEXT \\[#A\\] [a](https://a.org) b\n- [x] VOID c\n"))
    #expect(
      try convert("#+TODO: NEXT VOID\n* VOID c\n", "a.org", to: "markdown").output
        == "---\nTODO: NEXT VOID\n---\n\n- [x] VOID c\n")
  }

  /// Regression: the tag `@done` was not a state in other formats.
  @Test func tasksOfTaskPaperHaveStates() throws {
    let text = "P:\n\t- a @done(2026-01-01)\n\t- b\n\tnote\n"
    #expect(
      try convert(text, "a.taskpaper", to: "org")
        == Run(output: "* P:\n** DONE a @done(2026-01-01)\n** TODO b\n** note\n"))
  }

  /// Regression: descriptions of bookmarks and the titles of inline tasks were lost.
  @Test func descriptionsAndInlineTasksAreNotes() throws {
    let html = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>F</H3><DD>f<DL>\
      <DT><A HREF="https://a.org">A</A><DD>a &amp; <b>b</b><DT><A HREF="x">B</A></DL></DL>
      """
    #expect(
      try convert(html, "a.html", to: "org")
        == Run(output: "* F\n  f\n** [[https://a.org][A]]\n  a & b\n** [[x][B]]\n"))
    let stars = String(repeating: "*", count: 15)
    #expect(
      try convert("* A\n\(stars) TODO x\n\(stars) END\n", "a.org", to: "org")
        == Run(output: "* A\n\(stars) TODO x\n\(stars) END\n"))
    // Several descriptions are one note.
    let run = try convert(
      "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF='x'>A</A><DD>a\n<DD>b\n</DL>", "a.html",
      to: "org")
    #expect(run == Run(output: "* [[x][A]]\n  a\n  b\n"))
  }

  /// Regression: open tasks of VimOutliner became plain rows.
  @Test func boxesOfVimOutlinerAreTasks() throws {
    let text = "[_] A\n\t[_] 50% B\n\t[X] C\n"
    #expect(
      try convert(text, "a.otl", to: "org") == Run(output: "* TODO A\n** TODO 50% B\n** DONE C\n"))
    #expect(
      try convert(text, "a.otl", to: "markdown")
        == Run(output: "- [ ] A\n  - [ ] 50% B\n  - [x] C\n"))
  }

  /// Regression: open tasks of TaskPaper became plain rows, and so did states that Org declares.
  @Test(arguments: [
    ("csv", "id,parent,name,note\n1,,[x] a @done,\n2,,[ ] b,\n3,,[x] c,\n"),
    ("text", "[x] a @done\n[ ] b\n[x] c\n"), ("paths", "[x] a @done\n[ ] b\n[x] c\n"),
  ])
  func tasksHaveSignsInFormatsWithoutStates(format: String, output: String) throws {
    #expect(
      try convert("- a @done\n- b\n- [x] c\n", "a.taskpaper", to: format) == Run(output: output))
    let states = try convert("#+TODO: NEXT | VOID\n* NEXT a\n* VOID b\n", "a.org", to: "text")
    #expect(states.output == "[ ] NEXT a\n[x] VOID b\n")
  }

  /// Regression: the states were texts in the second file of Org.
  @Test(arguments: ["opml", "markdown"])
  func declaredKeywordsReturnAsStates(format: String) throws {
    let text = "#+TODO: NEXT(n) | VOID\n* NEXT a\n* VOID [[https://b.org][b c]]\n* TODO d\n"
    let name = format == "opml" ? "b.opml" : "b.md"
    let other = try convert(text, "a.org", to: format)
    #expect(other.messages == "")
    let again = try convert(other.output, name, to: "org")
    #expect(again.output.hasSuffix(text))
    // A box without a keyword becomes the first state.
    let head = "<head><TODO>NEXT | VOID</TODO></head>"
    let opml = "<opml>\(head)<body><outline text='[ ] a'/></body></opml>"
    #expect(try convert(opml, "a.opml", to: "org").output == "#+TODO: NEXT | VOID\n* NEXT a\n")
  }

  /// Regression: `_complete="false"` was lost without a message.
  @Test func openTasksOfOPMLAreKept() throws {
    let opml = "<opml><body><outline text='A' _complete='false' checked='true'/></body></opml>"
    let open = "<outline text=\"A\" _complete=\"false\"/>"
    #expect(
      try convert(opml, "a.opml", to: "opml").output.contains(
        "<outline text=\"A\" _complete=\"true\"/>"))
    let rows = try convert("<opml><body>\(open)</body></opml>", "a.opml", to: "opml")
    #expect(rows.output.contains(open) && rows.messages == "")
    #expect(
      try convert("<opml><body>\(open)</body></opml>", "a.opml", to: "markdown").messages
        == "outline-tool: a.opml:1: markdown cannot hold attributes of 'A': '_complete'\n")
  }

  /// Regression: titles of links, footnotes, HTML and escapes changed.
  @Test(arguments: ["markdown", "headings"])
  func markupOfMarkdownIsKept(format: String) throws {
    let bullet = format == "markdown" ? "- " : "# "
    for text in [
      "[a](b \"t\")", "a[^1]", "<kbd>a</kbd> b", "\\*a\\* b\\_c", "a &amp; b", "[a][b]",
      "a <!-- b -->",
      "**[a](b)**", "![a](b)", "<https://a.org>", "a <a href='b'>c</a>",
    ] {
      let source = "\(bullet)\(text)\n"
      #expect(try convert(source, "a.md", to: format) == Run(output: source), "\(text)")
    }
  }

  @Test func hiddenMarkupIsReported() throws {
    let text = "- [a](b \"t\")\n- <kbd>c</kbd>\n- [d](e) <br> \\* <a href='f'>g</a>\n"
    #expect(
      try convert(text, "a.md", to: "org").messages
        == "outline-tool: a.md:1: org cannot hold the HTML or the link titles of 'a' "
        + "and of 1 more row\n")
    // References would have no addresses.
    #expect(
      try convert("- [a][b]\n\n[b]: c\n", "a.md", to: "markdown") == Run(output: "- [a](c)\n"))
  }

  /// Regression: only the first link of a heading in HTML was kept.
  @Test func allLinksOfHeadingsInHTMLAreKept() throws {
    let html = "<h1><a href='a'>A</a> <a href='b'><img src='c.png' alt='B'></a></h1>\n"
    #expect(try convert(html, "a.md", to: "org").output.hasSuffix("* [[a][A]] [[b][B]]\n"))
  }

  /// Regression: keys other than the title were lost.
  @Test func frontMatterIsKept() throws {
    let text = "---\ntags:\n  - a\n# b\ntitle: c\nday: 2026-01-02\n---\n\n- x\n"
    #expect(try convert(text, "a.md", to: "markdown") == Run(output: text))
    let head = "<head><title>T</title><ownerName>O \"o\"</ownerName></head>"
    let opml = "<opml>\(head)<body><outline text='A'/></body></opml>"
    let markdown = try convert(opml, "a.opml", to: "markdown")
    #expect(markdown == "---\ntitle: T\nownerName: \"O \\\"o\\\"\"\n---\n\n- A\n")
    #expect(
      try convert(markdown.output, "a.md", to: "opml").output.contains(
        "<title>T</title>\n<ownerName>O &quot;o&quot;</ownerName>\n"))
  }

  /// Regression: separators and comments were lost without a message.
  @Test func separatorsAndCommentsAreReported() throws {
    let html = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF='x'>A</A><HR></DL>"
    for (text, name) in [(html, "a.html"), ("- a\n\n---\n\n- b\n", "a.md")] {
      #expect(
        try convert(text, name, to: "org").messages
          == "outline-tool: \(name): org cannot hold the separators\n")
    }
    let opml = "<opml><body><!-- a --><outline text='A'/><!--b--></body></opml>"
    #expect(
      try convert(opml, "a.opml", to: "markdown").messages
        == "outline-tool: a.opml: markdown cannot hold the comments\n")
    let again = try convert(opml, "a.opml", to: "opml")
    #expect(again.output.contains("?>\n<!-- a -->\n<!--b-->\n<opml") && again.messages == "")
  }

  /// Regression: a text that became an example was reported as lost.
  @Test func textAboveHeadlinesThatBecomesAnExampleIsReported() throws {
    #expect(
      try convert("#+todo: A\n\n- b\n", "a.md", to: "org")
        == Run(
          output: "#+begin_example\n,#+todo: A\n#+end_example\n* b\n",
          messages: "outline-tool: a.md: org cannot hold the exact text outside of the rows\n"))
  }

  @Test func frontMatterThatIsNoLineIsNoTitle() throws {
    let text = "---\ntitle: >-\n  A\ntags:\n  - b\nauthor: \"c\\td\" # e\n---\n\n- x\n"
    for format in ["html", "opml"] {
      let run = try convert(text, "a.md", to: format)
      #expect(run.output.contains("<title>a.md</title>"))
      #expect(
        run.messages
          == "outline-tool: a.md: \(format) cannot hold parts of the head: 'title', 'tags'\n")
    }
    let plain = try convert("---\ntitle: A # b\n---\n\n- x\n", "a.md", to: "org")
    #expect(plain == Run(output: "#+title: A\n* x\n"))
  }

  @Test func textAboveHeadlinesStaysInOrg() throws {
    let block = "#+begin_src c\n#+title: x\nint a;\n#+end_src\n"
    let caption = "#+CAPTION: a\n[[b.png]]\n"
    let text = "#+title: T\n" + block + caption + "* A\n"
    #expect(try convert(text, "a.org", to: "org") == Run(output: text))
  }

  /// Regression: the address of a feed became `url`.
  @Test(arguments: ["xmlUrl", "htmlUrl"])
  func theAddressOfAFeedKeepsItsName(name: String) throws {
    let opml = "<opml><body><outline text='A' \(name)='https://a.org'/></body></opml>"
    let org = try convert(opml, "a.opml", to: "org")
    #expect(
      org.output == "* [[https://a.org][A]]\n:PROPERTIES:\n:\(name): https://a.org\n:END:\n")
    let again = try convert(org.output, "a.org", to: "opml")
    #expect(again.output.contains("<outline text=\"A\" \(name)=\"https://a.org\"/>"))
  }
}
