import OutlineTestSupport
import Testing

@Suite("Hostile inputs of diff")
struct DiffHostileTests {
  /// Files that are damaged, deep or wide, or have cycles.
  private static let files: [String: String] = {
    let outline = "<outline text=\"a\">"
    let count = 100
    return [
      "empty": "", "zeros": "\0\u{1}\0A\0B", "one.txt": "A\n",
      "cycle.csv": "id,parent,name\n1,2,A\n2,1,B\n3,,C\n",
      "other-cycle.csv": "id,parent,name\n1,2,A\n2,3,B\n3,1,C\n1,1,D\n",
      "damaged.opml": "<opml><body>\(outline)<<<<outline</body>",
      "damaged.json": "[{\"id\":1,\"children\":[{\"id\":1,\"name\":\"",
      "deep.opml": "<opml>" + String(repeating: outline, count: count),
      "deeper.opml": "<opml>" + String(repeating: outline, count: count + 1),
      "duplicates.txt": String(repeating: "a\n\ta\n", count: count),
      "other-duplicates.txt": String(repeating: "a\n", count: count) + "\ta\nb\n",
      "reversed.txt": (0..<count).map { "\(count - $0)\n" }.joined(),
      "ascending.txt": (0..<count).map { "\($0)\n" }.joined(),
    ]
  }()

  @Test func hostileInputsNeverEndTheToolByASignal() throws {
    let names = Self.files.keys.sorted() + ["missing", "."]
    let directory = try TemporaryDirectory(Self.files)
    let options = ["-U2", "--rows", "--stat", "--json", "--no-moves", "--by id", "--ignore-order"]
    // A quick run compares each file with a few others.
    let interval = TestEffort.choose(quick: 4, full: 1, long: 1)
    var number = 0
    for old in names {
      for new in names {
        number += 1
        guard number.isMultiple(of: interval) else { continue }
        let option = options[number % options.count]
        let run = try Tool.shell("outline-tool diff \(option) \(old) \(new)", in: directory)
        #expect(0...2 ~= run.exitCode, "\(option) \(old) \(new)")
        let isTrouble = [old, new].contains { $0 == "missing" || $0 == "zeros" }
        #expect((run.exitCode == 2) == isTrouble, "\(option) \(old) \(new)")
        if old == new && !isTrouble { #expect(run.exitCode == 0, "\(option) \(old)") }
      }
    }
  }
}
