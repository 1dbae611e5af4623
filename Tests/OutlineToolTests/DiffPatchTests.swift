import Foundation
import OutlineTestSupport
import Testing

@Suite("JSON Patch of diff")
struct DiffPatchTests {
  @Test func thePatchMakesTheNewOutput() throws {
    try expectPatches("-U0", "--no-moves", "--by path", "--depth 2", as: "txt") { rows in
      text(of: rows)
    }
  }

  @Test func thePatchIsExactWithOptionsForRows() throws {
    try expectPatches(
      "--expand stored", "--expand stored --depth 3", "--expand 1", "--notes", "--attribute link",
      "-v", "--collapse a", "--match '[ab]'", "--at 1", "--expand none",
      "--notes --attribute link --attribute x -v --no-moves --expand stored", as: "json"
    ) { rows in
      json(of: rows)
    }
  }

  @Test func thePatchOfDirectoriesHasTheirAttributes() throws {
    let directory = try TemporaryDirectory([
      "1/a": "x", "1/sub/b": "", "1/sub/c": "xy", "1/.h": "", "2/a": "xyz", "2/sub/c": "xy",
      "2/new/b": "", "2/new/d/e": "x",
    ])
    for options in [
      "", "--attribute size", "--attribute size --attribute files -a", "--depth 1", "--contents",
    ] {
      try expectPatch(options, "1", "2", "1 --with 2", in: directory, "\(options)")
    }
    #expect(
      try Tool.shell("outline-tool diff --attribute size -U0 1 2", in: directory).output
        .contains("a (size: '1' -> '3')"))
  }

  /// Regression: the paths of moves in a deep outline took space and time by the square of its
  /// depth.
  @Test func longPatchesReplaceTheWholeOutput() throws {
    let rows = 0..<largeCount(25_000)
    func chain(_ rows: some Sequence<Int>) -> String {
      rows.enumerated().map { String(repeating: "\t", count: $0) + "row \($1)\n" }.joined()
    }
    let directory = try TemporaryDirectory(["a.txt": chain(rows), "b.txt": chain(rows.reversed())])
    let new = try Tool.shell("outline-tool --json b.txt", in: directory).output.dropLast()
    let patch = try Tool.shell("ulimit -t 100; outline-tool diff --json a.txt b.txt", in: directory)
    let operation = "[\n{\"op\":\"replace\",\"path\":\"\",\"value\":\(new)\n}\n]\n"
    #expect(patch.output == operation && patch.exitCode == 1)
  }

  /// Compares random files in two directories, and applies each patch.
  private func expectPatches(
    _ allOptions: String..., as ending: String, text: ([Row]) -> String
  ) throws {
    for round in 0..<TestEffort.choose(quick: 6, full: 25, long: 250) {
      var generator = SeededGenerator(seed: UInt64(round))
      let directory = try TemporaryDirectory()
      var files: [String: String] = [:]
      for name in ["x", "y"] {
        var rows = (0..<Int.random(in: 0...9, using: &generator)).map { _ in randomRow(&generator) }
        files["1/\(name).\(ending)"] = text(rows)
        for _ in 0..<Int.random(in: 0...4, using: &generator) { edit(&rows, &generator) }
        files["2/\(name).\(ending)"] = text(rows)
      }
      files[["1/z.", "2/z."][round % 2] + ending] = text([Row(level: 0, text: "a")])
      try directory.write(files)
      for options in allOptions {
        try expectPatch(
          options, "1/*", "2/*", "1/* --with 2/*", in: directory,
          "round \(round) \(options)\n\(files)")
      }
    }
  }

  /// Applies a patch, and expects the output for the new inputs.
  private func expectPatch(
    _ options: String, _ old: String, _ new: String, _ both: String,
    in directory: TemporaryDirectory, _ label: String
  ) throws {
    let patch = try Tool.shell("outline-tool diff --json \(options) \(both)", in: directory)
    let shown = options.replacing("--no-moves", with: "").replacing("--by path", with: "")
      .replacing("-U0", with: "").replacing("--contents", with: "")
    var document = try json(Tool.shell("outline-tool --json \(shown) \(old)", in: directory).output)
    let operations = try json(patch.output) as? [[String: Any]] ?? []
    for operation in operations { apply(operation, to: &document) }
    let expected = try json(Tool.shell("outline-tool --json \(shown) \(new)", in: directory).output)
    #expect(document as? NSArray == expected as? NSArray, "\(label)\n\(patch)")
    let isEqual =
      try Tool.shell("outline-tool diff -q \(options) \(both)", in: directory).exitCode == 0
    // The names of the inputs differ, but are no difference.
    let changes = operations.filter { ($0["path"] as? String)?.hasSuffix("/section") != true }
    #expect(changes.isEmpty == isEqual, "\(label)\n\(patch)")
  }

  @Test func patchTestsListChangesThatTheOutputOmits() throws {
    func mindMap(_ attributes: String) -> String {
      "<map version=\"1.0\"><node TEXT=\"A\" \(attributes)><node TEXT=\"B\"/></node></map>"
    }
    let directory = try TemporaryDirectory([
      "a.mm": mindMap("LINK=\"x\""), "b.mm": mindMap("LINK=\"y\" FOLDED=\"true\""),
    ])
    let run = try Tool.shell("outline-tool diff --json --attribute url a.mm b.mm", in: directory)
    #expect(
      run.output == """
        [
        {"op":"replace","path":"/0/section","value":"b.mm"},
        {"op":"test","path":"/0/children/0/text","value":"A","changes":["collapsed"]},
        {"op":"replace","path":"/0/children/0/attributes","value":{"url":"y"}}
        ]

        """)
    #expect(
      try Tool.shell("outline-tool diff --json --ignore-expansion a.mm b.mm", in: directory).output
        .contains(#""value":"A","changes":["attributes"]}"#))
    #expect(try Tool.shell("outline-tool diff --json a.mm a.mm", in: directory) == "[]\n")
  }

  /// Regression: a renamed row brought changes of its notes and its expansion.
  @Test func thePatchOmitsIgnoredChangesOfRenamedRows() throws {
    let directory = try TemporaryDirectory([
      "a.json": #"[{"text":"A","note":"x","children":[{"text":"B"}]}]"#,
      "b.json": #"[{"text":"C","note":"y","collapsed":true,"children":[{"text":"B"}]}]"#,
    ])
    #expect(
      try Tool.shell(
        "outline-tool diff --json --expand stored --notes --ignore-notes --ignore-expansion "
          + "a.json b.json", in: directory
      ).output == """
        [
        {"op":"replace","path":"/0/section","value":"b.json"},
        {"op":"replace","path":"/0/children/0/text","value":"C"}
        ]

        """)
  }
}

// MARK: - Random outlines

extension DiffPatchTests {
  private struct Row {
    var level: Int
    var text: String
    var isCollapsed = false
    var note = ""
    var link = ""
  }

  private func randomRow(_ generator: inout SeededGenerator) -> Row {
    func any(_ texts: String...) -> String { texts.randomElement(using: &generator) ?? "" }
    return Row(
      level: Int.random(in: 0...3, using: &generator), text: any("a", "b", "c", "d e"),
      isCollapsed: Int.random(in: 0..<4, using: &generator) == 0, note: any("", "", "n", "m\\nn"),
      link: any("", "", "x", "y"))
  }

  /// Removes, inserts or moves rows, or changes a level.
  private func edit(_ rows: inout [Row], _ generator: inout SeededGenerator) {
    guard let index = rows.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: rows.remove(at: index)
    case 1: rows.insert(randomRow(&generator), at: index)
    case 2:
      let range = index..<min(rows.count, index + Int.random(in: 1...3, using: &generator))
      let moved = rows[range]
      rows.removeSubrange(range)
      rows.insert(contentsOf: moved, at: Int.random(in: 0...rows.count, using: &generator))
    case 3: rows[index].level = Int.random(in: 0...3, using: &generator)
    case 4: rows[index].isCollapsed.toggle()
    case 5: rows[index].note += "o"
    default: rows[index].link += "z"
    }
  }

  private func text(of rows: [Row]) -> String {
    var last = -1
    return rows.map { row in
      last = min(row.level, last + 1)
      return String(repeating: "\t", count: last) + row.text + "\n"
    }.joined()
  }

  private func json(of rows: [Row]) -> String {
    var text = ""
    var open = 0
    for row in rows {
      let level = min(row.level, open)
      text += String(repeating: "]}", count: open - level)
      if !text.isEmpty && !text.hasSuffix("[") { text += "," }
      text += "{\"name\":\"\(row.text)\",\"collapsed\":\(row.isCollapsed),"
      if !row.note.isEmpty { text += "\"note\":\"\(row.note)\"," }
      if !row.link.isEmpty { text += "\"link\":\"\(row.link)\"," }
      text += "\"children\":["
      open = level + 1
    }
    return "[" + text + String(repeating: "]}", count: open) + "]"
  }
}

// MARK: - JSON Patch

extension DiffPatchTests {
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
    case "test": break
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
