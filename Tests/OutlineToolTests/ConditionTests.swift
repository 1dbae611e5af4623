import Foundation
import Testing

@testable import outline_tool

@Suite("Conditions")
struct ConditionTests {
  private func rows(
    _ condition: String, in text: String, as name: String, options: String = ""
  ) throws -> String {
    try Tool.show(text, as: name, options: "\(options) --where '\(condition)'").rows
  }

  @Test func conditionsOfATableWithoutLinksAlsoChooseRowsForOtherFormats() throws {
    let table = "name,size\nfoo,1\nbar,2\n"
    for options in ["", "--to csv", "--to opml"] {
      let run = try Tool.show(table, as: "a.csv", options: "--where 'size>1' \(options)")
      #expect(run.output.contains("bar") && !run.output.contains("foo"))
      #expect(run.messages.isEmpty && run.exitCode == 0)
    }
  }

  @Test(arguments: ["and", "&&"])
  func conditionsAreNotJoinedByAnd(word: String) throws {
    let run = try Tool.show(
      "TODO A\n", as: "a.txt", options: "--where 'state=TODO \(word) tag:x'")
    #expect(run.exitCode == 2)
    #expect(run.messages.contains("'\(word)' at character 12 does not join conditions"))
    let text = try rows("name=\"salt \(word) x=1\"", in: "name\nsalt \(word) x=1\n", as: "a.csv")
    #expect(text == "salt \(word) x=1")
  }

  /// Regression: values took the words around them, and a second `not` was part of the name.
  @Test(arguments: [
    ("n=1 or", "no condition at character 7"), ("or n=1", "no condition at character 1"),
    ("n=1 or or n=2", "no condition at character 8"), ("not", "no condition at character 4"),
    ("n=1 and", "'and' at character 5 does not join conditions"),
    ("n=salt AND pepper", "'and' at character 8 does not join conditions"),
    ("(n=1)", "'(' at character 1 does not group conditions"),
    ("(n is missing)", "'(' at character 1 does not group conditions"),
    ("n=1 or not (m=2 or k=3)", "'(' at character 12 does not group conditions"),
    ("n=1 or 2", "no comparison at character 8; write NAME=VALUE"),
    ("n=1 or m is", "no comparison at character 8; write NAME=VALUE"),
    ("é=1 or m>", "no value at character 10"), ("n=1 or =2", "no name before character 8"),
    ("n=~x", "unknown comparison at character 2; write = != <"),
    ("n=<5", "unknown comparison at character 2; "),
    ("n=\"a or m=b", "unclosed quote at character 3"),
    ("n=1 or m=\"b\" c", "unclosed quote at character 10"),
    ("tag~ho*", "tags have no comparison '~' at character 4; write = != or :"),
    ("n<Monday", "neither a number nor a date at character 3; write 1500, "),
    ("n=1 or m >= é", "neither a number nor a date at character 13; write 1500, "),
  ])
  func uselessWordsAreErrors(condition: String, message: String) throws {
    let run = try Tool.run("--where", condition, "-", input: "A\n")
    #expect(run.exitCode == 2 && run.messages.contains("': \(message)"), "\(run)")
  }

  /// Regression: only attributes counted.
  @Test func tagsInTextsAreThere() throws {
    let text = "* a #x\n* b @[y]\n* c :z:\n* C# d@e @ #\n"
    #expect(try rows("tag is there", in: text, as: "a.org") == "a #x b @[y] c :z:")
    #expect(try rows("tag is missing", in: text, as: "a.org") == "C# d@e @ #")
  }

  @Test func datesOfOrgCanFollowTheComparison() throws {
    let text = "* a\nDEADLINE: <2026-03-01 Sun>\n* b\nDEADLINE: <2026-03-02 Mon>\n"
    for condition in ["DEADLINE<=<2026-03-01 Sun>", "DEADLINE=<2026-03-01 Sun>"] {
      #expect(try rows(condition, in: text, as: "a.org") == "a")
    }
    #expect(try rows("DEADLINE<<2026-03-02 Mon>", in: text, as: "a.org") == "a")
  }

  @Test func namesCanBeInParentheses() throws {
    let table = "id,parent,name,(kind)\n1,,A,x\n2,1,B,y\n"
    #expect(try rows("(kind)=x", in: table, as: "a.csv") == "A")
    #expect(try rows("(kind) is missing", in: table, as: "a.csv").isEmpty)
  }

  @Test(arguments: [
    "2026-13-01", "2026-02-30", "01/02/2026", "2026/3/1", "tomorow", "Todya", "+1x", "today+3q",
    "1k", "1.2.3", "-5 %", "Monday", "a-b-c", "x+1y",
  ])
  func invalidNumbersAndDatesAreErrors(value: String) throws {
    let run = try Tool.show("* A\n", as: "a.org", options: "--where 'DEADLINE<=\(value)'")
    #expect(run.exitCode == 2)
    #expect(run.messages.contains("neither a number nor a date at character 11"))
  }

  @Test(arguments: ["2026-13-01", "1.2.3", "toys", "monday"])
  func textsInQuotesAreCompared(text: String) throws {
    let options = "-q --where 'n<\"\(text)\"'"
    #expect(try Tool.show("* A\n", as: "a.org", options: options).exitCode == 1)
  }

  @Test(arguments: [
    ("a.org", "* A\nDEADLINE: <2026-03-01>\n", "DEADLIN is missing", "A", "DEADLIN", "DEADLINE"),
    (
      "a.opml", "<opml><body><outline text='A' url='x'/></body></opml>", "urk!=x", "A", "urk", "url"
    ),
    ("a.json", "[{\"name\":\"A\",\"size\":1,\"children\":[]}]", "siz!=1", "A", "siz", "size"),
    ("a.csv", "id,parent,name,kind\n1,,A,x\n2,1,B,y\n", "knd!=x", "A(B)", "knd", "kind"),
    ("a.md", "- A\n  key:: v\n", "kez is missing", "A", "kez", "key"),
    ("a.txt", "A\n", "stat is missing", "A", "stat", "state"),
  ])
  func attributesThatNoRowHasAreReported(
    name: String, text: String, condition: String, rows: String, attribute: String, nearest: String
  ) throws {
    let run = try Tool.show(text, as: name, options: "--where '\(condition)'")
    #expect(run.rows == rows)
    #expect(
      run.messages
        == "outline-tool: --where: no row has '\(attribute)'; did you mean '\(nearest)'?\n")
    #expect(run.exitCode == 0)
  }

  /// Regression: the messages said that no row has the attribute.
  @Test func attributesWithoutValuesAreMissingButKnown() throws {
    let text = "* A\n:PROPERTIES:\n:EMPTY:\n:ID: 1\n:END:\n* B\n"
    let run = try Tool.show(text, as: "a.org", options: "--where 'EMPTY is there'")
    #expect(run.messages == "outline-tool: --where: no row satisfies 'EMPTY is there'\n")
    let missing = try Tool.show(text, as: "a.org", options: "--where 'empty is missing'")
    #expect(missing.rows == "A B" && missing.messages == "")
    #expect(try Tool.show(text, as: "a.org", options: "--where EMPTY=").rows == "A")
    let copy = try Tool.show(text, as: "a.org", options: "--to org")
    #expect(copy.output == text && copy.messages == "")
  }

  @Test func conditionsKeepRowsAndTheirAncestors() throws {
    let text = "* A\n** TODO B\n*** C\n** DONE D\n* TODO E\n"
    #expect(try rows("state=TODO", in: text, as: "a.org") == "A(TODO B) TODO E")
    #expect(try rows("state!=TODO", in: text, as: "a.org") == "A(TODO B(C) DONE D)")
    #expect(
      try rows("state=TODO", in: text, as: "a.org", options: "--prune both")
        == "A(TODO B(C)) TODO E")
    #expect(
      try rows("state=todo", in: text, as: "a.org", options: "--ignore-case -P 'TODO B'")
        == "A(TODO B)")
    #expect(
      try rows("state=TODO", in: text, as: "a.org", options: "--where state=DONE").isEmpty)
  }

  @Test(arguments: [
    ("* NEXT A\n* TODO B\n* C\n#+TODO: NEXT(n) | OK(o@)\n", "a.org", "state=NEXT", "NEXT A"),
    ("- [ ] A\n- [x] B\n- 1. [ ] C\n- D\n", "a.md", "state=TODO", "[ ] A 1. [ ] C"),
    ("- LATER A\n\tid:: 1\n- DONE B\n", "a.md", "state=LATER", "LATER A"),
    ("TODO: A\nTODO\nDONE B\n", "a.txt", "state=TODO", "TODO: A"),
    ("- A\n- B @done(2026-01-01)\nC:\nD\n", "a.taskpaper", "state=TODO", "A"),
    ("- A\n- B @done(2026-01-01)\nC:\nD\n", "a.taskpaper", "state=DONE", "B @done(2026-01-01)"),
    ("[_] A\n[X] 60% B\n", "a.otl", "state=DONE", "[X] 60% B"),
    (
      "<opml><body><outline text='A' _complete='true'/><outline text='B' complete='false'/></body></opml>",
      "a.opml", "state=TODO", "B"
    ),
    ("id,name,done,parent\n1,A,true,\n2,B,false,1\n", "a.csv", "state=TODO", "A(B)"),
    ("[{\"name\":\"A\",\"state\":\"open\",\"children\":[]}]", "a.json", "state=open", "A"),
  ])
  func everyFormatHasStates(text: String, name: String, condition: String, rows: String) throws {
    #expect(try self.rows(condition, in: text, as: name) == rows)
  }

  /// Regression: only conditions knew the state of a task.
  @Test(arguments: [
    ("* TODO A\n* DONE B\n* C\n", "a.org", "DONE B TODO A C"),
    ("- [ ] A\n- C\n- [x] B\n", "a.md", "[x] B [ ] A C"),
    ("- A\n- B @done\nC:\n", "a.taskpaper", "B @done A C:"),
  ])
  func statesAreAttributes(text: String, name: String, rows: String) throws {
    #expect(try Tool.show(text, as: name, options: "--sort state").rows == rows)
    let run = try Tool.show(text, as: name, options: "--sort state --rows --attribute state")
    let states = run.output.split(separator: "\n").compactMap { $0.split(separator: "\t").last }
    #expect(
      states.prefix(2) == ["DONE", "TODO"] && states.count == 3 && states[2].hasPrefix("C")
        && run.messages == "")
  }

  /// Regression: only attributes named 'note' were notes.
  @Test(arguments: [
    ("# A\n\nb c\n\n# D\n", "a.md"), ("* A\nb c\n* D\n", "a.org"),
    ("<opml><body><outline text='A' _note='b c'/><outline text='D'/></body></opml>", "a.opml"),
    ("[{\"text\": \"A\", \"notes\": \"b c\"}, {\"text\": \"D\"}]", "a.json"),
  ])
  func notesSatisfyConditions(text: String, name: String) throws {
    let options = "--where 'note~*c' --rows --attribute note"
    let run = try Tool.show(text, as: name, options: options)
    #expect(run.fields == "0\tleaf\tA\tb c\n" && run.messages == "")
    #expect(try self.rows("note is missing", in: text, as: name) == "D")
  }

  /// Regression: the search of an item was taken for its tags.
  @Test func valuesOfTagsAreNoTags() throws {
    let text = "- A @search(not @done @x) @y\n- B @x\n- C (@x)\n- D @q(\\) @x\n"
    #expect(try rows("tag:x", in: text, as: "a.taskpaper") == "B @x C (@x) D @q(\\) @x")
    #expect(try rows("tag:y", in: text, as: "a.taskpaper") == "A @search(not @done @x) @y")
    #expect(try rows("tag:search", in: text, as: "a.taskpaper") == "A @search(not @done @x) @y")
    #expect(try rows("tag:due", in: "- A @due(x)-y\n- B\n", as: "a.taskpaper") == "A @due(x)-y")
  }

  @Test func tagsAreInheritedOnRequest() throws {
    let text = "* A :x:\n** B\n*** C\n* D\n** E :x:\n** F :y:\n"
    #expect(try rows("tag:x", in: text, as: "a.org") == "A :x: D(E :x:)")
    #expect(try rows("alltags:x", in: text, as: "a.org") == "A :x:(B(C)) D(E :x:)")
    #expect(try rows("not ALLTAGS:x", in: text, as: "a.org") == "D(F :y:)")
    #expect(try rows("tag:y or alltags:x", in: text, as: "a.org") == "A :x:(B(C)) D(E :x: F :y:)")
    let tags = "#+FILETAGS: :x:y:\n* A\n** B\n"
    #expect(try rows("alltags:y", in: tags, as: "a.org") == "A(B)")
    #expect(try rows("alltags is missing or tag:y", in: tags, as: "a.org") == "")
    let chain = (1...largeCount(25_000)).map { "\(String(repeating: "\t", count: min($0, 900)))a" }
    let tagged = "#x\n" + chain.joined(separator: "\n")
    #expect(try Tool.show(tagged, as: "a.txt", options: "-L1 --where alltags:x").rows == "▸ #x")
  }

  @Test func attributesOrderRows() throws {
    let text = """
      * A
      :PROPERTIES:
      :n: 10
      :END:
      * B
      * C
      :PROPERTIES:
      :n: 9
      :END:
      ** D
      * E
      :PROPERTIES:
      :n: <2026-03-01>
      :END:
      * F
      :PROPERTIES:
      :n: x
      :END:
      """
    func sorted(_ order: String) throws -> String {
      try Tool.show(text, as: "a.org", options: "--sort \(order)").rows
    }
    #expect(try sorted("n") == "C(D) A E F B")
    #expect(try sorted("-n") == "F E A C(D) B")
    #expect(try sorted("-text") == "F E C(D) B A")
    let run = try Tool.show(text, as: "a.org", options: "--sort m -L1")
    #expect(run.messages == "outline-tool: --sort: no row has 'm'\n" && run.exitCode == 1)
  }

  /// Regression: the rest of the condition was copied at each `or`.
  @Test func manyAlternativesAreReadInLinearTime() throws {
    let condition = Array(repeating: "a: b", count: largeCount(250_000)).joined(separator: " or ")
    #expect(try Condition(Bytes(condition.utf8)).alternatives.count == largeCount(250_000) - 1)
  }

  /// Regression: `today` and `+1w` were compared as text.
  @Test func daysCanBeRelative() throws {
    func date(_ days: Int) -> String {
      let format = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
      return Date(timeIntervalSinceNow: Double(days) * 86_400).formatted(format)
    }
    let text =
      [-40, -3, 0, 1, 6, 20].map { "* d\($0)\nDEADLINE: <\(date($0)) Mon +1w -3d>\n" }
      .joined() + "* none\n"
    for (condition, expected) in [
      ("DEADLINE<today", "d-40 d-3"), ("DEADLINE=today", "d0"), ("DEADLINE=tomorrow", "d1"),
      ("DEADLINE<=+1w", "d-40 d-3 d0 d1 d6"), ("DEADLINE>today+1w", "d20"),
      ("DEADLINE<-1m", "d-40"), ("DEADLINE>=yesterday", "d0 d1 d6 d20"), ("DEADLINE>+1y", ""),
    ] {
      #expect(try rows(condition, in: text, as: "a.org") == expected, "\(condition)")
    }
  }

  @Test(arguments: [
    ("url is missing", "N B C"), ("url is there", "N A"), ("not url is there", "N B C"),
    ("url~*news*", "N A"), ("url~/NEWS/", ""), ("url~/NEWS/i", "N A"), ("not url~*news*", "N B C"),
    ("text=A or text=C", "N A C"), ("text=A or url is missing", "N A B C"),
    ("not text=A", "N B C"), ("n='one or two' or text=C", "N B C"),
    ("not not text=A", "N A"), ("NOT Not not text=A", "N B C"), ("text=A OR text=C", "N A C"),
    ("text=A || text=C", "N A C"), ("url is not missing", "N A"), ("url Is Not There", "N B C"),
    ("not url is not missing", "N B C"), ("n=it's or text=B", "N B"),
    ("n=one is missing", ""), ("n!=one is missing", "N A B C"), ("url~=*|*news*", ""),
  ])
  func conditionsAreCombined(condition: String, expected: String) throws {
    let opml = """
      <opml version="2.0"><body><outline text="N"><outline text="A" url="https://news.example/"/>
      <outline text="B" n="one or two"/><outline text="C" url=""/></outline></body></opml>
      """
    let run = try Tool.shell(
      "outline-tool --where \"\(condition)\" --rows a.opml",
      in: TemporaryDirectory(["a.opml": opml]))
    let texts = run.output.split(separator: "\n").compactMap { $0.split(separator: "\t").last }
    let matches = texts.filter { $0 != "N" }
    #expect((texts.isEmpty ? "" : "N " + matches.joined(separator: " ")) == expected)
  }

  /// Regression: inputs without a matching row were printed as empty sections.
  @Test func inputsWithoutAMatchAreNotPrinted() throws {
    let directory = try TemporaryDirectory(["a.txt": "x\n", "b.txt": "y\n", "c.txt": "x\n"])
    let run = try Tool.shell("outline-tool --match x *.txt", in: directory)
    #expect(run == "a.txt\n└── x\n\nc.txt\n└── x\n")
    let rows = try Tool.shell("outline-tool --match y --rows *.txt", in: directory)
    #expect(rows.output.contains("b.txt") && !rows.output.contains("a.txt"))
    #expect(
      try Tool.shell("outline-tool --match y --json *.txt", in: directory).output.contains("a.txt"))
  }

  @Test func conditionsWithoutACommonRowAreReported() throws {
    let text = "* TODO A :home:\n* DONE B :work:\n"
    let all = "outline-tool: --where: no row satisfies all conditions"
    func messages(_ options: String) throws -> String {
      try Tool.show(text, as: "a.org", options: options).messages
    }
    #expect(try messages("--where state=TODO --where tag:work") == all + "\n")
    #expect(try messages("--where state=TODO -P '*B*'") == all + " and matches --match\n")
    #expect(try messages("--where state=TODO --where tag:home") == "")
    #expect(try messages("--where state=TODO --where tag:x").contains("satisfies 'tag:x'"))
    let directory = try TemporaryDirectory(["a.org": text])
    let run = try Tool.shell(
      "outline-tool diff --where state=TODO --where tag:work a.org a.org", in: directory)
    #expect(run == Run(output: "", messages: all + "\n", exitCode: 0))
  }

  @Test(arguments: [
    ("* A :home:\n* B :homes:\n", "a.org", "A :home:"),
    (
      "- A #home\n- #homes\n- b@home\n- c#home/garden @home.\n", "a.md",
      "A #home c#home/garden @home."
    ),
    ("- A #[[home]]\n- home\n", "a.md", "A #[[home]]"),
    ("A @home(x)\nB\n", "a.taskpaper", "A @home(x)"),
    (
      "<opml><body><outline text='A' category='/work/home,x'/><outline text='home'/></body></opml>",
      "a.opml", "A"
    ),
    (
      "[{\"name\":\"A\",\"tags\":[\"x\",\"home\"],\"children\":[{\"name\":\"B\"}]}]", "a.json", "A"
    ),
    (
      "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><A HREF='x' TAGS='x,home'>A</A><DT><A HREF='y'>B</A></DL>",
      "a.html", "A"
    ),
  ])
  func everyFormatHasTags(text: String, name: String, rows: String) throws {
    #expect(try self.rows("tag:home", in: text, as: name) == rows)
    #expect(try self.rows("tag=home", in: text, as: name) == rows)
  }

  @Test(arguments: [
    ("a=10", "2 3"), ("a==10", "2 3"), ("a!=10", "1 4 5 6"), ("a<10", "1"), ("a<=10", "1 2 3"),
    ("a > 9.5", "2 3"), ("a>=-1e3", "1 2 3"), ("a<2026-01-02", ""), ("a=x y", "4"),
    ("a:x", "4"), ("a:\"x y\"", "4"), ("a=\"\"", "5"), ("a=", "5"), ("a>'w'", "4"),
    ("b!=1", "1 2 3 4 5 6"),
  ])
  func numbersAndTextsAreCompared(condition: String, rows: String) throws {
    let values = ["9", "10", "10.0", "x y", "", nil]
    let known = try Condition(Bytes(condition.utf8))
    let kept = values.indices.filter { index in
      let value = known.name.elementsEqual("a".utf8) ? values[index] : nil
      return known.isSatisfied(by: value.map { Bytes($0.utf8) })
    }
    #expect(kept.map { "\($0 + 1)" }.joined(separator: " ") == rows)
  }

  @Test(arguments: [
    ("<2026-03-01 Sun 09:30>", "=", "2026-03-01", true),
    ("[2026-03-01 Sun]", "<", "2026-03-02", true),
    ("2026-03-01T23:30:00+01:00", "=", "2026-03-01T22:30Z", true),
    ("2026-03-01", "<", "2026-03-01T00:01", true),
    ("2026-11-30", "=", "2026-11", true), ("2026-11-30", "<=", "2026-11", true),
    ("2026-12-01", ">", "2026-11", true), ("<2026-02-28 Sat>", "<", "2026-03", true),
    ("2026-11-30", "=", "2026", true), ("2025-12-31T23:59Z", "<", "2026", true),
    ("2027-01-01", ">", "2026", true), ("2026-11-30", ">", "2026", false),
    ("2026", "=", "2026", true), ("2027", ">", "2026-11", false),
    ("2026-03-01T09:30:00Z", "<=", "2026-03-01", true),
    ("2026-03-01T09:30:00Z", ">", "2026-03-01", false),
    ("Sun, 01 Mar 2026 09:30:00 GMT", ">=", "2026-03-01", true),
    ("1 Mar 99 09:30 +0100", "=", "1999-03-01T08:30", true),
    ("2026-13-01", "<", "2027-01-01", false),
    ("2026-03-01x", "=", "2026-03-01", false),
    ("soon", "<", "2026-03-01", false),
    ("2024-02-29", "<", "2024-03-01", true),
  ])
  func datesAreCompared(value: String, sign: String, date: String, isSatisfied: Bool) throws {
    let condition = try Condition(Bytes("DEADLINE\(sign)\(date)".utf8))
    #expect(condition.isSatisfied(by: Bytes(value.utf8)) == isSatisfied)
  }

  /// Regression: sizes with units were compared as texts.
  @Test func sizesHaveUnits() throws {
    let list = "4.0K\t./a\n12M\t./b\n1023\t./c\n0\t./d\n1.5G\t./e\n"
    #expect(try Tool.run("--sort", "-size", input: list).rows == "e b a c d")
    #expect(try Tool.run("--where", "size>=1M", input: list).rows == "b e")
    #expect(try Tool.run("--where", "size=4096", input: list).rows == "a")
    let bytes = "0B\t./a\n512B\t./b\n4.0K\t./c\n"
    #expect(try Tool.run("--sort", "-size", input: bytes).rows == "c b a")
  }

  /// Regression: numbers of more than 15 digits were rounded before they were compared.
  @Test func longNumbersAreComparedExactly() throws {
    let text = #"[{"id":9007199254740993,"name":"A"},{"id":9007199254740992,"name":"B"}]"#
    #expect(try rows("id=9007199254740993", in: text, as: "a.json") == "A")
    #expect(try rows("id>9007199254740992", in: text, as: "a.json") == "A")
    #expect(try Tool.show(text, as: "a.json", options: "--sort id").rows == "B A")
  }

  @Test func datesConvertToDaysAndBack() {
    for day in stride(from: -719_000, to: 2_000_000, by: 37) {
      let date = CivilTime(secondsSince1970: Int64(day) * 86_400 + 86_399)
      let (year, month) = (Int(date.year), Int(date.month))
      #expect(CivilTime.day(year: year, month: month, day: Int(date.day)) == day)
    }
    #expect(CivilTime(secondsSince1970: 1_709_164_800).description == "2024-02-29T00:00:00Z")
    #expect(CivilTime(secondsSince1970: .min).description == "-292277022657-01-27T08:29:52Z")
    #expect(CivilTime(secondsSince1970: .max).description == "292277026596-12-04T15:30:07Z")
  }

  @Test func attributesOfAllKindsOfFilesAreCompared() throws {
    let org = "* A\nDEADLINE: <2026-03-01 Sun>\n* B\n:PROPERTIES:\n:Effort: 3\n:END:\n"
    #expect(try rows("DEADLINE<=2026-03-01", in: org, as: "a.org") == "A")
    #expect(try rows("effort>2", in: org, as: "a.org") == "B")
    let opml =
      "<opml><body><outline text='A' created='Sun, 01 Mar 2026 09:30:00 GMT'/></body></opml>"
    #expect(try rows("created>2026-02-28", in: opml, as: "a.opml") == "A")
    let json = "[{\"name\":\"A\",\"n\":5,\"children\":[{\"name\":\"B\",\"n\":7}]}]"
    #expect(try rows("n>5", in: json, as: "a.json") == "A(B)")
    let directory = try TemporaryDirectory(["top/a/b": "12345", "top/c": "1"])
    let run = try Tool.shell(
      "outline-tool --where 'size=5' --where 'modified>2026-01-01' top", in: directory)
    #expect(run.rows == "a(b)")
  }

  @Test(arguments: [
    (
      "state",
      "no comparison at character 1; write NAME=VALUE, such as state=TODO for tasks, "
        + "or tag:home for tags; a value with the word 'or' needs quotes"
    ),
    ("=TODO", "no name before character 1"),
    (" é =< 3", "unknown comparison at character 4; write = != < > <= >= : or ~"),
    ("é>", "no value at character 3"),
    ("tag:", "no value at character 5"),
    ("a=\"b", "unclosed quote at character 3"),
  ])
  func errorsInConditionsNameThePosition(condition: String, message: String) throws {
    let run = try Tool.run("--where", condition, "-")
    #expect(
      run == .failure("invalid condition '\(condition)': \(message)\nTry 'outline-tool --help'."))
  }

  @Test func conditionsWithoutRowsAreReported() throws {
    let run = try Tool.run("--where", "a=1", "--where", "a!=1", "-", input: "A\n")
    let messages = [
      "no row satisfies 'a=1'", "no row has 'a'",
    ].map { "outline-tool: --where: \($0)\n" }
    #expect(run == Run(output: "standard input\n", messages: messages.joined(), exitCode: 1))
    let other = try Tool.run("--where", "a!=1", "--prune", "both", "-", input: "A\n")
    #expect(other.messages == messages[1])
  }
}
