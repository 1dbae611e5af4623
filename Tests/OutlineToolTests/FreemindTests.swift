import Foundation
import Testing

@testable import outline_tool

@Suite("Freemind")
struct FreemindTests {
  @Test(arguments: [
    ("nothing", "", "", [": no rows: no <node> elements found"]),
    (
      "nodes", "<node TEXT='A'><node TEXT='B'><node TEXT='C'/></node><node TEXT='D'/></node>",
      "A(B(C) D)", []
    ),
    ("localized text of Freeplane", "<node LOCALIZED_TEXT='A'/>", "A", []),
    ("several roots", "<node TEXT='A'/><node TEXT='B'/>", "A B", []),
    ("references", "<node TEXT='&#xe9;&amp;&quot;&#xa;B'/>", "é&\"\\nB", []),
    ("nothing to show", "<node ID='1'><node TEXT=''/></node>", "(untitled)((untitled))", []),
    (
      "rich text",
      """
      <node TEXT="A"><node ID="1"><richcontent TYPE="NODE"><html>
        <head><style type="text/css">p { margin: 0 }</style></head>
        <body>
          <p>
            <b>B</b>&amp;&nbsp;C
          </p>
          <p>D<!-- x --></p><script>x</script>
        </body>
      </html></richcontent><node TEXT="E"/></node></node>
      """, "A(B&\u{A0}C D(E))", []
    ),
    (
      "pictures",
      """
      <node><richcontent TYPE="NODE"><img src="a"/></richcontent></node>
      <node><richcontent TYPE="NODE"><img alt="A"/></richcontent></node>
      """, "(untitled) A", []
    ),
    (
      "rich text after nodes",
      "<node><node TEXT='B'/><richcontent TYPE='NODE'><p>A</p></richcontent></node>", "A(B)", []
    ),
    (
      "character data", "<node><richcontent TYPE='NODE'><![CDATA[A&<b]]></richcontent></node>",
      "A&<b", []
    ),
    (
      "text and rich text", "<node TEXT='A'><richcontent TYPE='NODE'>B</richcontent></node>", "A",
      []
    ),
    (
      "notes and details",
      """
      <node TEXT="A"><richcontent TYPE="NOTE"><p>x</p></richcontent>
      <richcontent TYPE="DETAILS" HIDDEN="true"><p>x</p></richcontent><richcontent TYPE="NODE"/>
      <node ID="1"><richcontent TYPE="NOTE"><p>x</p></richcontent></node></node>
      """, "A((untitled))", []
    ),
    (
      "styles and settings",
      """
      <attribute_registry><attribute_name NAME="x"/></attribute_registry>
      <node TEXT="A"><font SIZE="18"/><hook NAME="MapStyle"><properties x="y"/>
      <map_styles><stylenode LOCALIZED_TEXT="x"><stylenode TEXT="y"/><node TEXT="z"/>
      <richcontent TYPE="NODE">x</richcontent></stylenode></map_styles></hook><hook NAME="x"/>
      <edge COLOR="#808080"/><node TEXT="B"><icon BUILTIN="x"/><attribute NAME="x" VALUE="y"/>
      <arrowlink/><cloud/></node></node>
      """, "A(B)", []
    ),
    (
      "hook without an end", "<node TEXT='A'><hook><node TEXT='B'/></node><node TEXT='C'/>",
      "A(B) C", [":2:16: unterminated markup"]
    ),
    (
      "rich text without an end",
      """
      <node><richcontent TYPE='NODE'><p>A</p></node>
      <node><richcontent TYPE='NODE'>B</richcontent></node>
      """, "(untitled) B", [":2:7: unterminated markup"]
    ),
    ("missing end", "<node TEXT='A'><node TEXT='B'>", "A(B)", [":2:21: unclosed <node>"]),
    ("icon without an end", "<node TEXT='A'><icon></node>", "A", [":2:17: unclosed element"]),
    (
      "stray end tag", "<node TEXT='A'/></node><node TEXT='B'/>", "A B",
      [":2:19: end tag without a start tag; ignored"]
    ),
    ("stray ampersand", "<node TEXT='A & B'/>", "A & B", [":2:15: stray '&'; write '&amp;'"]),
  ])
  func nodesAreRows(label: String, text: String, rows: String, messages: [String]) throws {
    let text = "<map version='1.0.1'>\n\(text)\n</map>\n"
    try expect(text, as: "a.mm", toHaveRows: rows, messages: messages, label)
  }

  private let map = """
    <map version="freeplane 1.9.13">
    <!-- To view this file -->
    <node TEXT="A" FOLDED="false" ID="1"><node TEXT="B" FOLDED="true" LINK="x&amp;y"><node TEXT="C"/>
    </node><node TEXT="D"><node TEXT="E" FOLDED="true"/></node></node>
    </map>
    """

  @Test func foldedNodesAreCollapsed() throws {
    #expect(try Tool.show(map, as: "a.mm", options: "--expand stored").rows == "A(▸ B D(E))")
    #expect(try Tool.show(map, as: "a.mm").rows == "A(B(C) D(E))")
  }

  @Test func attributesOfNodesAreRead() throws {
    let run = try Tool.show(map, as: "a.mm", options: "-L2 --rows --attribute ID --attribute url")
    #expect(run.fields == "0\texpanded\tA\t1\t\n1\tcollapsed\tB\t\tx&y\n1\tcollapsed\tD\t\t\n")
  }

  /// Regression: elements after the first child and in comments were missing or wrong, and notes lost
  /// their line ends.
  @Test func elementsAreAttributesAndNotes() throws {
    let text = """
      <map version='1'><node TEXT='A' LINK='https://a'><icon BUILTIN='x'/><!-- <node> -->
      <attribute NAME='k' VALUE='v'/><node TEXT='B'><icon BUILTIN='z'/></node><icon BUILTIN='y'/>
      <richcontent TYPE='NOTE'><html><body><p>1 <b>2</b>
      3</p><p>4<br/>5</p></body></html></richcontent></node></map>
      """
    let run = try Tool.show(text, as: "a.mm", options: "--to csv")
    let table =
      "id,parent,name,url,icon,k,note\n1,,A,https://a,\"x,y\",v,\"1 2 3\n4\n5\"\n2,1,B,,z,,\n"
    #expect(run == Run(output: table))
    #expect(try Tool.show(text, as: "a.mm", options: "--where icon:y").rows == "A")
  }

  /// Regression: an attribute of the user joined the icons.
  @Test func anAttributeNamedIconIsNoIcon() throws {
    let text = """
      <map version='1'><node TEXT='A'><attribute NAME='icon' VALUE='x'/><icon BUILTIN='y'/>
      <icon BUILTIN='z'/></node></map>
      """
    let run = try Tool.show(text, as: "a.mm", options: "--to org")
    #expect(run.output.contains(":icon: x\n"), "\(run)")
    #expect(run.messages == "outline-tool: a.mm:1: org cannot hold attributes of 'A': 'icon'\n")
  }

  @Test(arguments: [("a", true), ("a.xml", true), ("a.MM", true), ("a.txt", false)])
  func contentsDetermineTheFormatOfUnnamedInputs(name: String, isMap: Bool) throws {
    let run = try Tool.show("<?xml version='1.0'?>\n" + map, as: name)
    #expect((run.rows == "A(B(C) D(E))") == isMap)
  }

  @Test func linksLeadToTheirAddresses() throws {
    let text = "<map version='1'><node TEXT='A' LINK='https://a'/></map>"
    let run = try Tool.show(text, as: "a.mm", options: "--hyperlink always")
    #expect(run.output == "a.mm\n└── \u{1B}]8;;https://a\u{1B}\\A\u{1B}]8;;\u{1B}\\\n")
  }
}
