import Testing

extension JSONTests {
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
      "quotes in a key", #"[{"a":1},{"a"b":2},{"c":"long enough"}]"#,
      #"[0](a: 1) [1](a"b: 2) [2](c: long enough)"#,
      [
        ":1:13: a quote within a text; taken as it is"
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
      "strayCharacters before and behind", "var a = {\"b\":1}; c(2) \"d\"", "b: 1",
      [
        ":1:1: something that is no part of a value; passed over",
        ":1:16: something that is no part of a value; passed over",
      ]
    ),
    (
      "no JSON", "A", "",
      [
        ":1:1: something that is no part of a value; passed over",
        ": no rows: no values found",
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
}
