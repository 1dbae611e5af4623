import Foundation
import OutlineTestSupport
import Testing

@Suite("Output of diff")
struct DiffOutputTests {
  private let old = "A\n\tB\n\tC\nD\n\tE one\nG\n\tX\n"
  private let new = "A\n\tC\nD\n\tE two\n\tX\n\t\tY\nG\n"

  @Test func rowsHaveTheirChangesAndNumbers() throws {
    let directory = try TemporaryDirectory(["a": old, "b": new, "c": "\u{1B}\n"])
    let run = try Tool.shell("outline-tool diff --rows a b", in: directory)
    #expect(
      run.output == """
        removed\t1.1\t\tB\t
        renamed\t2.1\t2.1\tE one\tE two
        moved\t3.1\t2.2\tX\tX
        inserted\t\t2.2.1\t\tY

        """)
    let header = "-\tsection\ta\t\n-\tsection\t\tb\n"
    let sections = try Tool.shell("outline-tool diff --rows a --with b c", in: directory)
    #expect(sections.output.hasPrefix(header + "moved\t1\t1\tA\tA\nremoved\t1.1\t\tB\t\n"))
    #expect(sections.output.hasSuffix("-\tsection\t\tc\ninserted\t\t1\t\t\\u{1B}\n"))
  }

  @Test func statisticsCountRows() throws {
    let directory = try TemporaryDirectory(["1/a": old, "2/a": new, "2/c": "C\n"])
    let run = try Tool.shell("outline-tool diff --stat 1/a 2/a", in: directory)
    #expect(run.output == "2/a: 1 inserted, 1 removed, 1 moved, 1 changed\n")
    let sections = try Tool.shell("outline-tool diff --stat 1/a --with 2/a 2/c", in: directory)
    #expect(sections.output.hasSuffix("in all: 2 inserted, 1 removed, 1 moved, 1 changed\n"))
  }

  @Test func rowsHaveColors() throws {
    let directory = try TemporaryDirectory(["a": "A\nB\n", "b": "A\nC\nD\n"])
    let run = try Tool.shell("outline-tool diff -U0 --color always a b", in: directory)
    let red = "\u{1B}[31m- \u{1B}[0m\u{1B}[2m├── \u{1B}[0m\u{1B}[31mB\u{1B}[0m\n"
    #expect(run.output.contains(red) && run.output.contains("\u{1B}[32mD\u{1B}[0m"))
  }

  @Test func thePatchMakesTheNewOutput() throws {
    for round in 0..<TestEffort.choose(quick: 8, full: 25, long: 250) {
      var generator = SeededGenerator(seed: UInt64(round))
      let directory = try TemporaryDirectory()
      var files: [String: String] = [:]
      for name in ["x", "y"] {
        var rows = (0..<Int.random(in: 0...9, using: &generator)).map { _ in randomRow(&generator) }
        files["1/\(name)"] = text(of: rows)
        for _ in 0..<Int.random(in: 0...4, using: &generator) { edit(&rows, &generator) }
        files["2/\(name)"] = text(of: rows)
      }
      files[["1/z", "2/z"][round % 2]] = "a\n\tb\n"
      try directory.write(files)
      for options in ["", "--no-moves", "--by path"] {
        let patch = try Tool.shell(
          "outline-tool diff --json \(options) 1/* --with 2/*", in: directory)
        var document = try json(Tool.shell("outline-tool --json 1/*", in: directory).output)
        for operation in try json(patch.output) as? [[String: Any]] ?? [] {
          apply(operation, to: &document)
        }
        let expected = try json(Tool.shell("outline-tool --json 2/*", in: directory).output)
        #expect(
          document as? NSArray == expected as? NSArray,
          "round \(round) \(options)\n\(patch)\n\(files)")
      }
    }
  }

  @Test func thePatchHasAttributesAndExpansion() throws {
    func mindMap(_ attributes: String) -> String {
      "<map version=\"1.0\"><node TEXT=\"A\" \(attributes)><node TEXT=\"B\"/></node></map>"
    }
    let directory = try TemporaryDirectory([
      "a.mm": mindMap("LINK=\"x\""), "b.mm": mindMap("LINK=\"y\" FOLDED=\"true\""),
    ])
    let run = try Tool.shell("outline-tool diff --json --attribute LINK a.mm b.mm", in: directory)
    #expect(
      run.output == """
        [
        {"op":"replace","path":"/0/section","value":"b.mm"},
        {"op":"add","path":"/0/children/0/collapsed","value":true},
        {"op":"add","path":"/0/children/0/attributes","value":{"LINK":"y"}}
        ]

        """)
    #expect(try Tool.shell("outline-tool diff --json a.mm a.mm", in: directory) == "[]\n")
  }
}

// MARK: - Random outlines

extension DiffOutputTests {
  private typealias Row = (level: Int, text: String)

  private func randomRow(_ generator: inout SeededGenerator) -> Row {
    (
      Int.random(in: 0...3, using: &generator),
      ["a", "b", "c", "d e"].randomElement(using: &generator) ?? ""
    )
  }

  /// Removes, inserts or moves rows, or changes a level.
  private func edit(_ rows: inout [Row], _ generator: inout SeededGenerator) {
    guard let index = rows.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: rows.remove(at: index)
    case 1: rows.insert(randomRow(&generator), at: index)
    case 2:
      let range = index..<min(rows.count, index + Int.random(in: 1...3, using: &generator))
      let moved = rows[range]
      rows.removeSubrange(range)
      rows.insert(contentsOf: moved, at: Int.random(in: 0...rows.count, using: &generator))
    default: rows[index].level = Int.random(in: 0...3, using: &generator)
    }
  }

  private func text(of rows: [Row]) -> String {
    var last = -1
    return rows.map { row in
      last = min(row.level, last + 1)
      return String(repeating: "\t", count: last) + row.text + "\n"
    }.joined()
  }
}

// MARK: - JSON Patch

extension DiffOutputTests {
  private func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  private func apply(_ operation: [String: Any], to document: inout Any) {
    func path(_ member: String) -> ArraySlice<String> {
      (operation[member] as? String ?? "").split(separator: "/").map(String.init)[...]
    }
    switch operation["op"] as? String {
    case "add": change(&document, at: path("path"), to: operation["value"], replacing: false)
    case "replace": change(&document, at: path("path"), to: operation["value"], replacing: true)
    case "remove": change(&document, at: path("path"), to: nil, replacing: true)
    default:
      #expect(!path("path").starts(with: path("from")), "a row cannot move into itself")
      let moved = change(&document, at: path("from"), to: nil, replacing: true)
      change(&document, at: path("path"), to: moved, replacing: false)
    }
  }

  /// Adds, replaces or removes a value, and returns the old one.
  @discardableResult
  private func change(
    _ document: inout Any, at path: ArraySlice<String>, to value: Any?, replacing: Bool
  ) -> Any? {
    guard let key = path.first else { return nil }
    let rest = path.dropFirst()
    if var array = document as? [Any], let index = Int(key) {
      defer { document = array }
      if !rest.isEmpty { return change(&array[index], at: rest, to: value, replacing: replacing) }
      let old = replacing ? array.remove(at: index) : nil
      if let value { array.insert(value, at: index) }
      return old
    }
    guard var object = document as? [String: Any] else { return nil }
    defer { document = object }
    if rest.isEmpty {
      defer { object[key] = value }
      return object[key]
    }
    var inner = object[key] ?? [Any]()
    defer { object[key] = inner }
    return change(&inner, at: rest, to: value, replacing: replacing)
  }
}
