import Testing

@Suite("Samples and options")
struct SampleTests {
  @Test func textIndentedByTabsIsShown() throws {
    #expect(
      try Tool.run("Samples/garden.txt") == """
        Samples/garden.txt
        ├── Kitchen garden
        │   ├── South wall
        │   │   ├── Tomatoes
        │   │   │   ├── Black Krim
        │   │   │   └── Gardener’s Delight
        │   │   └── Figs
        │   ├── Beds
        │   │   ├── Legumes
        │   │   │   ├── Broad beans
        │   │   │   └── Sugar peas
        │   │   └── Roots
        │   │       ├── Beetroot
        │   │       └── Parsnips
        │   └── Herbs
        │       ├── Thyme
        │       └── Sorrel
        ├── Orchard
        │   ├── Apples
        │   │   ├── Belle de Boskoop
        │   │   └── Blenheim Orange
        │   ├── Quinces
        │   └── Medlar, grafted on hawthorn
        └── Shed
            ├── Tools
            │   ├── Spade
            │   └── Hoe
            ├── Twine
            └── Seed tins

        """)
  }

  @Test func opmlShowsItsStoredExpansion() throws {
    #expect(
      try Tool.run("Samples/library.opml", "--expand", "stored") == """
        Samples/library.opml
        ├── Shelves
        │   ├── Rivers & boats
        │   │   ├── Canals of the north
        │   │   └── Knots for every day
        │   └── ▸ Gardens
        └── On loan
            └── Bees of the coast

        """)
    #expect(
      try Tool.run("Samples/library.opml", "--match", "*[Gg]arden*", "--rows")
        == """
        1\t0\texpanded\tShelves\tShelves
        1.1\t1\texpanded\tShelves/Gardens\tGardens
        1.1.1\t2\tleaf\tShelves/Gardens/The winter garden\tThe winter garden

        """)
  }

  @Test func aDirectoryIsShown() throws {
    let run = try Tool.shell(
      "mkdir -p a/b/c; touch a/b/c/d a/b/e a/f; outline-tool a", in: TemporaryDirectory())
    #expect(run == "a\n├── b\n│   ├── c\n│   │   └── d\n│   └── e\n└── f\n")
  }

  @Test(arguments: [["-L", "2"], ["-L2"], ["--depth", "2"], ["--depth=2"], ["-qL2"]])
  func depthHidesDeeperLevels(option: [String]) throws {
    #expect(
      try Tool.shell("outline-tool \(option.joined(separator: " ")) Samples/orchestra.txt") == """
        Samples/orchestra.txt
        └── Orchestra
            ├── ▸ Woodwinds
            ├── ▸ Brass
            ├── ▸ Percussion
            └── ▸ Strings

        """)
  }

  @Test func collapseAppliesToEveryRowWithTheText() throws {
    #expect(
      try Tool.run("--collapse", "Woodwinds", "--collapse=Strings", "Samples/orchestra.txt") == """
        Samples/orchestra.txt
        └── Orchestra
            ├── ▸ Woodwinds
            ├── Brass
            │   ├── Horns
            │   ├── Trumpets
            │   ├── Trombones
            │   └── Tuba
            ├── Percussion
            │   ├── Timpani
            │   └── Celesta
            └── ▸ Strings

        """)
  }

  @Test(arguments: [
    ("--collapse Tubas --collapse Brass Samples/orchestra.txt", "Tubas"),
    ("--collapse Bras -L1 Samples/orchestra.txt", "Bras"),
    ("--collapse Tuba --collapse Beds Samples/orchestra.txt Samples/garden.txt", nil),
    ("--collapse bread Samples", "bread"),
    ("--collapse bread.txt Samples", nil),
    ("--collapse Printing --collapse Escaping.swift Sources/outline-tool", nil),
    ("--collapse $(printf 'a\\033') Samples/orchestra.txt", "a\\u{1B}"),
  ])
  func collapsePatternsWithoutMatchesAreReported(arguments: String, text: String?) throws {
    let run = try Tool.shell("outline-tool \(arguments)")
    let message = text.map {
      "outline-tool: --collapse: no row matches '\($0)'; to match part of a text, write '*\($0)*'\n"
    }
    #expect(run.messages == message ?? "")
    #expect(run.exitCode == (text == nil ? 0 : 1))
  }

  @Test func collapsedLeafHasNoMark() throws {
    let run = try Tool.run("--collapse", "Tuba", "-", input: "Brass\n\tTuba\n")
    #expect(run == "standard input\n└── Brass\n    └── Tuba\n")
  }

  @Test func asciiOnlyAffectsTreeLines() throws {
    #expect(
      try Tool.run("--charset", "ascii", "--collapse", "Beds", "-L4", "Samples/garden.txt").output
        .split(separator: "\n").prefix(9).joined(separator: "\n") == """
          Samples/garden.txt
          |-- Kitchen garden
          |   |-- South wall
          |   |   |-- Tomatoes
          |   |   |   |-- Black Krim
          |   |   |   `-- Gardener’s Delight
          |   |   `-- Figs
          |   |-- + Beds
          |   `-- Herbs
          """)
  }

  @Test(arguments: [
    ("LC_ALL=C", false), ("LC_ALL=en_US.UTF-8", true), ("LC_ALL=sr_RS.utf8@latin", true),
    ("LC_ALL= LC_CTYPE=C.Utf-8 LANG=C", true), ("LC_ALL= LC_CTYPE=C LANG=C.UTF-8", false),
    ("LC_ALL= LC_CTYPE= LANG=C.UTF-8", true), ("LC_ALL=", false),
  ])
  func localeChoosesTheCharset(variables: String, isUTF8: Bool) throws {
    let run = try Tool.shell("\(variables) outline-tool -", input: "Row\n")
    #expect(run == Run(output: "standard input\n" + (isUTF8 ? "└── Row\n" : "`-- Row\n")))
  }

  @Test func charsetOptionOverridesTheLocale() throws {
    let run = try Tool.shell("LC_ALL=C outline-tool --charset=utf8 -", input: "Row\n")
    #expect(run.output == "standard input\n└── Row\n")
  }

  @Test func everyInputIsASection() throws {
    #expect(
      try Tool.run("-L1", "Samples/bread.txt", "Samples/garden.txt", "-", input: "Row\n") == """
        Samples/bread.txt
        └── ▸ Sourdough

        Samples/garden.txt
        ├── ▸ Kitchen garden
        ├── ▸ Orchard
        └── ▸ Shed

        standard input
        └── Row

        """)
  }
}
