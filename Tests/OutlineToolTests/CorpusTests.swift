import Foundation
import Testing

/// Real files outside the package, whose rows a Python script counts.
///
/// They are in the folder of `OUTLINE_CORPUS`.
@Suite("Real files")
struct CorpusTests {
  private static let root = ProcessInfo.processInfo.environment["OUTLINE_CORPUS"].map {
    URL(fileURLWithPath: $0)
  }

  static let isThere = root.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
  static let hasPython = ["/usr/bin/python3", "/usr/local/bin/python3"].contains(
    where: Tool.systemHas)

  /// Functions and variables for the counting expressions.
  private static let script = #"""
    import csv, json, re, sys
    text = open(sys.argv[1], encoding='utf-8', errors='replace').read()

    def matches(pattern, text=text):
        return len(re.findall('(?m)' + pattern, text))

    def nodes(key, node=None):
        node = json.loads(text) if node is None else node
        return 1 + sum(nodes(key, child) for child in node.get(key, []))

    def lines(pattern):
        count, fence = 0, False
        for line in text.split('\n'):
            count += not fence and bool(re.match(pattern, line.rstrip()))
            if re.match(r'\s*(- )?```', line) and line.count('```') == 1: fence = not fence
        return count

    def items(headline):
        part = r'(?ims)^ *%s *$((?!^\*+ ).)*?^ *%s *$'
        rest = re.sub(part % (r'#\+begin_(\w+)[^\n]*', r'#\+end_\1'), '', text)
        rest = re.sub(part % (r':\w+:', ':end:'), '', rest)
        return matches(r'^(?: *(?:[-+]|\d+[.)])| +\*|%s)(?= |$)' % headline, rest)

    def paths():
        rows = [row['id'].split('.') for row in csv.DictReader(text.splitlines())]
        return len({tuple(row[:end + 1]) for row in rows for end in range(len(row))})

    print(eval(sys.argv[2]))
    """#

  /// The files of a folder with a name, or all of them, and the expression that counts their rows.
  @Test(
    .enabled(if: isThere && hasPython, "needs OUTLINE_CORPUS and python3"),
    arguments: [
      ("bookmarks", "", "", "matches('<DT><[AH]')"),
      ("csv", "d3-hierarchy--flare.csv", "", "paths()"),
      ("json", "d3-hierarchy--flare.json", "", "nodes('children')"),
      ("json", "d3-hierarchy--flare-pack.json", "", "nodes('children')"),
      ("json", "vega-datasets--flare.json", "", "len(json.loads(text))"),
      (
        "json", "SourceKitten--Bicycle.json", "",
        "nodes('key.substructure', json.loads(text)['Bicycle.swift'])"
      ),
      (
        "json", "swift-docc--TestBundle-RenderIndex.json", "",
        "nodes('children', dict(children=json.loads(text)['interfaceLanguages']['swift'])) - 1"
      ),
      ("logseq", "docs--Publishing.md", "", #"lines(r'\s*- ')"#),
      ("logseq", "docs--Changelog_07_09.md", "", #"lines(r'\s*-( |$)')"#),
      ("markdown", "book--SUMMARY.md", "", #"lines(r'(#+ |\s*- |\[)')"#),
      ("markdown", "awesome--readme.md", "", #"lines(r'(#+ |\s*- )')"#),
      ("opml", "", "-q", "matches('<outline')"),
      ("org", "", "", #"matches(r'^\*{1,14} ')"#),
      ("org", "", "-q --tree lists", "items('(?!)')"),
      ("org", "", "-q --tree both", #"items(r'\*+')"#),
      ("taskpaper", "", "", #"matches(r'^.*\S')"#),
    ])
  func rowsAreAsManyAsAScriptCounts(
    folder: String, name: String, options: String, expression: String
  ) throws {
    let folder = try #require(Self.root).appendingPathComponent(folder)
    let all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let names = name.isEmpty ? all : [name]
    #expect(!names.isEmpty)
    let directory = try TemporaryDirectory(["count.py": Self.script, "expression": expression])
    for name in names {
      let path = folder.appendingPathComponent(name).path
      let run = try Tool.shell(
        "python3 count.py '\(path)' \"$(cat expression)\"; outline-tool --rows \(options) '\(path)'",
        in: directory)
      let lines = run.output.split(separator: "\n")
      #expect(lines.count - 1 == lines.first.flatMap { Int($0) }, "\(name)")
      #expect(run.messages.isEmpty, "\(name): \(run.messages)")
      #expect(run.exitCode == (lines.count > 1 ? 0 : 1), "\(name)")
    }
  }
}
