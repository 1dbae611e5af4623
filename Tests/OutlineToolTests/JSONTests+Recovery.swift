import Testing

extension JSONTests {
  @Test func jsonThatBeginsWithACommentIsRecognized() throws {
    for comment in ["// a\n", "/* a\n */ ", "\n// a\n// b\n"] {
      let run = try Tool.run("--verbose", input: comment + #"{"name":"A","children":[]}"#)
      #expect(run.rows == "A" && run.messages.contains("read as json, by its contents"))
    }
    #expect(try Tool.run("--verbose", input: "// a\n").messages.contains("read as text"))
  }

  @Test(arguments: [
    (
      "loose commas", "[1,,2,]", "[0]: 1 [1]: 2",
      [":1:4: stray ','; ignored", ":1:7: stray ','; ignored"]
    ),
    ("missing comma", #"{"a":1 "b":2}"#, "a: 1 b: 2", [":1:8: missing ','"]),
    ("missing comma between elements", "[1\n2]", "[0]: 1 [1]: 2", [":2:1: missing ','"]),
    ("missing colon", #"{"a" [1]}"#, "a([0]: 1)", [":1:6: missing ':'"]),
    (
      "loose colon", #"["a":1]"#, "[0]: a [1]: 1",
      [":1:5: stray ':'; ignored", ":1:6: missing ','"]
    ),
    (
      "missing value", #"{"a":,"b"}"#, "a:  b: ",
      [":1:6: key without a value", ":1:10: key without a value"]
    ),
    (
      "missing key", #"{1,[2]}"#, "1 []([0]: 2)",
      [":1:2: member without a key", ":1:4: member without a key"]
    ),
    (
      "keys without quotes", "{a:1, b : 2}", "a: 1 b: 2",
      [":1:2: unquoted key", ":1:7: unquoted key"]
    ),
    (
      "words", "[NaN, yes no,01]", "[0]: NaN [1]: yes no [2]: 01",
      [
        ":1:2: invalid literal; read as a string",
        ":1:7: invalid literal; read as a string",
        ":1:14: invalid literal; read as a string",
      ]
    ),
    (
      "comments", "// a\n[1, /* b\n */ 2] # c", "[0]: 1 [1]: 2",
      [":1:1: comment in JSON; ignored"]
    ),
    (
      "repeated keys", #"{"a":1,"b":2,"a":3,"a":4}"#, "a: 1 b: 2 a: 3 a: 4",
      [
        ":1:18: duplicate key; both members are kept",
        ":1:24: duplicate key; both members are kept",
      ]
    ),
    (
      "children twice", #"{"name":"A","items":[{"name":"B"}],"items":[{"name":"C"}]}"#, "A(B C)",
      [":1:44: duplicate key; both members are kept"]
    ),
    (
      "bad escapes", #"["\q\u12G4\"#, #"[0]: \q\u12G4\"#,
      [
        #":1:3: invalid escape"#,
        #":1:5: invalid escape"#,
        #":1:11: invalid escape"#,
        ":1:2: unterminated string",
        ":1:12: unclosed array or object",
      ]
    ),
    (
      "halves of characters", #"["\ud83dA","\ude00","\ud83d\ud83d\ude00"]"#,
      "[0]: \u{FFFD}A [1]: \u{FFFD} [2]: \u{FFFD}😀",
      [
        ":1:3: unpaired surrogate; replaced by U+FFFD",
        ":1:13: unpaired surrogate; replaced by U+FFFD",
        ":1:22: unpaired surrogate; replaced by U+FFFD",
      ]
    ),
    (
      "controls", "[\"A\tB\",\"C\nD\"]", "[0]: A\\tB [1]: C\\nD",
      [
        ":1:4: unescaped control character in a string",
        ":1:10: unescaped control character in a string",
      ]
    ),
    (
      "quotes in a text", #"["say "A" now"]"#, #"[0]: say "A" now"#,
      [":1:7: unescaped quote in a string", ":1:9: unescaped quote in a string"]
    ),
    (
      "quotes in a key", #"[{"a":1},{"a"b":2},{"c":"long enough"}]"#,
      #"[0](a: 1) [1](a"b: 2) [2](c: long enough)"#,
      [":1:13: unescaped quote in a string"]
    ),
    ("missing quote", "{\"a\":\"A,\n\"b\":\"B\"}", "a: A b: B", [":1:6: unterminated string"]),
    (
      "cut short", #"{"a":["x",{"b":"#, "a([0]: x [1](b: ))",
      [":1:16: unclosed array or object", ":1:16: key without a value"]
    ),
    (
      "cut short in a text", #"{"a":"x"#, "a: x",
      [":1:6: unterminated string", ":1:8: unclosed array or object"]
    ),
    (
      "wrong bracket", #"[{"a":1],2]"#, "[0](a: 1)",
      [":1:8: missing closing bracket", ":1:9: text outside a value; ignored"]
    ),
    ("stray bracket", "[1}]", "[0]: 1", [":1:3: stray closing bracket; ignored"]),
    (
      "strayCharacters before and after", "var a = {\"b\":1}; c(2) \"d\"", "b: 1",
      [":1:1: text outside a value; ignored", ":1:16: text outside a value; ignored"]
    ),
    ("no JSON", "A", "", [":1:1: text outside a value; ignored", ": no rows: no values found"]),
  ])
  func damagedFilesAreReadAndReported(label: String, text: String, rows: String, messages: [String])
    throws
  {
    try expect(text, as: "a.json", toHaveRows: rows, messages: messages, label)
  }

  @Test(arguments: [
    (
      "missing parent", #"[{"id":1},{"id":2,"parent":1},{"id":3,"parent":9}]"#, "1(2) 3",
      ":1:48: unknown parent; shown as a root"
    ),
    (
      "cycle", #"[{"id":1,"parent":3},{"id":2,"parent":1},{"id":3,"parent":2},{"id":4}]"#,
      "1(2(3)) 4", ":1:8: cycle of parents; shown as a root"
    ),
    (
      "two with one identity", #"[{"id":1},{"id":1,"name":"A"},{"id":2,"parent":1}]"#, "1(2) A",
      ":1:17: duplicate identity; links refer to the first row"
    ),
    ("missing child", #"[{"id":1,"children":[2,9]},{"id":2}]"#, "1(2)", ":1:24: unknown child"),
    (
      "two parents", #"[{"id":1,"children":[3]},{"id":2,"children":[3]},{"id":3}]"#, "1(3) 2",
      ":1:46: child of several rows; shown below the first"
    ),
    (
      "cycle of lists", #"[{"id":1,"children":[2]},{"id":2,"children":[1]}]"#, "1(2)",
      ":1:8: cycle of parents; shown as a root"
    ),
  ])
  func inconsistentLinksAreReported(
    label: String, text: String, rows: String, message: String
  ) throws {
    try expect(text, as: "a.json", toHaveRows: rows, messages: [message], label)
  }
}
