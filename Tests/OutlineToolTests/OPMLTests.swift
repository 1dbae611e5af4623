import Foundation
import Testing

@Suite("OPML")
struct OPMLTests {
  @Test(arguments: [
    ("nothing", "", "", []),
    ("no outlines", "<opml><body/></opml>", "", [": no rows: no <outline> elements found"]),
    ("nested", "<outline text='A'><outline text='B'/></outline><outline text='C'/>", "A(B) C", []),
    ("title", "<outline title='A'/><outline text='' title='B'/>", "A B", []),
    ("addresses", "<outline url='A' xmlUrl='B'/><outline url='C'/>", "B C", []),
    ("nothing to show", "<outline/>", "(untitled)", []),
    (
      "pictures", "<outline text='&lt;img src=\"a\"/>'/><outline text='&lt;img alt=\"A\"/>'/>",
      "(untitled) A", []
    ),
    ("references", "<outline text='&amp;&lt;&gt;&quot;&apos;&#65;&#x42;'/>", "&<>\"'AB", []),
    ("blanks", "<outline text='A&#10;B\tC\nD'/>", "A\\nB C D", []),
    ("comments", "<!-- <outline text='A'/> --><outline text='B'/><!---->", "B", []),
    ("character data", "<![CDATA[<outline text='A'/>]]><outline text='B'/>", "B", []),
    ("document type", "<!DOCTYPE a [<!ENTITY b 'c'>]><outline text='A'/>", "A", []),
    ("capital letters", "<OUTLINE text='A'></OUTLINE>", "A", []),
    ("other elements", "<a><outline text='A'><b/><outline text='B'/></outline></a>", "A(B)", []),
    ("Windows line ends", "<outline\r\n text='A'\r\n>\r\n</outline>\r\n", "A", []),
    (
      "stray ampersand", "<outline text='A & B&nbsp;C'/>", "A & B&nbsp;C",
      [":1:18: stray '&'; write '&amp;'", ":1:21: stray '&'; write '&amp;'"]
    ),
    (
      "number of no character", "<outline text='&#xD800;'/>", "&#xD800;",
      [":1:16: stray '&'; write '&amp;'"]
    ),
    ("tag in a value", "<outline\ntext='A <b>'/>", "A <b>", [":2:9: stray '<'; write '&lt;'"]),
    (
      "tag with a quote in a value", "<outline text=\"A <a b=\"c\"\"/>", "A <a b=\"c\"",
      [
        ":1:23: unescaped quote in a quoted value; write '&quot;'",
        ":1:25: unescaped quote in a quoted value; write '&quot;'",
        ":1:18: stray '<'; write '&lt;'",
      ]
    ),
    (
      "stray less-than", "A < B<outline text='A'/>", "A",
      [":1:3: stray '<'; write '&lt;'", ":1:1: text between tags; ignored"]
    ),
    (
      "texts",
      "<opml><head><title>A & \0</title>a\n</head>\n<body>\nb<outline text='A'>c</outline>",
      "A",
      [
        ":1:22: stray '&'; write '&amp;'", ":1:24: zero byte", ":1:33: text between tags; ignored",
        ":4:1: text between tags; ignored", ":4:20: text between tags; ignored",
        ":3:2: unclosed element",
      ]
    ),
    (
      "text and a zero byte after it all", "<outline text='A'/>\nB\0\n", "A",
      [":2:2: zero byte", ":2:1: text between tags; ignored"]
    ),
    ("texts of other elements", "<opml><body><a>A</a><outline text='A'/></body></opml>", "A", []),
    (
      "no quotes", "<outline text=A url=B/><outline text=C></outline>", "A C",
      [":1:15: unquoted value", ":1:21: unquoted value", ":1:38: unquoted value"]
    ),
    ("no value", "<outline a text='A'/>", "A", []),
    ("no attribute", "<outline ? text='A'/>", "A", [":1:10: invalid attribute; ignored"]),
    (
      "missing quote", "<outline text='A><outline text='B'/></outline>", "A(B)",
      [":1:15: unterminated markup"]
    ),
    (
      "missing quotes", "<outline text='A><outline text=\"B>", "A(B)",
      [":1:15: unterminated markup", ":1:32: unterminated markup", ":1:26: unclosed <outline>"]
    ),
    (
      "missing bracket", "<outline text='A'\n<outline text='B'/></outline>", "A(B)",
      [":2:1: unterminated markup"]
    ),
    ("missing end", "<outline text='A'>\n<outline text='B'>", "A(B)", [":2:9: unclosed <outline>"]),
    ("missing end of the body", "<opml><body><outline text='A'/>", "A", [":1:8: unclosed element"]),
    (
      "missing end in the head", "<opml><head><title></head></opml>\n<outline text='A'/>", "A",
      [":1:14: unclosed element"]
    ),
    (
      "other end", "<opml></body><outline text='A'/></opml>", "A",
      [":1:9: end tag without a start tag; ignored"]
    ),
    ("cut in a tag", "<outline text='A'/><", "A", [":1:20: unterminated markup"]),
    (
      "stray end tag", "<outline text='A'/></outline><outline text='B'/>", "A B",
      [":1:22: end tag without a start tag; ignored"]
    ),
    (
      "comment without an end", "<outline text='A'/><!-- <outline text='B'/>", "A B",
      [":1:20: unterminated markup", ":1:22: text between tags; ignored"]
    ),
    ("zero byte", "<outline text='A\0'/>", "A\\u{0}", [":1:17: zero byte"]),
    (
      "cut short", "<outline text='A'/><outline te", "A (untitled)",
      [":1:31: unterminated markup", ":1:28: unclosed <outline>"]
    ),
  ])
  func outlineElementsAreRows(label: String, text: String, rows: String, messages: [String]) throws
  {
    try expect(text, as: "a.opml", toHaveRows: rows, messages: messages, label)
  }

  @Test func manyProblemsAreCounted() throws {
    let run = try Tool.show(String(repeating: "<outline text='&'/>\n", count: 15), as: "a.opml")
    let lines = run.messages.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.last == "outline-tool: a.opml: 5 more problems")
  }

  private let outline = """
    <outline text="A">
      <outline text="B"><outline text="C"/></outline>
      <outline text="D"><outline text="E"/></outline>
    </outline>
    <outline text="F"/>
    """

  @Test(arguments: [
    ("visible rows from 1", "1, 3"), ("visible rows from 0", "0,2"), ("all rows from 0", "0,3"),
    ("all rows from 1", "1,4"), ("numbers of no rows", "0,3,x,,99,99999999999999999999"),
  ])
  func expansionStateHasFourWaysToCountRows(label: String, list: String) throws {
    let text = "<opml><expansionState>\(list)</expansionState>\(outline)</opml>"
    let rows = "A(▸ B D(E)) F"
    try expect(text, as: "a.opml", options: "--expand stored", toHaveRows: rows, label)
  }

  @Test(arguments: [
    ("", ["▸ A"]), ("1", ["A", "▸ B", "▸ D"]), ("1,2", ["A", "B", "C", "▸ D"]),
    ("1,2,4", ["A", "B", "C", "D", "E"]),
  ])
  func expansionStateExpandsRows(list: String, shown: [String]) throws {
    let text = "<opml><expansionState>\(list)</expansionState>\(outline)</opml>"
    let run = try Tool.show(text, as: "a.opml", options: "--expand stored")
    let rows = run.output.split(separator: "\n").dropFirst().map { $0.split(separator: "─ ")[1] }
    #expect(rows.map { String($0) } == shown + ["F"])
  }

  @Test func collapseAttributesCollapseRows() throws {
    let text = """
      <opml><head><expansionState/></head><body>
      <outline text='A' collapse='false'><outline text='B'/></outline>
      <outline text='C' collapse='True'><outline text='D'/></outline>
      <outline text='E'><outline text='F'/></outline></body></opml>
      """
    let run = try Tool.show(text, as: "a.opml", options: "--expand stored")
    #expect(run == "a.opml\n├── A\n│   └── B\n├── ▸ C\n└── E\n    └── F\n")
  }

  @Test func allRowsAreExpandedByDefault() throws {
    let run = try Tool.show(outline, as: "a.opml", options: "--expand stored")
    #expect(run.rows == "A(B(C) D(E)) F")
  }

  @Test(arguments: [
    ("ISO-8859-1", "\\351\\200", "é€"), ("windows-1252", "\\351\\200", "é€"),
    ("UTF-8", "\\303\\251\\342\\202\\254", "é€"), ("Shift_JIS", "\\351\\200", "\\xE9\\x80"),
    ("ISO-8859-15", "\\244", "\\xA4"),
  ])
  func declaredEncodingsAreDecoded(name: String, bytes: String, text: String) throws {
    let run = try Tool.shell(
      "printf '<?xml version=\"1.0\" encoding=\"\(name)\"?><opml><outline text=\"\(bytes)\"/></opml>' | "
        + "outline-tool")
    #expect(run.output == "standard input\n└── \(text)\n")
    #expect(run.messages.contains("invalid UTF-8") == text.contains("\\x"))
  }

  @Test func unpairedSurrogatesAreReplaced() throws {
    let units = Array("<outline text='A".utf16) + [0xD83D] + Array("B'/>".utf16)
    let directory = try TemporaryDirectory()
    try Data(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).write(
      to: directory.url("a.opml"))
    #expect(try Tool.shell("outline-tool a.opml", in: directory).rows == "A\u{FFFD}B")
  }

  @Test(arguments: [
    ("a", true), ("a.xml", true), ("a.OPML", true), ("a.txt", false), ("a.md", false),
  ])
  func contentsDetermineTheFormatOfUnnamedInputs(name: String, isOPML: Bool) throws {
    let text = "<?xml version='1.0'?>\n<!-- A -->\n<opml><outline text='B'/></opml>\n"
    #expect(try (Tool.show(text, as: name).rows == "B") == isOPML)
  }

  @Test func attributesEndWithTheFile() throws {
    let text = "<opml><body><outline text=\"a&amp;b\"/><outline text=x"
    let run = try Tool.show(text, as: "a.opml", options: "--attribute text")
    #expect(run.output == "a.opml\n├── a&b [text: a&b]\n└── x [text: x]\n")
  }

  @Test(arguments: [
    ("&lt;b&gt;A&lt;/b&gt; &amp;amp; B", "A & B"), ("A&lt;br/&gt;B", "A B"),
    ("&lt;time startYear=&quot;2024&quot;&gt;Mon&lt;/time&gt;, A", "Mon, A"),
    ("&lt;i&gt; A", "<i> A"), ("List&lt;Item&gt;&lt;/Item&gt;", "List<Item></Item>"),
    ("1 &lt; 2 &amp;amp; 3", "1 < 2 &amp; 3"),
  ])
  func textsWithHTMLAreShownByTheirText(value: String, text: String) throws {
    let run = try Tool.show("<opml><body><outline text=\"\(value)\"/></body></opml>", as: "a.opml")
    #expect(run == "a.opml\n└── \(text)\n")
  }

  @Test func linksInTextsAreAddresses() throws {
    let link = "&lt;a class='x' href=&quot;https://a/?b&amp;amp;c&quot;&gt;A&lt;/a&gt;"
    let text = "<opml><body><outline text=\"\(link)\"/><outline text='B' url='x'/></body></opml>"
    let run = try Tool.show(text, as: "a.opml", options: "--attribute url")
    #expect(run.output == "a.opml\n├── A [url: https://a/?b&c]\n└── B [url: x]\n")
  }

  @Test func collapsedAttributesCollapseRows() throws {
    let text = """
      <opml><body><outline text='A' collapsed='true'><outline text='B'/></outline>
      <outline text='C' collapsed='false'><outline text='D'/></outline></body></opml>
      """
    let run = try Tool.show(text, as: "a.opml", options: "--expand stored")
    #expect(run.rows == "▸ A C(D)")
  }

  @Test func completedRowsHaveAMark() throws {
    let text = """
      <opml><body><outline text='A' _complete='true'/><outline complete="true" text='B'/>
      <outline text='C' _status='checked'/><outline text='D' complete='false'/></body></opml>
      """
    #expect(try Tool.show(text, as: "a.opml").rows == "[x] A [x] B [x] C D")
  }
}
