import Foundation
import Testing

@testable import outline_tool

extension JSONTests {
  @Test(
    arguments: [
      "[", "{", #"{"a":"#, #"{"name":"#, #"{"children":["#, #"{"a":1,"children":[{"#, "]", "}",
      "[]",
      "[[],", "\"", "\"\n", "\\\"\n", #""a"b"#, "a ", "a\n", ",", ":", "/*", "//", "#", #""\"#,
      #""\ud800"#, #"{"a":{},"b":"#, #"{"a":1,"a":"#, "\"a\n\\\"", "x\\\"\n", "{\"a\":\"\n", "1,",
      "\" \" ", #"{"id":1,"parent":1},"#, #"{"id":1,"children":[1]},"#,
    ])
  func repeatedPiecesAreRead(piece: String) throws {
    let text = String(repeating: piece, count: largeCount(5_000))
    #expect(try Tool.show(text, as: "a.json", options: "-L1").exitCode < 2)
    #expect(try Tool.show("[" + text, as: "a.json", options: "-L1").exitCode < 2)
  }

  @Test func aMillionLevels() throws {
    let text =
      String(repeating: "[", count: largeCount(1_000_000))
      + String(repeating: "]", count: largeCount(1_000_000))
    let run = try Tool.show(text, as: "a.json", options: "-L2")
    #expect(run == Run(output: "a.json\n└── [0]\n    └── ▸ [0]\n"))
  }

  @Test func aMillionLevelsOfChildren() throws {
    let start = String(repeating: #"{"name":"A","children":["#, count: largeCount(1_000_000))
    let run = try Tool.show(
      start + String(repeating: "]}", count: largeCount(1_000_000)), as: "a.json", options: "-L2")
    #expect(run == Run(output: "a.json\n└── A\n    └── ▸ A\n"))
  }

  @Test func aMillionWrappers() throws {
    let start = String(repeating: #"{"a":"#, count: largeCount(1_000_000))
    let tree = #"{"name":"A","children":[{"name":"B"}]}"#
    let run = try Tool.show(
      start + tree + String(repeating: "}", count: largeCount(1_000_000)), as: "a.json",
      options: "-L2")
    #expect(run.messages.isEmpty)
  }

  @Test func halfAMillionKeys() throws {
    let count = largeCount(500_000)
    let members = (0..<count).map { "\"\($0)\":0" }
    let run = try Tool.show("{\(members.joined(separator: ","))}", as: "a.json")
    #expect(run.output.split(separator: "\n").count == count + 1)
    #expect(run.messages.isEmpty)
  }

  @Test(
    arguments: [
      #"{"name":"A","children":[{"name":"\u00e9","id":1,"collapsed":true,"items":[{"b":[]}]}]}"#,
      #"[{"id":1,"name":"A"},{"id":"x","parent":1,"t":null},{"id":3,"parent":"x"}]"#,
      #"{"nodes":[{"id":1,"children":[2,3]},{"id":2,"children":[]},{"id":3,"title":"\ud800"}]}"#,
      "{\"dependencies\":{\"a\":{\"dependencies\":{\"b\":{}}},\"c\":1}}\n[{\"a\":-1.5e3},true]\n",
    ])
  func damagedFilesGiveOutlines(text: String) {
    var options = ReaderOptions()
    options.attributeNames = [Bytes("name".utf8)]
    Hostile.damage(text) { bytes in
      JSONReader.read(bytes, name: [], options: options)
    }
  }

  @Test func keylessMemberAmongWrappersIsRead() throws {
    let run = try Tool.show(
      """
      {"a":{"b":[{"name":"A","children":[{"name":"C"}]}]},[{"name":"B","children":[{"name":"D"}]}]}
      """, as: "a.json")
    #expect(run.rows == "a(A(C)) B(D)")
  }

  @Test func arrayAmongRecordsIsRead() throws {
    let run = try Tool.show(#"[{"id":1},[],{"id":2,"parent":1},{"id":3}]"#, as: "a.json")
    #expect(run.rows == "1(2) [] 3")
  }

  /// Compares the number of nodes with that of Python.
  @Test(
    .enabled(if: Corpus.isThere && Tool.hasPython, "needs OUTLINE_CORPUS and python3"),
    arguments: [
      ("d3-hierarchy--flare.json", "count(data, 'children')"),
      ("d3-hierarchy--flare-pack.json", "count(data, 'children')"),
      ("vega-datasets--flare.json", "len(data)"),
      ("SourceKitten--Bicycle.json", "count(data['Bicycle.swift'], 'key.substructure')"),
      (
        "swift-docc--TestBundle-RenderIndex.json",
        "sum(count(node, 'children') for node in data['interfaceLanguages']['swift'])"
      ),
    ])
  func realFiles(name: String, expression: String) throws {
    let path = try #require(try Corpus.files(in: "json")[name])
    let script = """
      import json
      def count(node, key): return 1 + sum(count(child, key) for child in node.get(key, []))
      data = json.load(open('\(path)'))
      print(\(expression))
      """
    let count = try #require(try Tool.python(script))
    let run = try Tool.run(path)
    #expect(run.output.split(separator: "\n").count == count + 1)
    #expect(run.messages.isEmpty)
  }
}

extension Tool {
  static var hasPython: Bool {
    ["/usr/bin/python3", "/usr/local/bin/python3"].contains { systemHas($0) }
  }

  /// Returns the number that a Python script prints.
  static func python(_ script: String) throws -> Int? {
    let directory = try TemporaryDirectory(["a.py": script])
    let run = try shell("python3 a.py", in: directory)
    return Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
