import Foundation
import Testing

@testable import outline_tool

@Suite("Bookmarks")
struct BookmarkTests {
  private static let type = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n"

  @Test(arguments: [
    ("no bookmarks", "<DL><p></DL>", "", [": no rows: no bookmarks found"]),
    (
      "folders and links",
      """
      <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
      <TITLE>T</TITLE><H1>H</H1>
      <DL><p>
        <DT><H3 ADD_DATE="1">A</H3>
        <DL><p>
          <DT><A HREF="b">B</A>
          <DT><H3>C</H3>
          <DL><p>
          </DL><p>
        </DL><p>
        <HR>
        <DT><A HREF="d">D</A>
      </DL><p>
      """, "A(B C) D", []
    ),
    ("no outer list", "<DT><H3>A</H3><DL><DT><A>B</A></DL><DT><A>C</A>", "A(B) C", []),
    ("small letters", "<dl><dt><h3 folded>A</h3><dl><dt><a href=b>B</a></dl></dl>", "A(B)", []),
    ("ended items", "<dl><dt><h3>A</h3></dt><dd><dl><dt><a>B</a></dt></dl></dd></dl>", "A(B)", []),
    ("folder without a list", "<DL><DT><H3>A</H3><DT><A>B</A><DL><A>C</A></DL></DL>", "A B C", []),
    (
      "notes",
      "<DL><DT><A>A</A><DD>x <a href='y'>y</a> <b>z</b>\n<DT><H3>B</H3><DD>x<DL><A>C</A></DL></DL>",
      "A B(C)", []
    ),
    (
      "no titles", "<DT><A HREF='a&amp;b'></A><DT><H3> </H3><DT><A></A>",
      "a&b (untitled) (untitled)", []
    ),
    ("blanks", "<A>\n A  B\tC\r\nD </A><A> E </A>", "A B C D E", []),
    ("elements in a title", "<A>A <b>B</b>C<br>D<!-- x --><img src='x'></A>", "A BC D", []),
    ("entities", "<A>&lt;&nbsp;&hellip;&#65;&AMP;&copy &eacute;</A>", "<\u{A0}…A&AMP;&copy é", []),
    ("stray ampersands", "<A HREF='?a=b&c=d'>A & B</A>", "A & B", []),
    ("stray less-than", "<A>A < B</A>", "A < B", [":2:6: stray '<'; write '&lt;'"]),
    (
      "missing end of a list", "<DL>\n<DT><H3>A</H3><DL><DT><A>B</A></DL>", "A(B)",
      [":3:15: unclosed <DL>"]
    ),
    (
      "missing ends of titles", "<DT><A>A\n<DT><H3>B<DL><DT><A>C</A></DL><A>D", "A B(C) D",
      [":2:5: unterminated markup", ":3:5: unterminated markup", ":3:31: unterminated markup"]
    ),
    (
      "stray end tag", "<A>A</A></DL><A>B</A>", "A B",
      [":2:11: end tag without a start tag; ignored"]
    ),
    ("missing quote", "<A HREF='x>A</A>", "A", [":2:9: unterminated markup"]),
  ])
  func foldersAndLinksAreRows(label: String, text: String, rows: String, messages: [String]) throws
  {
    try expect(Self.type + text, as: "a.html", toHaveRows: rows, messages: messages, label)
  }

  @Test func foldedFoldersAreCollapsed() throws {
    let text =
      "<H3 FOLDED>A</H3><DL><A>B</A></DL><H3>C</H3><DL><A>D</A><H3 folded=''>E</H3><DL>"
      + "<A>F</A></DL></DL>"
    let run = try Tool.show(Self.type + text, as: "a.htm", options: "--expand stored")
    #expect(run.rows == "▸ A C(D ▸ E)")
    #expect(try Tool.show(Self.type + text, as: "a.htm").rows == "A(B) C(D E(F))")
  }

  @Test func attributesAreReadByNameInAnyCase() throws {
    let text = "<H3 ADD_DATE=1>A</H3><DL><A HREF='b?c&amp;d&e' TAGS=\"f\">B</A></DL>"
    let options = "--rows --attribute HREF --attribute add_date"
    let run = try Tool.show(Self.type + text, as: "a.html", options: options)
    #expect(run.fields == "0\texpanded\tA\t\t1\n1\tleaf\tB\tb?c&d&e\t\n")
  }

  @Test(arguments: [
    ("a", type, true), ("a.html", type, true), ("a.htm", "\n" + type.lowercased(), true),
    ("a.html", "<!DOCTYPE html>\n", false), ("a.txt", type, false),
  ])
  func contentsDetermineTheFormat(name: String, start: String, areBookmarks: Bool) throws {
    let run = try Tool.show(start + "<DL><DT><A HREF='a'>A</A></DL>\n", as: name)
    #expect((run.rows == "A") == areBookmarks)
  }

  @Test func linksLeadToTheirAddresses() throws {
    let text = "<DL><DT><A HREF='https://a?b&amp;c'>A</A><DT><A HREF='javascript:b'>B</A></DL>"
    let run = try Tool.show(Self.type + text, as: "a.html", options: "--hyperlink always")
    let link = "\u{1B}]8;;https://a?b&c\u{1B}\\A\u{1B}]8;;\u{1B}\\"
    #expect(run.output == "a.html\n├── \(link)\n└── B\n")
  }

  @Test func exportsOfGoogleHaveNoDocumentType() throws {
    let text =
      "<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n<DT><A HREF='a'>A</A>\n</DL>\n"
    #expect(try Tool.run(input: text).rows == "A")
  }
}
