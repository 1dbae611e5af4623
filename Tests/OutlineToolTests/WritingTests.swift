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

  @Test func lossesAreReportedOnce() throws {
    let run = try Tool.shell(
      "outline-tool --to text a.json", in: TemporaryDirectory(["a.json": Self.outline]))
    #expect(
      run.messages
        == "outline-tool: text cannot hold the link of 1 row, the note of 1 row\n")
    #expect(run.exitCode == 0)
    let changed = try Tool.shell("printf 'a/b\\n' | outline-tool --from text --to paths -")
    #expect(
      changed
        == Run(
          output: "a/b\n", messages: "outline-tool: paths cannot hold the exact text of 1 row\n",
          exitCode: 1))
  }

  @Test func rowsThatAreTooDeepAreReported() throws {
    let chain = (0..<20).map { String(repeating: "\t", count: $0) + "r\($0)\n" }.joined()
    let run = try Tool.shell("outline-tool --to org -", input: chain)
    #expect(run.output.hasSuffix("\n************** r13\n"))
    #expect(run.messages == "outline-tool: org cannot hold 6 rows that are too deep\n")
    #expect(run.exitCode == 1)
  }

  @Test func optionsForRowsApply() throws {
    #expect(
      try Tool.run("Samples/garden.txt", "--at", "Shed", "--depth", "2", "--to", "markdown")
        == "- Shed\n  - Tools\n  - Twine\n  - Seed tins\n")
    let options = ["Samples/library.opml", "--match", "Gardens"]
    #expect(
      try Tool.run(options[0], options[1], options[2], "--to", "paths")
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

  @Test func jsonAndRowsAreAlsoFormats() throws {
    for format in ["json", "rows", "tree"] {
      let option = format == "tree" ? "-q" : "--" + format
      #expect(
        try Tool.run("Samples/bread.txt", "--to", format) == Tool.run("Samples/bread.txt", option))
    }
  }
}
