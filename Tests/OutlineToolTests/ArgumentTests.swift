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
    ("--dept 2 -", "unknown option '--dept'; did you mean '--depth'?"),
    ("--dpeth=2 -", "unknown option '--dpeth'; did you mean '--depth'?"),
    ("--=x", "'--=x' names no option before the '='"),
    ("- -L", "option '-L' needs a value: a number from 1 on"),
    ("- --collapse", "option '--collapse' needs a value: any text"),
    ("--version=1", "option '--version' takes no value"),
    ("-L0 -", "'0' is no depth: -L takes a number from 1 on"),
    ("--depth -1 -", "'-1' is no depth: --depth takes a number from 1 on"),
    ("-L '' -", "'' is no depth: -L takes a number from 1 on"),
    ("-L2a -", "'2a' is no depth: -L takes a number from 1 on"),
    ("-L 99999999999999999999 -", "'99999999999999999999' is no depth"),
    ("--charset=latin1 -", "'latin1' is no charset: --charset takes utf8 or ascii"),
    ("- Samples -", "standard input is named twice"),
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
    outline-tool notes.txt            an outline indented by tabs or spaces
    outline-tool -L2 README.md        two levels of headings and lists
    outline-tool --collapse build .   a directory, with 'build' closed and unread
    curl -s URL | outline-tool        standard input

  options:
    -L, --depth N          show N levels; deeper directories are not read
    --collapse TEXT        collapse each row whose whole text is TEXT; repeatable
    --charset utf8|ascii   draw tree lines so; otherwise the locale decides
    -a                     show directory entries that start with a dot
    -h, --help             print this help
    --version              print the version

  inputs:
    directory   Entries in the order of their names' bytes. Links are shown, not
                followed.
    Markdown    A file named *.md or *.markdown, or a nameless one (standard
                input, a name without a dot) that has front matter before a
                heading, or begins with a '#' heading and has one of another
                level, both between empty lines. Headings and list items are
                rows; a list belongs to the heading above it.
    text        Any other file. A row belongs to the nearest row above it with a
                smaller indent. The bullets '-', '*', '+' and '•' are stripped,
                empty lines skipped. Where tabs and spaces are mixed, a tab
                reaches to the next multiple of the smallest indent by spaces if
                that is 2, 4 or 8, and of 8 otherwise; the exit status is then 1.
    -           Standard input, which is also read if no input is named and it is
                no terminal.
    After '--' every argument is an input, whatever it begins with.

  rows:
    The mark ▸ (ascii: +) stands before a row whose children are hidden and
    before a directory that was not read. Control characters, line separators
    and characters that change the direction of text are shown as \\t, \\n, \\r
    or \\u{1B}, bytes that are not UTF-8 as \\xFF. In a locale with another
    charset than UTF-8 all characters beyond ASCII are shown as \\u{15B}.
    --collapse compares the whole text of a row, without its bullet. A TEXT that
    no row has is told, unless it may be in a directory that was not read.

  exit status:
    0   done; also when whoever reads the output has closed it
    1   done, with problems told on standard error: an unreadable directory in
        another, mixed indents, a TEXT or an input (not an empty one) without rows
    2   bad usage, an input that cannot be read, or output that cannot be written

  """
