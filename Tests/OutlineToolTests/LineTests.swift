import Foundation
import Testing

@Suite("Lines of rows")
struct LineTests {
  /// The number after the letter of each text is the line of its row.
  @Test(arguments: [
    ("\n# A2\n\n- B4\n  more\n\n\n- 1. C8\n\t- D9\nE10\n===\n\n> quote\n\n<h2>F15</h2>\n", "a.md"),
    ("---\ntitle: x\n---\n# A4\n1.  B5\n\n    text\n\n1.  C9\n", "a.md"),
    ("text\n* A2\n:PROPERTIES:\n:ID: 1\n:END:\n** [[x][B6]]\n- C7\n", "a.org"),
    ("A1\r\n\tB2\r\n\r\n\t\tC4\r\n", "a.txt"),
    ("A1:\n\t- B2\n\tC3 @done\n", "a.taskpaper"),
    ("A1\n├── B2\n│   └── C3\n└── D4\n", "a.txt"),
    (
      "<opml>\n<body>\n<outline text='A3'><outline\n  text='B3'/>\n<outline text='&#67;5'/></outline></body></opml>",
      "a.opml"
    ),
    (
      "<map version='1'>\n<node TEXT='A2'>\n<node><richcontent TYPE='NODE'><p>B3</p></richcontent></node></node></map>",
      "a.mm"
    ),
    (
      "{\"name\": \"A1\", \"children\": [\n  {\"name\": \"B2\"},\n\n  {\n\"name\": \"C4\"}]}\n",
      "a.json"
    ),
    (
      "[{\"id\": 1, \"parent\": 2, \"name\": \"A1\"},\n{\"id\": 2, \"parent\": null, \"name\": \"B2\"}]\n",
      "a.json"
    ),
    ("id,parent,name\n1,,A2\n3,2,C3\n2,1,B4\n", "a.csv"),
  ])
  func everyFormatHasLines(text: String, name: String) throws {
    let options = name == "a.org" ? "--tree both" : ""
    let rows = try Tool.show(text, as: name, options: "--rows --line \(options)").output
    let lines = rows.split(separator: "\n").map { $0.split(separator: "\t").suffix(2) }
    #expect(lines.count > 1)
    for line in lines {
      let number = line.last ?? ""
      #expect(
        line.first?.range(of: "[A-Z]\(number)\\b", options: .regularExpression) != nil, "\(rows)")
    }
  }

  @Test func linesAreShownInEveryLayout() throws {
    let text = "A\n\n\tB\n"
    let rows = try Tool.run("--line", "--rows", "-c", "-", input: text)
    #expect(rows == "1\t0\texpanded\tA\tA\t\t1\n1.1\t1\tleaf\tA/B\tB\t\t3\n")
    let tree = try Tool.run("--line", "--sort", "text", "-", input: text)
    #expect(tree == "standard input\n└── A [line: 1]\n    └── B [line: 3]\n")
    let json = try Tool.run("--line", "--json", "-", input: text).output
    #expect(json.contains("{\"text\":\"A\",\"line\":1,\"children\":[\n{\"text\":\"B\",\"line\":3}"))
    let lists = try Tool.run("--line", "--tree", "lists", "--from", "md", input: "# A\n- B\n")
    #expect(lists == "standard input\n└── B [line: 2]\n")
  }

  @Test func rowsWithoutALineHaveAnEmptyField() throws {
    let directory = try TemporaryDirectory(["top/a": "", "b.csv": "id,name\n1,\"a \"\"b\"\"\"\n"])
    let run = try Tool.shell(
      "outline-tool --rows --line top; outline-tool --rows --line b.csv", in: directory)
    #expect(run.output.split(separator: "\n").allSatisfy { $0.hasSuffix("\t") }, "\(run)")
  }
}
