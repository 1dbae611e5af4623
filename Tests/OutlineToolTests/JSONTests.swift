import Foundation
import Testing

@testable import outline_tool

@Suite("JSON")
struct JSONTests {
  /// Files in each of the ways to say what is below what, and the rows that they have.
  @Test(arguments: [
    ("nothing", "", ""),
    ("nested", #"{"name":"A","children":[{"name":"B","children":[{"name":"C"}]}]}"#, "A(B(C))"),
    ("children first", #"{"children":[{"children":[],"name":"B"}],"name":"A"}"#, "A(B)"),
    ("several roots", #"[{"name":"A","children":[{"name":"B"}]},{"name":"C"}]"#, "A(B) C"),
    ("leaves that are no objects", #"{"name":"A","children":["B",3,{"name":"C"}]}"#, "A(B 3 C)"),
    ("children twice", #"{"name":"A","items":[{"name":"B"}],"items":[{"name":"C"}]}"#, "A(B C)"),
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
    (
      "lsblk", #"{"blockdevices":[{"name":"A","children":[{"name":"B"}]},{"name":"C"}]}"#,
      "A(B) C"
    ),
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
      "records in an object", #"{"version":1,"all":[{"id":1,"name":"A"},{"id":2,"parent":1}]}"#,
      "A(2)"
    ),
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
    ("values on lines", "{\"a\":1}\r\n{\"a\":2}\r\n", "[0](a: 1) [1](a: 2)"),
    (
      "members", #"{"a":1,"b":["x",{"c":null}],"d":{},"e":[],"f":{"g":-1.50e+3}}"#,
      "a: 1 b([0]: x [1](c: null)) d: {} e: [] f(g: -1.50e+3)"
    ),
    ("a text", #""A""#, "A"),
    (
      "escapes", #"{"a\/b":"\"\\\b\f\n\r\t\u00e9\uD83D\uDE00"}"#,
      #"a/b: "\\u{8}\u{C}\n\r\té😀"#
    ),
    ("label with escapes", #"{"name":"A\u0042","children":[{"name":"C"}]}"#, "AB(C)"),
    (
      "ranks of labels", #"{"id":1,"text":"C","title":"B","name":"","children":[{"id":2}]}"#,
      "B(2)"
    ),
    (
      "no label", #"[{"children":[{"kind":"k","children":[{"a":1}]}]},{"name":"B"}]"#,
      "(untitled)(k((untitled))) B"
    ),
    ("capital letters", #"[{"Id":1,"Name":"A"},{"Id":2,"ParentID":1,"Name":"B"}]"#, "A(B)"),
  ])
  func rows(label: String, text: String, rows: String) throws {
    #expect(try Tool.show(text, as: "a.json").description(of: rows) == rows, "\(label)")
  }

  @Test(arguments: [
    ("--children kids --label t", #"{"x":[{"t":"A","kids":[{"t":"B"}]}]}"#, "A(B)"),
    ("--children b", #"{"name":"A","children":[{"name":"B"}],"b":{"C":{"d":1},"E":{}}}"#, "A(C E)"),
    ("--children b", #"{"name":"A","b":{"name":"B","b":{"name":"C"}}}"#, "A(B(C))"),
    ("--children sub", #"[{"id":1,"sub":[2]},{"id":2,"sub":[]}]"#, "1(2)"),
    ("--label note", #"[{"name":"A","children":[{"name":"B","note":"C"}]}]"#, "A(C)"),
    ("--id no --parent up", #"[{"no":1,"name":"A"},{"no":2,"up":1,"name":"B"}]"#, "A(B)"),
    ("--parent up", #"[{"id":1,"up":0,"parent":2},{"id":2,"up":1,"parent":0}]"#, "1(2)"),
  ])
  func optionsNameTheKeys(options: String, text: String, rows: String) throws {
    #expect(try Tool.show(text, as: "a.json", options: options).description(of: rows) == rows)
  }

  @Test func keyThatNoObjectHasIsTold() throws {
    let run = try Tool.show(#"{"a":1}"#, as: "a.json", options: "--children kids")
    let message = "outline-tool: a.json: no member or column is named 'kids'\n"
    #expect(run == Run(output: "a.json\n└── a: 1\n", messages: message, exitCode: 1))
  }

  @Test(arguments: [
    (#""collapsed":true"#, true), (#""folded":true"#, true), (#""expanded":false"#, true),
    (#""collapsed":false"#, false), (#""expanded":"true""#, false), (#""collapsed":1"#, false),
  ])
  func foldsAreKept(member: String, isCollapsed: Bool) throws {
    let nested = #"{"name":"A","children":[{"name":"B",\#(member),"children":[{"name":"C"}]}]}"#
    let flat = #"[{"id":"A","c":1},{"id":"B",\#(member),"parent":"A"},{"id":"C","parent":"B"}]"#
    for text in [nested, flat] {
      let run = try Tool.show(text, as: "a.json", options: "--expand stored")
      #expect(run.rows == (isCollapsed ? "A(▸ B)" : "A(B(C))"))
    }
  }

  /// Files that are not well-formed, the rows that they have all the same, and what is told.
  @Test(arguments: [
    (
      "loose commas", "[1,,2,]", "[0]: 1 [1]: 2",
      [
        ":1:4: a ',' with no value behind or before it; passed over",
        ":1:7: a ',' with no value behind or before it; passed over",
      ]
    ),
    ("missing comma", #"{"a":1 "b":2}"#, "a: 1 b: 2", [":1:8: a ',' is missing before this"]),
    (
      "missing comma between elements", "[1\n2]", "[0]: 1 [1]: 2",
      [
        ":2:1: a ',' is missing before this"
      ]
    ),
    ("missing colon", #"{"a" [1]}"#, "a([0]: 1)", [":1:6: a ':' is missing before this"]),
    (
      "loose colon", #"["a":1]"#, "[0]: a [1]: 1",
      [
        ":1:5: a ':' that follows no key; passed over", ":1:6: a ',' is missing before this",
      ]
    ),
    (
      "missing value", #"{"a":,"b"}"#, "a:  b: ",
      [
        ":1:6: a key without a value; taken for an empty one",
        ":1:10: a key without a value; taken for an empty one",
      ]
    ),
    (
      "missing key", #"{1,[2]}"#, "1 []([0]: 2)",
      [
        ":1:2: a member without a key; taken as it is",
        ":1:4: a member without a key; taken as it is",
      ]
    ),
    (
      "keys without quotes", "{a:1, b : 2}", "a: 1 b: 2",
      [
        ":1:2: a key without quotes; taken as it is", ":1:7: a key without quotes; taken as it is",
      ]
    ),
    (
      "words", "[NaN, yes no,01]", "[0]: NaN [1]: yes no [2]: 01",
      [
        ":1:2: neither a number nor 'true', 'false' or 'null'; taken as a text",
        ":1:7: neither a number nor 'true', 'false' or 'null'; taken as a text",
        ":1:14: neither a number nor 'true', 'false' or 'null'; taken as a text",
      ]
    ),
    (
      "comments", "// a\n[1, /* b\n */ 2] # c", "[0]: 1 [1]: 2",
      [
        ":1:1: a comment; passed over", ":2:5: a comment; passed over",
        ":3:8: a comment; passed over",
      ]
    ),
    (
      "repeated keys", #"{"a":1,"b":2,"a":3,"a":4}"#, "a: 1 b: 2 a: 3 a: 4",
      [
        ":1:18: a member whose key another has, too; both are kept",
        ":1:24: a member whose key another has, too; both are kept",
      ]
    ),
    (
      "bad escapes", #"["\q\u12G4\"#, #"[0]: \q\u12G4\"#,
      [
        #":1:3: a '\' that begins no escape; taken as it is"#,
        #":1:5: a '\' that begins no escape; taken as it is"#,
        #":1:11: a '\' that begins no escape; taken as it is"#,
        ":1:2: a text begins here and does not end",
        ":1:12: the file ends within an array or an object; ended with it",
      ]
    ),
    (
      "halves of characters", #"["\ud83dA","\ude00","\ud83d\ud83d\ude00"]"#,
      "[0]: \u{FFFD}A [1]: \u{FFFD} [2]: \u{FFFD}😀",
      [
        ":1:3: half of a character; U+FFFD stands for it",
        ":1:13: half of a character; U+FFFD stands for it",
        ":1:22: half of a character; U+FFFD stands for it",
      ]
    ),
    (
      "controls", "[\"A\tB\",\"C\nD\"]", "[0]: A\\tB [1]: C\\nD",
      [
        ":1:4: a control character within a text; taken as it is",
        ":1:10: a control character within a text; taken as it is",
      ]
    ),
    (
      "quotes in a text", #"["say "A" now"]"#, #"[0]: say "A" now"#,
      [
        ":1:7: a quote within a text; taken as it is",
        ":1:9: a quote within a text; taken as it is",
      ]
    ),
    (
      "missing quote", "{\"a\":\"A,\n\"b\":\"B\"}", "a: A b: B",
      [
        ":1:6: a text begins here and does not end"
      ]
    ),
    (
      "cut short", #"{"a":["x",{"b":"#, "a([0]: x [1](b: ))",
      [
        ":1:16: the file ends within an array or an object; ended with it",
        ":1:16: a key without a value; taken for an empty one",
      ]
    ),
    (
      "cut short in a text", #"{"a":"x"#, "a: x",
      [
        ":1:6: a text begins here and does not end",
        ":1:8: the file ends within an array or an object; ended with it",
      ]
    ),
    (
      "wrong bracket", #"[{"a":1],2]"#, "[0](a: 1)",
      [
        ":1:8: a bracket for what begins further out; what is within it ends here, too",
        ":1:9: something that is no part of a value; passed over",
      ]
    ),
    ("loose bracket", "[1}]", "[0]: 1", [":1:3: a bracket that ends nothing; passed over"]),
    (
      "junk before and behind", "var a = {\"b\":1}; c(2) \"d\"", "b: 1",
      [
        ":1:1: something that is no part of a value; passed over",
        ":1:16: something that is no part of a value; passed over",
      ]
    ),
    (
      "no JSON", "A", "",
      [
        ":1:1: something that is no part of a value; passed over",
        ": no rows: there are no values in it",
      ]
    ),
  ])
  func recovery(label: String, text: String, rows: String, messages: [String]) throws {
    let run = try Tool.show(text, as: "a.json")
    #expect(run.description(of: rows) == rows, "\(label)")
    let told = messages.map { "outline-tool: a.json\($0)\n" }
    #expect(run.messages == told.joined(), "\(label)")
    let isCut = messages.contains { $0.contains("does not end") || $0.contains("the file ends") }
    #expect(run.exitCode == (rows.isEmpty || isCut ? 1 : 0), "\(label)")
    let strict = try Tool.show(text, as: "a.json", options: "--strict")
    #expect(strict == Run(output: "", messages: told[0], exitCode: 2), "\(label)")
  }

  @Test(arguments: [
    (
      "missing parent", #"[{"id":1},{"id":2,"parent":1},{"id":3,"parent":9}]"#, "1(2) 3",
      ":1:48: the parent is not there; the row is shown at the root"
    ),
    (
      "circle", #"[{"id":1,"parent":3},{"id":2,"parent":1},{"id":3,"parent":2},{"id":4}]"#,
      "1(2(3)) 4", ":1:8: a row below itself; shown at the root"
    ),
    (
      "two with one identity", #"[{"id":1},{"id":1,"name":"A"},{"id":2,"parent":1}]"#, "1(2) A",
      ":1:17: another row has the same identity; parents are found by the first"
    ),
    (
      "missing child", #"[{"id":1,"children":[2,9]},{"id":2}]"#, "1(2)",
      ":1:24: the child is not there"
    ),
    (
      "two parents", #"[{"id":1,"children":[3]},{"id":2,"children":[3]},{"id":3}]"#, "1(3) 2",
      ":1:46: the child of several rows; shown below the first"
    ),
    (
      "circle of lists", #"[{"id":1,"children":[2]},{"id":2,"children":[1]}]"#, "1(2)",
      ":1:8: a row below itself; shown at the root"
    ),
  ])
  func rowsThatAreNotWhereTheySay(
    label: String, text: String, rows: String, message: String
  ) throws {
    let run = try Tool.show(text, as: "a.json")
    #expect(run.rows == rows, "\(label)")
    #expect(run.messages == "outline-tool: a.json\(message)\n", "\(label)")
    #expect(run.exitCode == 1, "\(label)")
  }

  @Test(arguments: [
    ("a", #"{"a":1}"#, true), ("a", "[\n {\"a\":1}]", true), ("a", #"{"a":1,}"#, true),
    ("a.txt", #"{"a":1}"#, false),
    ("a", "[x] A\n", false), ("a", "[A](b)\n", false), ("a", "{A}\n", false),
    ("a", "[1] A\n", false),
  ])
  func contentTellsWhereTheNameDoesNot(name: String, text: String, isJSON: Bool) throws {
    let rows = try Tool.show(text, as: name).rows
    #expect(rows.contains("a: 1") == isJSON)
    #expect(isJSON || rows == text.trimmingCharacters(in: .newlines))
  }

  @Test func startOfALargeFileTellsItsFormat() throws {
    let text = "[" + Array(repeating: #"{"a":[true,"b c"]}"#, count: 1000).joined(separator: ", ")
    for padding in 0..<20 {
      let run = try Tool.run("-L1", input: String(repeating: " ", count: padding) + text + "]")
      #expect(run.output.hasPrefix("standard input\n├── ▸ [0]\n"))
    }
  }

  @Test(arguments: [
    (String.Encoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8]),
    (.utf16BigEndian, [0xFE, 0xFF]), (.utf16LittleEndian, []), (.utf16BigEndian, []),
    (.utf8, [0xEF, 0xBB, 0xBF]),
  ])
  func encodings(encoding: String.Encoding, mark: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    let text = #"{"é":"👩"}"#.data(using: encoding) ?? Data()
    try (Data(mark) + text).write(to: directory.url("a"))
    #expect(try Tool.shell("outline-tool a", in: directory) == Run(output: "a\n└── é: 👩\n"))
  }

  @Test func attributesAreMembers() throws {
    let inner = #"{"name":"B","n":[1,{"size":2}],"size":"\u0033","x":""}"#
    let outer = #"{"name":"A","children":["# + inner + #","{\"size\":4}"],"size": 1.0}"#
    let run = try Tool.show(
      outer, as: "a.json", options: "--rows --attribute size --attribute n --attribute name")
    #expect(
      run.output == """
        0\texpanded\tA\t1.0\t\tA
        1\tleaf\tB\t3\t\tB
        1\tleaf\t{"size":4}\t\t\t

        """)
    #expect(run.messages == "outline-tool: --attribute: no row has 'n'\n" && run.exitCode == 1)
    let empty = try Tool.show(outer, as: "a.json", options: "--attribute x")
    #expect(empty.rows == #"A(B [x: ] {"size":4})"# && empty.exitCode == 0)
  }

  @Test(arguments: ["--attribute z", "--hyperlink always"])
  func attributesOfADeepChainAreFoundInLinearTime(options: String) throws {
    let count = 100_000
    let text =
      String(repeating: #"{"name":"A","children":["#, count: count) + #"{"name":"B","z":1}"#
      + String(repeating: "]}", count: count)
    let run = try Tool.show(text, as: "a.json", options: "--rows \(options)")
    #expect(run.output.utf8.count { $0 == UInt8(ascii: "\n") } == count + 1)
  }
}

extension Run {
  /// The rows, or everything about a run that does not have these.
  func description(of expected: String) -> String {
    rows == expected ? rows : rows + "\n" + description
  }
}
