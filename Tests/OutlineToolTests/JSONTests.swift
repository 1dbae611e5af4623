import Foundation
import Testing

@testable import outline_tool

@Suite("JSON")
struct JSONTests {
  @Test(arguments: [
    ("nothing", "", ""),
    ("nested", #"{"name":"A","children":[{"name":"B","children":[{"name":"C"}]}]}"#, "A(B(C))"),
    ("children first", #"{"children":[{"children":[],"name":"B"}],"name":"A"}"#, "A(B)"),
    ("several roots", #"[{"name":"A","children":[{"name":"B"}]},{"name":"C"}]"#, "A(B) C"),
    ("leaves that are not objects", #"{"name":"A","children":["B",3,{"name":"C"}]}"#, "A(B 3 C)"),
    (
      "other keys further in", #"{"title":"A","topics":[{"title":"B","items":[{"title":"C"}]}]}"#,
      "A(B(C))"
    ),
    (
      "unusual key", #"{"all":[{"text":"A","replies":[{"text":"B","replies":[{"text":"C"}]}]}]}"#,
      "A(B(C))"
    ),
    (
      "tree -J",
      """
      [{"type":"directory","name":".","contents":[{"type":"file","name":"B"},
      {"type":"directory","name":"C","contents":[{"type":"file","name":"D"}]}]},
      {"type":"report","directories":2,"files":2}]
      """, ".(B C(D))"
    ),
    (
      "npm ls --json",
      """
      {"name":"A","version":"1","dependencies":{"B":{"version":"2","dependencies":{
      "C":{"version":"3"}}},"D":{"version":"4","name":"d"}}}
      """, "A(B(C) D)"
    ),
    ("package.json", #"{"name":"A","dependencies":{"B":"^2"}}"#, "name: A dependencies(B: ^2)"),
    ("lsblk", #"{"blockdevices":[{"name":"A","children":[{"name":"B"}]},{"name":"C"}]}"#, "A(B) C"),
    ("findmnt", #"{"filesystems":[{"target":"/","children":[{"target":"/b"}]}]}"#, "/(/b)"),
    (
      "SourceKit", #"{"A.swift":{"key.offset":0,"key.substructure":[{"key.name":"B"}]}}"#,
      "A.swift(B)"
    ),
    (
      "LSP",
      """
      {"jsonrpc":"2.0","id":1,"result":[{"name":"A","kind":5,"range":{"start":{"line":1}},
      "children":[{"name":"B","kind":6,"range":{"start":{"line":2}}}]},{"name":"C","kind":5,
      "range":{"start":{"line":3}}}]}
      """, "A(B) C"
    ),
    (
      "DocC index",
      """
      {"includedArchiveIdentifiers":["x"],"interfaceLanguages":{"swift":[{"title":"A",
      "type":"groupMarker"},{"title":"B","children":[{"title":"C"}]}]},"schemaVersion":{"major":0}}
      """, "A B(C)"
    ),
    (
      "two languages",
      """
      {"interfaceLanguages":{"swift":[{"title":"A","children":[{"title":"B"}]}],
      "occ":[{"title":"C","children":[{"title":"D"}]}]}}
      """, "swift(A(B)) occ(C(D))"
    ),
    (
      "Roam", #"[{"title":"A","children":[{"string":"B","children":[{"string":"C"}]}]}]"#,
      "A(B(C))"
    ),
    (
      "parents", #"[{"id":3,"parent":1,"name":"C"},{"id":1,"name":"A"},{"id":2,"parent":1}]"#,
      "A(C 2)"
    ),
    (
      "roots in all spellings",
      """
      [{"id":1,"parentId":null},{"id":2,"parentId":0},{"id":3,"parentId":"-1"},
      {"id":4,"parentId":""},{"id":5,"parentId":"#"},{"id":6,"parentId":6},{"id":7,"parentId":"6"}]
      """, "1 2 3 4 5 6(7)"
    ),
    ("identity 0", #"[{"id":0,"name":"A"},{"id":1,"parent":0,"name":"B"}]"#, "A(B)"),
    (
      "parents by name", #"[{"name":"A"},{"name":"B","parent":"A"},{"name":"C","parent":"B"}]"#,
      "A(B(C))"
    ),
    (
      "records on lines", "{\"id\":1,\"name\":\"A\"}\n{\"id\":2,\"parent\":1,\"name\":\"B\"}\n",
      "A(B)"
    ),
    (
      "bosses", #"[{"id":1,"boss":null,"name":"A"},{"id":2,"boss":1},{"id":3,"boss":2}]"#,
      "A(2(3))"
    ),
    (
      "unknown boss", #"[{"id":1,"boss":5,"name":"A"},{"id":2,"boss":1,"name":"B"}]"#, "A B"
    ),
    ("records in an object", #"{"all":[{"id":1,"name":"A"},{"id":2,"parent":1}]}"#, "A(2)"),
    (
      "lists of children",
      """
      {"nodes":[{"id":"r","content":"A","children":["y","x"]},{"id":"x","content":"B"},
      {"id":"y","content":"C","children":["z"]},{"id":"z","content":"D"}]}
      """, "A(C(D) B)"
    ),
    (
      "trees on lines", "{\"name\":\"A\",\"children\":[{\"name\":\"B\"}]}\n{\"name\":\"C\"}\n",
      "A(B) C"
    ),
    // Regression: the members of records without children were rows.
    ("array of records", #"[{"x":1,"name":"A","t":["p"]},{"name":"B"}]"#, "A B"),
    (
      "array with large members", #"[{"name":"A","x":{"y":{"z":{"a":[1,2,3]}}}}]"#,
      "[0](name: A x(y(z(a([0]: 1 [1]: 2 [2]: 3)))))"
    ),
    (
      "values of all kinds on lines", "{\"a\":1}\r\n3\r\n \"x \\\" y\" \r\nnull\r\n[4]",
      "[0](a: 1) [1]: 3 [2]: x \" y [3]: null [4]([0]: 4)"
    ),
    ("values on lines", "{\"a\":1}\r\n{\"a\":2}\r\n", "[0](a: 1) [1](a: 2)"),
    (
      "members", #"{"a":1,"b":["x",{"c":null}],"d":{},"e":[],"f":{"g":-1.50e+3}}"#,
      "a: 1 b([0]: x [1](c: null)) d: {} e: [] f(g: -1.50e+3)"
    ),
    ("a text", #""A""#, "A"),
    ("escapes", #"{"a\/b":"\"\\\b\f\n\r\t\u00e9\uD83D\uDE00"}"#, #"a/b: "\\u{8}\u{C}\n\r\té😀"#),
    ("label with escapes", #"{"name":"A\u0042","children":[{"name":"C"}]}"#, "AB(C)"),
    (
      "ranks of labels", #"{"id":1,"text":"C","title":"B","name":"","children":[{"id":2}]}"#,
      "B(2)"
    ),
    // Regression: only the best of several lists was read.
    (
      "several lists of children",
      #"{"name":"A","children":[{"name":"B","items":[{"name":"C"}]}],"items":[{"name":"D"}]}"#,
      "A(B(C) D)"
    ),
    (
      "sections beside items",
      #"{"name":"A","sections":[{"name":"B","items":[{"name":"C"}]}],"items":[{"name":"D"}]}"#,
      "A(B(C) D)"
    ),
    (
      "an object for an only child",
      #"[{"name":"A","children":[{"name":"B","children":{"name":"C","children":{}}},{"name":"D"}]}]"#,
      "A(B(C) D)"
    ),
    (
      "children by name", #"{"name":"A","children":[{"name":"B","children":{"C":{"x":1}}}]}"#,
      "A(B(C))"
    ),
    ("capital letters", #"[{"Id":1,"Name":"A"},{"Id":2,"ParentID":1,"Name":"B"}]"#, "A(B)"),
  ])
  func valuesAreRows(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.json", toHaveRows: rows, label)
  }

  @Test(arguments: [
    ("--children kids --label t", #"{"x":[{"t":"A","kids":[{"t":"B"}]}]}"#, "A(B)"),
    ("--children b", #"{"name":"A","children":[{"name":"B"}],"b":{"C":{"d":1},"E":{}}}"#, "A(C E)"),
    ("--children b", #"{"name":"A","b":{"name":"B","b":{"name":"C"}}}"#, "A(B(C))"),
    ("--children sub", #"[{"id":1,"sub":[2]},{"id":2,"sub":[]}]"#, "1(2)"),
    ("--label note", #"[{"name":"A","children":[{"name":"B","note":"C"}]}]"#, "A(C)"),
    ("--label t", #"[{"t":"A","x":["b","c","d"]},{"t":"B","x":["b","c","d"]}]"#, "A B"),
    ("--id no --parent up", #"[{"no":1,"name":"A"},{"no":2,"up":1,"name":"B"}]"#, "A(B)"),
    ("--children items", #"{"a":1,"items":[{"name":"A"}]}"#, "A"),
    ("--parent up", #"{"a":1,"b":[{"id":1},{"id":2,"up":1}]}"#, "1(2)"),
    ("--parent up", #"[{"id":1,"up":0,"parent":2},{"id":2,"up":1,"parent":0}]"#, "1(2)"),
  ])
  func optionsNameTheKeys(options: String, text: String, rows: String) throws {
    #expect(try Tool.show(text, as: "a.json", options: options).description(of: rows) == rows)
  }

  /// Files with data around an outline: a few facts and data known from the format are hidden, and
  /// other data is shown.
  @Test(arguments: [
    (
      "as many other members as rows", #"{"a":1,"items":[{"name":"B"}]}"#,
      "a: 1 items([0](name: B))"
    ),
    ("member beside a tree", #"{"a":"b","t":{"name":"A","children":[{"name":"B"}]}}"#, "A(B)"),
    (
      "object beside a tree",
      #"{"t":[{"name":"A","children":[{"name":"B"}]},{"name":"C"}],"a":{"b":1}}"#,
      "t([0](name: A children([0](name: B))) [1](name: C)) a(b: 1)"
    ),
    (
      "list beside a tree",
      #"{"t":[{"name":"A","children":[{"name":"B"}]},{"name":"C"}],"l":[{"name":"D"}]}"#,
      "t(A(B) C) l(D)"
    ),
    ("member beside records", #"{"version":1,"all":[{"id":1},{"id":2,"parent":1}]}"#, "1(2)"),
    (
      "elements beside records", #"[[{"id":1},{"id":2,"parent":1}],[3]]"#,
      "[0]([0](id: 1) [1](id: 2 parent: 1)) [1]([0]: 3)"
    ),
    (
      "package with an object",
      #"{"name":"A","dependencies":{"B":"^2","C":{"version":"1"}}}"#,
      "name: A dependencies(B: ^2 C(version: 1))"
    ),
    (
      "package with a nested object",
      #"{"name":"A","dependencies":{"B":"^2"},"c":{"dependencies":{"D":{"version":"1"}}}}"#,
      "name: A dependencies(B: ^2) c(dependencies(D(version: 1)))"
    ),
    (
      "package with items", #"{"name":"A","dependencies":{"B":"^2"},"c":{"items":[{"name":"D"}]}}"#,
      "name: A dependencies(B: ^2) c(items([0](name: D)))"
    ),
    ("leaf", #"{"name":"A","children":[]}"#, "A"),
    ("leaves", #"[{"name":"A","children":[]},{"name":"B"}]"#, "A B"),
    ("leaf with more", #"{"name":"A","children":[],"b":{"c":1}}"#, "name: A children: [] b(c: 1)"),
    (
      "records with an error",
      #"{"all":[{"id":1,"parent":9},{"id":2,"parent":1},{"id":3,"parent":1}],"b":{"c":1}}"#,
      "all([0](id: 1 parent: 9) [1](id: 2 parent: 1) [2](id: 3 parent: 1)) b(c: 1)"
    ),
    ("npm without a name", #"{"version":"1","dependencies":{"A":{"version":"2"}}}"#, "A"),
    (
      "Dynalist",
      """
      {"_code":"Ok","_msg":"","file_id":"x","title":"A","version":1,"nodes":[{"id":"root",
      "content":"A","children":["b"]},{"id":"b","content":"B"}]}
      """, "A(B)"
    ),
    (
      "Chrome",
      """
      {"checksum":"1","roots":{"bookmark_bar":{"children":[{"name":"B"}],"name":"A"},
      "other":{"children":[],"name":"C"}},"version":1}
      """, "A(B) C"
    ),
    (
      "SourceKit without a file",
      #"{"key.length":9,"key.offset":0,"key.substructure":[{"key.name":"A"}]}"#, "A"
    ),
  ])
  func dataAroundRowsIsKept(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.json", toHaveRows: rows, label)
  }

  /// Regression: options for records were ignored without a message.
  @Test(arguments: [
    (#"[[{"name":"A"}],2]"#, "--label name"), (#"{"a":1}"#, "--id a"),
    (#"{"a":1}"#, "--children a"), (#"[{"id":1,"b":{"name":"A"}},{"id":2}]"#, "--label name"),
    (#"[{"name":"A","up":1,"children":[{"name":"B","up":2}]}]"#, "--parent up --id name"),
  ])
  func optionsWithoutEffectOnTheRowsAreReported(text: String, option: String) throws {
    let run = try Tool.show(text, as: "a.json", options: option)
    let name = option.prefix { $0 != " " }
    #expect(run.messages == "outline-tool: \(name): no effect on the rows of these files\n")
    #expect(try run.rows == Tool.show(text, as: "a.json").rows && run.exitCode == 1)
  }

  @Test func unknownKeysAreReported() throws {
    let run = try Tool.show(#"{"a":1}"#, as: "a.json", options: "--children kids")
    let message = "outline-tool: a.json: no member or column is named 'kids'; similar names: 'a'\n"
    #expect(run == Run(output: "a.json\n└── a: 1\n", messages: message, exitCode: 1))
  }

  @Test func pathsInsteadOfKeysAreReported() throws {
    let text = #"[{"id":1,"user":{"name":"A"}},{"id":2}]"#
    let run = try Tool.show(text, as: "a.json", options: "--label user.name")
    let message = """
      outline-tool: a.json: no member or column is named 'user.name'; similar names: 'user', \
      'name', 'id'; a name is not a path

      """
    #expect(run == Run(output: "a.json\n├── 1\n└── 2\n", messages: message, exitCode: 1))
    let dotted = #"[{"user":1,"user.name":"A"},{"user":2,"user.name":"B"}]"#
    #expect(try Tool.show(dotted, as: "a.json", options: "--label user.name").rows == "A B")
  }

  @Test func damagedObjectsAreRecognized() throws {
    let run = try Tool.run("-", input: "{\"a\":1 b:2}\n")
    #expect(run.rows == "a: 1 b: 2" && !run.messages.isEmpty)
  }

  @Test func rowsWithoutALabelAreUntitled() throws {
    let text = #"[{"children":[{"kind":"k","children":[{"a":1}]}]},{"name":"B"}]"#
    let run = try Tool.show(text, as: "a.json", options: "--strict")
    #expect(run.rows == "(untitled)(k((untitled))) B" && run.messages.isEmpty)
    let labeled = try Tool.show(text, as: "a.json", options: "--label a")
    #expect(labeled.rows == "(untitled)(k(1)) B" && labeled.messages.isEmpty)
  }

  @Test(arguments: [
    (#""collapsed":true"#, true), (#""folded":true"#, true), (#""expanded":false"#, true),
    (#""collapsed":false"#, false), (#""expanded":"true""#, false), (#""collapsed":1"#, false),
  ])
  func membersCollapseRows(member: String, isCollapsed: Bool) throws {
    let nested = #"{"name":"A","children":[{"name":"B",\#(member),"children":[{"name":"C"}]}]}"#
    let flat = #"[{"id":"A","c":1},{"id":"B",\#(member),"parent":"A"},{"id":"C","parent":"B"}]"#
    for text in [nested, flat] {
      let run = try Tool.show(text, as: "a.json", options: "--expand stored")
      #expect(run.rows == (isCollapsed ? "A(▸ B)" : "A(B(C))"))
    }
  }

  @Test(arguments: [
    ("a", #"{"a":1}"#, true), ("a", "[\n {\"a\":1}]", true), ("a", #"{"a":1,}"#, true),
    ("a.txt", #"{"a":1}"#, false),
    ("a", "[x] A\n", false), ("a", "[A](b)\n", false), ("a", "{A}\n", false),
    ("a", "[1] A\n", false),
  ])
  func contentsDetermineTheFormatOfUnnamedInputs(name: String, text: String, isJSON: Bool) throws {
    let rows = try Tool.show(text, as: name).rows
    #expect(rows.contains("a: 1") == isJSON)
    #expect(isJSON || rows == text.trimmingCharacters(in: .newlines))
  }

  @Test func startOfALargeFileDeterminesItsFormat() throws {
    let text = "[" + Array(repeating: #"{"a":[true,"b c"]}"#, count: 1000).joined(separator: ", ")
    for padding in 0..<20 {
      let run = try Tool.run("-L1", input: String(repeating: " ", count: padding) + text + "]")
      #expect(run.output.hasPrefix("standard input\n├── ▸ [0]\n"))
    }
  }

  @Test func attributesAreMembers() throws {
    let inner = #"{"name":"B","n":[1,{"a":"]"} ] ,"size":"\u0033","x":""}"#
    let outer = #"{"name":"A","children":["# + inner + #","{\"size\":4}"],"size": 1.0}"#
    let run = try Tool.show(
      outer, as: "a.json", options: "--rows --attribute size --attribute n --attribute children")
    #expect(
      run.fields == """
        0\texpanded\tA\t1.0\t\t
        1\tleaf\tB\t3\t[1,{"a":"]"} ]\t
        1\tleaf\t{"size":4}\t\t\t

        """)
    // A member with rows is not an attribute.
    let message = "outline-tool: --attribute: no row has 'children'\n"
    #expect(run.messages == message && run.exitCode == 1)
    let empty = try Tool.show(outer, as: "a.json", options: "--attribute x")
    #expect(empty.rows == #"A(B [x: ] {"size":4})"# && empty.exitCode == 0)
  }

  @Test(arguments: ["--attribute z", "--attribute children", "--hyperlink always"])
  func attributesOfADeepChainAreFoundInLinearTime(options: String) throws {
    let count = largeCount(100_000)
    let text =
      String(repeating: #"{"name":"A","children":["#, count: count) + #"{"name":"B","z":1}"#
      + String(repeating: "]}", count: count)
    let run = try Tool.show(text, as: "a.json", options: "--rows \(options)")
    #expect(run.output.utf8.count { $0 == UInt8(ascii: "\n") } == count + 1)
  }
}
