import Testing

@Suite("Arguments")
struct ArgumentTests {
  @Test(arguments: ["--help", "-a --help --unknown"])
  func helpListsTheOptions(arguments: String) throws {
    let run = try Tool.shell("outline-tool \(arguments)")
    #expect(run.exitCode == 0 && run.messages.isEmpty)
    #expect(run.output.hasPrefix("OVERVIEW: Prints outlines as trees"))
    #expect(!run.output.split(separator: "\n").contains { $0.count > 80 })
    for option in ["-L, --depth N", "--expand WHAT", "-P, --match PATTERN", "-o, --output FILE"] {
      #expect(run.output.contains("\n    \(option)"), "\(option)")
    }
  }

  @Test(arguments: ["show", "diff", "browse"])
  func theHelpOfACommandFitsOnAScreen(command: String) throws {
    let run = try Tool.run(command, "--help")
    #expect(run.exitCode == 0 && run.output.hasPrefix("usage: outline-tool "))
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 25 && lines.allSatisfy { $0.count <= 80 })
    #expect(try Tool.run(command, "-h", "--unknown") == run)
  }

  @Test func shortHelpIsThatOfShow() throws {
    for arguments in [["-h", "--unknown"], ["--help", "show"]] {
      let run = try Tool.shell("outline-tool " + arguments.joined(separator: " "))
      #expect(try run == Tool.run("show", "--help"))
    }
  }

  @Test func helpHasTopics() throws {
    let all = try Tool.run("--help").output
    for topic in ["rows", "patterns", "formats", "diff", "matching", "browse"] {
      let run = try Tool.run("--help=\(topic)")
      #expect(run.output.hasPrefix(topic.uppercased() + ":") && all.contains(run.output))
      #expect(try Tool.run("--help", topic) == run)
    }
    for arguments in [["--help=x"], ["--help", "x"], ["diff", "--help", "x"]] {
      let run = try Tool.shell("outline-tool " + arguments.joined(separator: " "))
      let message =
        "unknown help topic 'x'; the topics are: rows, patterns, formats, diff, "
        + "matching, browse"
      #expect(run == .failure(message + "\nTry 'outline-tool --help'."), "\(arguments)")
    }
  }

  @Test func helpOfDiffHasItsOptions() throws {
    for arguments in ["diff --help", "--help diff"] {
      let run = try Tool.shell("outline-tool \(arguments)")
      #expect(run.output.contains("  --ignore-order "), "\(arguments)")
    }
  }

  @Test func browseTakesOneInput() throws {
    let usage = "usage: outline-tool browse [OPTION...] FILE|DIR|-\nTry 'outline-tool --help'."
    #expect(try Tool.run("browse", "a", "b") == .failure("browse needs one input\n" + usage))
    let message = "option '--by' belongs to the command diff\nTry 'outline-tool --help'."
    #expect(try Tool.run("browse", "--by", "id", "a") == .failure(message))
  }

  @Test func withoutATerminalBrowseIsShow() throws {
    for options in [[], ["--rows"], ["--expand", "none"]] {
      let run = try Tool.shell(
        "outline-tool browse \(options.joined(separator: " ")) -", input: "A\n\tB\n")
      let shown = try Tool.shell(
        "outline-tool \(options.joined(separator: " ")) -", input: "A\n\tB\n")
      #expect(run == shown, "\(options)")
    }
    #expect(try Tool.shell("outline-tool browse", input: "A\n").output == "standard input\n└── A\n")
  }

  @Test func versionIsPrinted() throws {
    #expect(try Tool.run("--version") == "outline-tool 0.1.0\n")
  }

  @Test(arguments: [
    ("--unknown", "unknown option '--unknown'"),
    ("--unknown=2 -", "unknown option '--unknown'"),
    ("-x", "unknown option '-x'"),
    ("-aéa", "unknown option '-é'"),
    ("--dept 2 -", "unknown option '--dept'; did you mean '--depth'?"),
    ("--hyper -", "unknown option '--hyper'; did you mean '--hyperlink'?"),
    ("--co -", "unknown option '--co'"),
    ("--qz -", "unknown option '--qz'"),
    ("--dpeth=2 -", "unknown option '--dpeth'; did you mean '--depth'?"),
    ("--=x", "'--=x' has no option name before '='"),
    ("- -L", "option '-L' needs a value: a positive number"),
    ("- --collapse", "option '--collapse' needs a value: a glob or a /regex/"),
    ("--version=1", "option '--version' takes no value"),
    ("-L0 -", "invalid depth '0': -L takes a positive number"),
    ("--depth -1 -", "invalid depth '-1': --depth takes a positive number"),
    ("-L '' -", "invalid depth '': -L takes a positive number"),
    ("-L2a -", "invalid depth '2a': -L takes a positive number"),
    ("-L 99999999999999999999 -", "invalid depth '99999999999999999999'"),
    ("--charset=latin1 -", "invalid charset 'latin1': --charset takes utf8 or ascii"),
    ("--match '/a(/' -", "invalid pattern '/a(/': unclosed '(' at character 2"),
    ("-I /a/i/ --ignore /[/ -", "invalid pattern '/[/': unclosed '[' at character 1"),
    ("--prune x -", "invalid mode 'x': --prune takes ancestors, subtree or both"),
    (
      "--sort=- -",
      "invalid order '-': --sort takes text, natural, folders, none or an attribute, with '-' before it "
        + "in reverse"
    ),
    ("--color=yes -", "invalid value 'yes': --color takes auto, always or never"),
    ("--width x -", "invalid width 'x': --width takes a positive number"),
    ("-o '' -", "invalid file '': -o takes a name"),
    ("--json --rows -", "options '--json' and '--rows' contradict each other"),
    ("--to opml --json -", "options '--to' and '--json' contradict each other"),
    ("diff --stat --rows", "options '--stat' and '--rows' contradict each other"),
    ("--no-color --color always -", "options '--no-color' and '--color' contradict each other"),
    (
      "--no-color --color never --color always -",
      "options '--no-color' and '--color' contradict each other; use one of them"
    ),
    ("--json --to json --to opml -", "options '--json' and '--to' contradict each other"),
    ("--ignorecase -", "unknown option '--ignorecase'; did you mean '--ignore-case'?"),
    ("--gitignor -", "unknown option '--gitignor'; did you mean '--gitignore'?"),
    ("- Samples -", "standard input is named twice; use '-' only once"),
    ("\"--$(printf '\\033[2J\\377')\"", "unknown option '--\\u{1B}[2J\\xFF'"),
  ])
  func wrongUsageIsReported(arguments: String, message: String) throws {
    let run = try Tool.shell("outline-tool \(arguments)")
    #expect(run.exitCode == 2)
    #expect(run.output == "")
    #expect(run.messages.hasPrefix("outline-tool: " + message))
    #expect(run.messages.contains("; did you") == message.contains("; did you"))
    #expect(run.messages.hasSuffix("\nTry 'outline-tool --help'.\n"))
  }

  @Test func pruningWithoutMatchIsReported() throws {
    let message = "outline-tool: --prune: no effect without --match\n"
    let run = try Tool.run("--prune", "ancestors", "-", input: "A\n")
    #expect(run == Run(output: "standard input\n└── A\n", messages: message, exitCode: 1))
    #expect(try Tool.run("--prune=ancestors", "-P", "A", "-", input: "A\n").messages == "")
  }

  @Test func diffRejectsOptionsWithoutEffect() throws {
    for option in [
      "-c", "--numbered", "--line", "--to=opml", "--hyperlink=auto",
    ] {
      let run = try Tool.shell("outline-tool diff \(option) Samples Samples")
      let name = option.prefix { $0 != "=" }
      #expect(run.exitCode == 2)
      #expect(run.messages.contains("option '\(name)' belongs to the command show"))
    }
  }

  @Test func theHelpOfDiffNamesTheOptionsThatItDoesNotTake() throws {
    let text = try Tool.run("--help", "diff").output
    #expect(text.contains("\n  -c, "))
    let help = text.split(whereSeparator: \.isWhitespace)
    let start = try #require(help.firstIndex(of: "take"))
    #expect(
      help[(start + 1)...].prefix(6).joined(separator: " ")
        == "-c, --numbered, --line, --to, or --hyperlink."
    )
  }

  /// Regression: most options without effect were ignored without a message.
  @Test(arguments: [
    ("--rows --width 50", ["--width: no effect with --rows"]),
    (
      "--width 50 --wrap cut --to json",
      ["--width", "--wrap"].map { $0 + ": no effect with --to" }
    ),
    (
      "--to org --line --hyperlink auto",
      ["--line", "--hyperlink"].map { $0 + ": no effect with --to" }
    ),
    ("--stat --notes --count", ["--notes", "--count"].map { $0 + ": no effect with --stat" }),
    ("--to opml --to json --json", []), ("--color always --color never --no-color", []),
    (
      "-a --dirs-only --follow --gitignore",
      ["-a", "--dirs-only", "--follow", "--gitignore"].map {
        $0 + ": no effect without directories"
      }
    ),
    ("-a --dirs-only Samples -L1", []),
    (
      "--children x --label x --tree lists --follow-includes",
      [
        "--children: no effect without json files",
        "--label: no effect without json or csv files",
        "--tree: no effect without org or markdown files",
        "--follow-includes: no effect without opml files",
      ]
    ),
    ("--charset ascii --rows", ["--charset: no effect with --rows"]),
    ("--tree lists Samples/walk.md", []),
    ("--count --line --rows", []),
  ])
  func optionsWithoutEffectAreReported(options: String, messages: [String]) throws {
    let run = try Tool.shell("outline-tool Samples/garden.txt \(options)")
    #expect(run.messages == messages.map { "outline-tool: \($0)\n" }.joined())
    #expect(run.exitCode == (messages.isEmpty ? 0 : 1))
    #expect(!run.output.isEmpty)
  }

  @Test func diffReportsOptionsWithoutEffect() throws {
    let files = "Samples/library.opml Samples/library.opml"
    let run = try Tool.shell(
      "outline-tool diff --ignore-attribute Eventt -a --stat -U2 \(files)")
    #expect(
      run.messages == """
        outline-tool: -U: no effect with --stat
        outline-tool: -a: no effect without directories
        outline-tool: --ignore-attribute: no row has 'Eventt'

        """)
    #expect(run.exitCode == 0)
  }

  @Test(arguments: [
    ("--to htm", "invalid format 'htm'", "'html'"), ("--color alwys", "takes auto", "'always'"),
    ("--md", "unknown option '--md'", "'--to md'"), ("--html", "", "'--to html'"),
    ("--sorted", "", "'--sort'"), ("--line-number", "", "'--line'"),
    ("--ignore-attributes", "", "'--ignore-attribute'"), ("--colour", "", "'--color'"),
    // Regression: the hint was '--line'.
    ("--size", "", "'--attribute size'"), ("--files", "", "'--attribute files'"),
  ])
  func nearMissesGetAHint(option: String, message: String, hint: String) throws {
    let run = try Tool.shell("outline-tool Samples/garden.txt \(option)")
    #expect(run.exitCode == 2 && run.messages.contains(message))
    #expect(run.messages.contains("; did you mean \(hint)?\n"), "\(run)")
  }

  /// Regression: each of these options got a hint at an option that has other letters.
  @Test(arguments: [
    "--long", "--inodes", "--time", "--type", "--path", "--raw", "--file", "--print", "--head",
    "--brief", "--recursive", "--date", "--mode", "--du", "--total",
  ])
  func optionsOfOtherProgramsGetNoHintAtAnother(option: String) throws {
    let messages = "unknown option '\(option)'\nTry 'outline-tool --help'."
    #expect(try Tool.run(option, "Samples") == .failure(messages))
  }

  @Test func longArgumentsAreCutInMessages() throws {
    let long = String(repeating: "long ", count: 1000)
    for arguments in [
      ["--\(long)"], ["--to", long], ["--match", long], ["--where", long + "=1"], ["--at", long],
      ["--where", "size<" + long], ["--where", "size<\(String(repeating: "<", count: 999))1"],
    ] {
      let run = try Tool.run(arguments[0], arguments.dropFirst().first ?? "", "Samples/garden.txt")
      #expect(run.messages.contains("…'") && run.messages.utf8.count < 300, "\(run)")
    }
  }

  @Test func mistypedCommandsAreReported() throws {
    let directory = try TemporaryDirectory(["shwo": "A\n"])
    let run = try Tool.shell("outline-tool dif a b", in: directory)
    let message = "no file or command 'dif'; did you mean 'diff'?"
    #expect(run == .failure(message + "\nTry 'outline-tool --help'."))
    for (other, command) in [("compare", "diff"), ("view", "browse"), ("tree", "show")] {
      let run = try Tool.shell("outline-tool \(other) shwo", in: directory)
      #expect(run.messages.contains("did you mean '\(command)'?") && run.exitCode == 2)
    }
    #expect(try Tool.shell("outline-tool shwo", in: directory).rows == "A")
    #expect(try Tool.shell("outline-tool -- dif", in: directory).messages.contains("No such file"))
  }

  /// `Tests/ToolChecks/completions.py` runs them in the shells.
  @Test func completionsNameAShell() throws {
    for shell in ["bash", "fish", "zsh"] {
      let run = try Tool.run("--completions=\(shell)")
      #expect(run.output.hasPrefix("#") && run.exitCode == 0)
    }
    let message = "invalid shell 'csh': --completions takes bash, fish or zsh; did you mean 'zsh'?"
    #expect(
      try Tool.run("--completions", "csh") == .failure(message + "\nTry 'outline-tool --help'."))
  }

  @Test func optionsMayFollowInputs() throws {
    let run = try Tool.run("-", "-L1", "--charset", "ascii", input: "A\n\tB\n")
    #expect(run == "standard input\n`-- + A\n")
  }

  @Test func twoDashesEndTheOptions() throws {
    let directory = try TemporaryDirectory(["--version": "A\n", "-": "B\n", "show": "C\n"])
    let run = try Tool.shell("outline-tool -- --version - show", in: directory)
    #expect(run == "--version\n└── A\n\n-\n└── B\n\nshow\n└── C\n")
  }

  @Test func onlyTheFirstWordIsTheCommand() throws {
    let directory = try TemporaryDirectory(["show": "A\n"])
    let run = try Tool.shell("outline-tool -L1 show show", in: directory)
    #expect(run == "show\n└── A\n")
  }

  @Test func withoutInputsStandardInputIsRead() throws {
    #expect(try Tool.run(input: "A\n") == "standard input\n└── A\n")
  }

  #if os(Linux)  // elsewhere `script` takes other arguments
    @Test(.enabled(if: Tool.systemHas("/usr/bin/script"), "needs /usr/bin/script"))
    func withoutInputsOnATerminalTheUsageIsShown() throws {
      let run = try Tool.shell("script -qec 'outline-tool 2>&1' /dev/null | tr -d '\\r'")
      #expect(
        run.output == """
          outline-tool: no input
          usage: outline-tool [show] [OPTION...] FILE|DIR|- ...
          Try 'outline-tool --help'.

          """)
    }
  #endif

  @Test func namesOfOtherProgramsAreAccepted() throws {
    let file = "Samples/garden.txt"
    for (other, usual) in [
      ("--level 1", "--depth 1"), ("--max-depth 1", "-L1"),
      ("--maxdepth 1", "-L1"), ("--grep Twine", "--match Twine"),
      ("--include Twine", "--match Twine"),
      ("--filter Twine", "--match Twine"), ("--no-color", "--color never"),
      ("--find Twine", "--match Twine"), ("--exclude Twine", "--ignore Twine"),
      ("--to md", "--to markdown"),
    ] {
      let expected = try Tool.shell("outline-tool \(usual) \(file)")
      #expect(try Tool.shell("outline-tool \(other) \(file)") == expected, "\(other)")
      #expect(expected.exitCode == 0)
    }
    #expect(
      try Tool.shell("outline-tool -d Samples") == Tool.shell("outline-tool --dirs-only Samples"))
    #expect(
      try Tool.shell("outline-tool diff --stats \(file) \(file)")
        == Tool.shell("outline-tool diff --stat \(file) \(file)"))
    #expect(try Tool.run("--hidden", "Samples") == Tool.run("-a", "Samples"))
    #expect(try Tool.run("help").messages.contains("did you mean '--help'?"))
    #expect(try Tool.run("--help", "where") == Tool.run("--help", "patterns"))
    #expect(try Tool.run("--help", "files") == Tool.run("--help", "formats"))
  }
}
