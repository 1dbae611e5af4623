import Testing

@Suite("Arguments")
struct ArgumentTests {
  @Test(arguments: ["-h", "--help", "show -h", "-a --help --unknown"])
  func help(arguments: String) throws {
    let run = try Tool.shell("outline-tool \(arguments)")
    #expect(run == Run(output: helpText))
  }

  @Test func version() throws {
    #expect(try Tool.run("--version") == Run(output: "outline-tool 0.1.0\n"))
  }

  @Test(arguments: [
    ("--unknown", "unknown option '--unknown'"),
    ("--unknown=2 -", "unknown option '--unknown'"),
    ("-x", "unknown option '-x'"),
    ("-aéa", "unknown option '-é'"),
    ("--dept 2 -", "unknown option '--dept'"),
    ("- -L", "option '--depth' needs a value (a number from 1 on)"),
    ("- --collapse", "option '--collapse' needs a value (any text)"),
    ("--version=1", "option '--version' takes no value"),
    ("-L0 -", "option '--depth' cannot be '0' (a number from 1 on)"),
    ("-L -1 -", "option '--depth' cannot be '-1' (a number from 1 on)"),
    ("-L '' -", "option '--depth' cannot be '' (a number from 1 on)"),
    ("-L2a -", "option '--depth' cannot be '2a' (a number from 1 on)"),
    ("-L 99999999999999999999 -", "option '--depth' cannot be '99999999999999999999'"),
    ("--charset=latin1 -", "option '--charset' cannot be 'latin1' (utf8 or ascii)"),
    ("\"--$(printf '\\033[2J\\377')\"", "unknown option '--\\u{1B}[2J\\xFF'"),
  ])
  func badUsage(arguments: String, message: String) throws {
    let run = try Tool.shell("outline-tool \(arguments)")
    #expect(run.exitCode == 2)
    #expect(run.output == "")
    #expect(run.messages.hasPrefix("outline-tool: " + message))
    #expect(run.messages.hasSuffix("\nTry 'outline-tool --help'.\n"))
  }

  @Test func optionsMayFollowInputs() throws {
    let run = try Tool.run("-", "-L1", "--charset", "ascii", input: "A\n\tB\n")
    #expect(run == Run(output: "standard input\n`-- + A\n"))
  }

  @Test func twoDashesEndTheOptions() throws {
    let directory = try TemporaryDirectory(["--version": "A\n", "-": "B\n", "show": "C\n"])
    let run = try Tool.shell("outline-tool -- --version - show", in: directory)
    #expect(
      run == Run(output: "--version\n└── A\n\n-\n└── B\n\nshow\n└── C\n"))
  }

  @Test func onlyTheFirstWordIsTheCommand() throws {
    let directory = try TemporaryDirectory(["show": "A\n"])
    let run = try Tool.shell("outline-tool -L1 show show", in: directory)
    #expect(run == Run(output: "show\n└── A\n"))
  }

  @Test func withoutInputsStandardInputIsRead() throws {
    #expect(try Tool.run(input: "A\n") == Run(output: "standard input\n└── A\n"))
  }

  #if os(Linux)  // elsewhere `script` takes other arguments
    @Test(.enabled(if: Tool.systemHas("/usr/bin/script")))
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
}

private let helpText = """
  Shows outlines as trees: indented text, Markdown and directories.

  usage: outline-tool [show] [OPTION...] FILE|DIR|- ...

  examples:
    outline-tool notes.txt              an outline indented by tabs or spaces
    outline-tool -L2 README.md          two levels of a document's headings and lists
    outline-tool --collapse build .     a directory, with every 'build' closed and unread
    curl -s URL | outline-tool          standard input

  options:
    -L, --depth N           show N levels; deeper directories are not read
    --collapse TEXT         collapse every row whose text is TEXT; may be repeated
    --charset utf8|ascii    draw tree lines with these characters; otherwise the locale decides
    -a                      show directory entries whose names start with a dot
    -h, --help              print this help
    --version               print the version

  inputs:
    directory    Entries in the order of their names' bytes. Links are shown, not followed.
    Markdown     A file named *.md or *.markdown, or a nameless one (standard input, a name
                 without a dot) that begins with a '#' heading or with front matter. Headings
                 and list items are rows; a list belongs to the heading above it.
    text         Any other file. A row belongs to the nearest row above it with a smaller
                 indent. The bullets '-', '*', '+' and '•' are stripped, empty lines skipped.
                 Where tabs and spaces are mixed, a tab reaches to the next multiple of the
                 smallest indent by spaces.
    -            Standard input, which is also read if no input is named and it is no terminal.
    After '--' every argument is an input, whatever it begins with.

  rows:
    The mark ▸ (ascii: +) stands before a row whose children are hidden and before a directory
    that was not read. Control characters, line separators and characters that change the
    direction of text are shown as \\t, \\n, \\r or \\u{1B}, bytes that are not UTF-8 as \\xFF.

  exit status:
    0    done; also when whoever reads the output has closed it
    1    done, with problems told on standard error
    2    bad usage, an input that cannot be read, or output that cannot be written

  """
