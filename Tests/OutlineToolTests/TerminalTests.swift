import Foundation
import Testing

@Suite("Files and terminals")
struct TerminalTests {
  private let text = "A\n\tB\n"
  private let colored = """
    \u{1B}[1mstandard input\u{1B}[0m
    \u{1B}[2m└── \u{1B}[0m\u{1B}[1;34mA\u{1B}[0m
    \u{1B}[2m    \u{1B}[0m\u{1B}[2m└── \u{1B}[0mB

    """

  @Test(arguments: [
    ("", "", false), ("", "--color always", true), ("NO_COLOR=1", "--color=always", true),
    ("CLICOLOR_FORCE=1", "", true), ("CLICOLOR_FORCE=1 NO_COLOR=1", "", false),
    ("CLICOLOR_FORCE=1 NO_COLOR=", "", true), ("CLICOLOR_FORCE=0", "", false),
    ("FORCE_COLOR=1", "", true), ("CLICOLOR_FORCE=1 TERM=dumb", "", true),
    ("CLICOLOR_FORCE=1", "--color never", false), ("CLICOLOR=1", "", false),
  ])
  func variablesAndOptionsChooseColors(variables: String, options: String, isColored: Bool) throws {
    let run = try Tool.shell("\(variables) outline-tool \(options) -", input: text)
    let plain = "standard input\n└── A\n    └── B\n"
    #expect(run == Run(output: isColored ? colored : plain), "\(variables) \(options)")
  }

  @Test func marksAndCountsAreColored() throws {
    let run = try Tool.run("--color", "always", "-c", "-L1", "-", input: text)
    #expect(
      run.output.hasSuffix("\u{1B}[33m▸ \u{1B}[0m\u{1B}[1;34mA\u{1B}[0m\u{1B}[2m (1)\u{1B}[0m\n"))
  }

  @Test func colorsTakeNoColumns() throws {
    let run = try Tool.run(
      "--color", "always", "--wrap", "cut", "--width", "8", "-", input: "ABCDEF\n")
    let plain = run.output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(plain == "standar…\n└── ABC…\n")
  }

  @Test func rowsLinkToFilesAndAddresses() throws {
    let directory = try TemporaryDirectory(["a b/é": ""])
    let run = try Tool.shell(
      "cd 'a b'; outline-tool --hyperlink always . | tail -n 1", in: directory)
    let host = ProcessInfo.processInfo.hostName
    let path = URL(fileURLWithPath: directory.path).resolvingSymlinksInPath().path
    #expect(run.output.hasPrefix("└── \u{1B}]8;;file://"))
    #expect(run.output.hasSuffix("\(path)/a%20b/%C3%A9\u{1B}\\é\u{1B}]8;;\u{1B}\\\n"), "\(host)")
    let feeds = """
      <outline text='A' xmlUrl='https://example.org/a b&#10;é'/>
      <outline text='B' url='javascript:alert(1)'/><outline text='C' htmlUrl='HTTP://x'/>
      """
    let links = try Tool.show(feeds, as: "a.opml", options: "--hyperlink=always")
    #expect(
      links.output == """
        a.opml
        ├── \u{1B}]8;;https://example.org/a%20b%0A%C3%A9\u{1B}\\A\u{1B}]8;;\u{1B}\\
        ├── B
        └── \u{1B}]8;;HTTP://x\u{1B}\\C\u{1B}]8;;\u{1B}\\

        """)
    #expect(try Tool.show(feeds, as: "a.opml").output == "a.opml\n├── A\n├── B\n└── C\n")
  }

  @Test func outputReplacesAFileAtTheEnd() throws {
    let directory = try TemporaryDirectory(["a.txt": "A\n", "out": "old\n"])
    let run = try Tool.shell(
      """
      chmod 640 out; ln -s out link; ln out hard
      outline-tool a.txt -o link; cat out hard; stat -c %a out; ls
      """, in: directory)
    #expect(run == "a.txt\n└── A\nold\n640\na.txt\nhard\nlink\nout\n")
    let new = try Tool.shell("umask 027; outline-tool -o new a.txt; stat -c %a new", in: directory)
    #expect(new.output == "640\n")
    #expect(try Tool.shell("outline-tool -o - a.txt", in: directory).rows == "A")
    #expect(try Tool.shell("outline-tool -o /dev/stdout a.txt | cat", in: directory).rows == "A")
  }

  @Test func outputDoesNotReplaceAnInput() throws {
    let directory = try TemporaryDirectory(["a.txt": "A\n"])
    let run = try Tool.shell(
      "ln -s a.txt b; outline-tool a.txt -o b; echo $?; cat a.txt", in: directory)
    #expect(run.output == "2\nA\n")
    #expect(run.messages.hasPrefix("outline-tool: the output 'b' is also an input; "))
  }

  @Test func failedOutputKeepsTheOldFile() throws {
    let directory = try TemporaryDirectory(["a.txt": "A\n", "out": "old\n"])
    let unreadable = try Tool.shell(
      "outline-tool b.txt -o out; echo $?; cat out; ls", in: directory)
    #expect(unreadable.output == "2\nold\na.txt\nout\n")
    let missing = try Tool.shell("outline-tool a.txt -o no/out", in: directory)
    #expect(missing == .failure("no/out: No such file or directory"))
    let directoryOutput = try Tool.shell("outline-tool a.txt -o .", in: directory)
    #expect(directoryOutput.messages == "outline-tool: .: Is a directory\n")
    let full = try Tool.shell(
      "ulimit -f 1; trap '' XFSZ; yes | head -n 99999 | outline-tool -o out; cat out; ls",
      in: directory)
    #expect(full.output == "old\na.txt\nout\n")
    #expect(full.messages == "outline-tool: out: File too large\n")
  }

  @Test func unreadableInputsDoNotAffectTheOutput() throws {
    let directory = try TemporaryDirectory(["a.txt": "A\n", "out": "old\n"])
    let run = try Tool.shell("outline-tool b.txt a.txt -o out; echo $?; cat out; ls", in: directory)
    #expect(run.output == "2\na.txt\n└── A\na.txt\nout\n")
    #expect(run.messages == "outline-tool: b.txt: No such file or directory\n")
  }

  @Test func interruptedOutputLeavesNothingBehind() throws {
    let directory = try TemporaryDirectory(["out": "old\n"])
    let run = try Tool.shell(
      """
      mkfifo pipe; exec 3<>pipe; outline-tool -o out < pipe & pid=$!
      while [ "$(ls | wc -l)" -lt 3 ]; do sleep 0.1; done
      kill -TERM $pid; wait $pid; echo $?; cat out; ls
      """, in: directory)
    #expect(run.output == "143\nold\nout\npipe\n")
  }

  @Test func ignoredSignalsStayIgnored() throws {
    let directory = try TemporaryDirectory(["out": "old\n"])
    let run = try Tool.shell(
      """
      trap '' HUP; mkfifo pipe; exec 3<>pipe; outline-tool -o out < pipe & pid=$!
      while [ "$(ls | wc -l)" -lt 3 ]; do sleep 0.1; done
      kill -HUP $pid; sleep 0.2; kill -TERM $pid; wait $pid; echo $?
      """, in: directory)
    #expect(run.output == "143\n")
  }

  @Test func outputCreatesTheTargetOfALink() throws {
    let directory = try TemporaryDirectory(["a.txt": "A\n", "sub/": ""])
    let run = try Tool.shell(
      """
      ln -s sub/link first; ln -s "$PWD/made" sub/link; ln -s circle loop; ln -s loop circle
      outline-tool a.txt -o first; cat made; outline-tool a.txt -o loop; echo $?
      ln -s no/made broken; outline-tool a.txt -o broken
      find . -type l | sort; ls
      """, in: directory)
    #expect(
      run.output == """
        a.txt
        └── A
        2
        ./broken
        ./circle
        ./first
        ./loop
        ./sub/link
        a.txt
        broken
        circle
        first
        loop
        made
        sub

        """)
    #expect(
      run.messages == """
        outline-tool: loop: Too many levels of symbolic links
        outline-tool: broken: No such file or directory

        """)
  }

  @Test func quietReportsErrorsOnly() throws {
    let run = try Tool.shell("printf 'A\\n\\t\\tB\\n' | outline-tool -q - missing")
    #expect(run.messages == "outline-tool: missing: No such file or directory\n")
    #expect(try Tool.shell("printf 'A\\n\\t\\tB\\n' | outline-tool --quiet").exitCode == 1)
  }
}

#if os(Linux)  // elsewhere `script` takes other arguments
  @Suite(
    "Pseudoterminals", .enabled(if: Tool.systemHas("/usr/bin/script"), "needs /usr/bin/script"))
  struct PseudoterminalTests {
    private let text = "A\n\tB\n"

    private func onTerminal(
      _ script: String, in directory: TemporaryDirectory
    ) async throws -> String {
      try directory.write(["script.sh": script])
      let command = "TERM=xterm script -qec 'sh script.sh' /dev/null < /dev/null"
      return try await Tool.waitForShell(command, in: directory).output
        .replacing("\r\n", with: "\n")
    }

    @Test func terminalGetsColorsAndLinks() async throws {
      let directory = try TemporaryDirectory(["a.txt": text])
      let colored = try await onTerminal("PAGER= outline-tool a.txt", in: directory)
      #expect(colored.contains("\u{1B}[1ma.txt\u{1B}[0m"))
      let dumb = try await onTerminal("PAGER= TERM=dumb outline-tool a.txt", in: directory)
      #expect(dumb == "a.txt\n└── A\n    └── B\n")
      let plain = try await onTerminal("PAGER= NO_COLOR=1 outline-tool a.txt", in: directory)
      #expect(plain == "a.txt\n└── A\n    └── B\n")
      let links = try await onTerminal("PAGER= NO_COLOR=1 outline-tool .", in: directory)
      #expect(links.contains("\u{1B}]8;;file://"))
    }

    @Test func outputOnATerminalGoesThroughThePager() async throws {
      let directory = try TemporaryDirectory(["a.txt": text])
      let pager = "PAGER='echo \"$LESS\"; sed s/^/:/' NO_COLOR=1 outline-tool"
      let paged = try await onTerminal("\(pager) a.txt", in: directory)
      #expect(paged == "FRX\n:a.txt\n:└── A\n:    └── B\n")
      #expect(try await onTerminal("\(pager) --no-pager a.txt", in: directory).hasPrefix("a.txt"))
      #expect(try await onTerminal("\(pager) a.txt | cat", in: directory).hasPrefix("a.txt"))
      // The pager may end first. That is not an error, and the tool ends after it.
      let early = try await onTerminal(
        "PAGER='sleep 0.2; echo end' outline-tool a.txt; echo $?", in: directory)
      #expect(early == "end\n0\n")
    }

    @Test func missingPagersAreNotUsed() async throws {
      let directory = try TemporaryDirectory(["a.txt": text])
      let shown = try await onTerminal(
        "PAGER=missing outline-tool a.txt 2>&1; echo $?", in: directory)
      let message = "outline-tool: PAGER: command 'missing' not found; printed without a pager\n"
      #expect(shown.hasPrefix(message) && shown.hasSuffix("B\n0\n"))
    }

    @Test func interruptionEndsColors() async throws {
      let directory = try TemporaryDirectory()
      let shown = try await onTerminal(
        "mkfifo p; exec 3<>p; outline-tool --no-pager p & sleep 1; kill -TERM $!; wait $!; echo $?",
        in: directory)
      #expect(shown.hasPrefix("\u{1B}[0m\u{1B}]8;;\u{1B}\\\n"))
      #expect(shown.hasSuffix("143\n"))
    }

    /// The tool under a pager, with a pipe as an input, and its number in the file `pid`.
    private func pagedCommand(_ arguments: String) -> String {
      "PAGER='sed s/^/:/' NO_COLOR=1 sh -c 'echo $$ > pid; exec outline-tool \(arguments)'; echo $?"
    }

    /// Without rows before the pipe, the tool waits before it starts the pager.
    @Test(arguments: [("pipe", ""), ("a.txt pipe", ":a.txt\n")])
    func waitingForInputCanBeInterrupted(inputs: String, shownBefore: String) async throws {
      let directory = try TemporaryDirectory(["a.txt": text])
      let shown = try await onTerminal(
        """
        mkfifo pipe; exec 3<>pipe
        (sleep 1; kill -INT $(cat pid); sleep 5; kill -TERM $(cat pid)) 2> /dev/null &
        \(pagedCommand(inputs))
        """, in: directory)
      #expect(shown.hasPrefix(shownBefore) && shown.hasSuffix("\n130\n"), "\(shown)")
    }

    @Test func progressIsHiddenWhileThePagerRuns() async throws {
      let directory = try TemporaryDirectory(["a.txt": text])
      let shown = try await onTerminal(
        """
        mkfifo pipe
        (for n in 1 2 3 4 5 6 7 8 9; do echo A; sleep 0.2; done) > pipe &
        \(pagedCommand("-L1 a.txt pipe"))
        """, in: directory)
      #expect(shown.hasPrefix(":a.txt\n") && shown.hasSuffix("0\n"))
      #expect(!shown.contains("MiB"), "\(shown)")
    }

    @Test func longReadsShowProgressOnATerminal() async throws {
      let directory = try TemporaryDirectory()
      let slow = "(for n in 1 2 3 4 5 6 7 8 9; do echo A; sleep 0.2; done)"
      let shown = try await onTerminal("\(slow) | outline-tool -L1 > out", in: directory)
      #expect(shown.hasPrefix("\r\u{1B}[Kstandard input: 0 MiB"))
      #expect(shown.hasSuffix("\r\u{1B}[K"))
      #expect(try await onTerminal("\(slow) | outline-tool -q > out", in: directory) == "")
    }
  }
#endif
