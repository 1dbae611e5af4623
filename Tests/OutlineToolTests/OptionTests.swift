import Foundation
import Testing

@Suite("Options")
struct OptionTests {
  func garden(_ options: String) throws -> String {
    let run = try Tool.shell("outline-tool \(options) Samples/garden.txt")
    #expect(run.messages == "", "\(options)")
    #expect(run.exitCode == 0, "\(options)")
    let header = "Samples/garden.txt\n"
    #expect(run.output.hasPrefix(header) || !run.output.contains("─"), "\(options)")
    return String(
      run.output.hasPrefix(header) ? run.output.dropFirst(header.count) : run.output[...])
  }

  @Test func statPrintsNumbersOfRows() throws {
    let text = "A\n\tB\n\t\tC\n\tD\nE\n"
    for option in ["--stat", "--stats"] {
      let run = try Tool.shell("outline-tool \(option)", input: text)
      #expect(
        run == """
          standard input: 5 rows, 3 leaves, 3 levels
            level 1: 2 rows
            level 2: 2 rows
            level 3: 1 row
            most children: 2, of 'A'

          """)
    }
    #expect(try Tool.run("--stat", input: "") == "standard input: 0 rows, 0 leaves, 0 levels\n")
  }

  @Test func expandChoosesTheExpandedRows() throws {
    #expect(try garden("--expand none") == "├── ▸ Kitchen garden\n├── ▸ Orchard\n└── ▸ Shed\n")
    #expect(try garden("--expand 1") == garden("-L2"))
    #expect(try garden("--expand 9") == garden("--expand all"))
    #expect(try garden("--expand stored") == garden(""))
    #expect(try garden("--expand 3 -L2") == garden("-L2"))
  }

  @Test func collapseHidesDescendants() throws {
    let shown = """
      ├── ▸ Kitchen garden
      ├── Orchard
      │   ├── ▸ Apples
      │   ├── Quinces
      │   └── Medlar, grafted on hawthorn
      └── Shed
          ├── ▸ Tools
          ├── Twine
          └── Seed tins

      """
    #expect(try garden("--collapse 'K*' --collapse '/^(Apple|Tool)s$/'") == shown)
    #expect(try garden("--collapse '{kitchen*,apples,tools}' --ignore-case") == shown)
    #expect(try garden("--ignore-case --collapse '{kitchen*,apples,tools}'") == shown)
  }

  @Test func matchKeepsAncestors() throws {
    let shown = """
      ├── Kitchen garden
      │   └── Beds
      │       └── Legumes
      │           └── Sugar peas
      └── Orchard
          └── Medlar, grafted on hawthorn

      """
    #expect(try garden("-P '/(peas|thorn)$/'") == shown)
    #expect(try garden("--match '*peas' -P '*thorn' --prune ancestors") == shown)
    #expect(try garden("--match '*PEAS' -P '*Thorn' --ignore-case") == shown)
  }

  @Test func pruneKeepsAncestorsOrSubtrees() throws {
    #expect(
      try garden("-P Roots -P Beds -P Tools --prune both") == """
        ├── Kitchen garden
        │   └── Beds
        │       ├── Legumes
        │       │   ├── Broad beans
        │       │   └── Sugar peas
        │       └── Roots
        │           ├── Beetroot
        │           └── Parsnips
        └── Shed
            └── Tools
                ├── Spade
                └── Hoe

        """)
    #expect(
      try garden("-P Roots -P Tools --prune subtree") == """
        ├── Roots
        │   ├── Beetroot
        │   └── Parsnips
        └── Tools
            ├── Spade
            └── Hoe

        """)
    #expect(
      try garden("-P Beds -P Herbs --prune subtree -L2") == """
        ├── Beds
        │   ├── ▸ Legumes
        │   └── ▸ Roots
        └── Herbs
            ├── Thyme
            └── Sorrel

        """)
  }

  @Test func ignoreOmitsSubtrees() throws {
    #expect(
      try garden("-I 'Kitchen*' --ignore Apples -I '*s'") == """
        ├── Orchard
        │   └── Medlar, grafted on hawthorn
        └── Shed
            └── Twine

        """)
    #expect(try garden("-I '[KO]*' -P Hoe").contains("Hoe"))
  }

  /// A format is named by its name and by its file name extensions.
  @Test(arguments: ["markdown", "md", "MD", "org", "jsonl", "tsv", "mm", "txt"])
  func fileExtensionsNameFormats(name: String) throws {
    #expect(try Tool.run("--from", name, input: "# A\n").exitCode < 2)
    #expect(try Tool.run("--from", "x" + name, input: "# A\n").exitCode == 2)
  }

  @Test func patternsWithoutMatchesAreReported() throws {
    let run = try Tool.run("--match", "x*", "--collapse", "/y/", "--ignore", "z", "-", input: "A\n")
    let messages = ["--match: no row matches 'x*'\n", "--collapse: no row matches '/y/'\n"]
      .map { "outline-tool: " + $0 }.joined()
    #expect(run == Run(output: "standard input\n", messages: messages, exitCode: 1))
    // A plain word probably should match anywhere in a text.
    let word = try Tool.run("--match", "x", input: "A\n")
    #expect(
      word.messages
        == "outline-tool: --match: no row matches 'x'; to match part of a text, write '*x*'\n")
    let quiet = try Tool.run("-q", "--match", "x*", "-", input: "A\n")
    #expect(quiet == Run(output: "standard input\n", exitCode: 1))
  }

  @Test func countShowsHiddenDescendants() throws {
    #expect(
      try garden("-c -L2 --collapse Orchard") == """
        ├── Kitchen garden
        │   ├── ▸ South wall (4)
        │   ├── ▸ Beds (6)
        │   └── ▸ Herbs (2)
        ├── ▸ Orchard (5)
        └── Shed
            ├── ▸ Tools (2)
            ├── Twine
            └── Seed tins

        """)
    #expect(try garden("--count --expand none").hasSuffix("└── ▸ Shed (5)\n"))
  }

  @Test func sortOrdersSiblings() throws {
    let text = "b10\n\tz\n\ty\nB9\nb9\na\n\tx\nb 1\n"
    let sorted = [
      "text": "B9 a(x) b 1 b10(y z) b9", "natural": "a(x) b 1 B9 b9 b10(y z)",
      "folders": "a(x) b10(y z) b 1 B9 b9", "none": "b10(z y) B9 b9 a(x) b 1",
    ]
    for (order, rows) in sorted {
      #expect(try Tool.run("--sort", order, "-", input: text).rows == rows, "\(order)")
    }
  }
}
