import Testing

@Suite("Output and exit codes")
struct OutputTests {
  @Test(arguments: [
    ("A\u{1B}]0;B\u{7}", "A\\u{1B}]0;B\\u{7}"),
    ("A\tB\u{7F}\rC", "A\\tB\\u{7F}\\rC"),
    ("A\u{80}B\u{9B}31mC\u{A0}", "A\\u{80}B\\u{9B}31mC\u{A0}"),
    ("\u{61C}\u{200E}\u{200F}", "\\u{61C}\\u{200E}\\u{200F}"),
    ("A\u{2027}\u{2028}\u{2029}\u{202A}", "A\u{2027}\\u{2028}\\u{2029}\\u{202A}"),
    ("A\u{202E}\u{202F}", "A\\u{202E}\u{202F}"),
    ("A\u{2065}\u{2066}\u{2069}\u{206A}", "A\u{2065}\\u{2066}\\u{2069}\u{206A}"),
    ("A\\nB\u{10FFFF}\u{E000}👩‍🌾", "A\\nB\u{10FFFF}\u{E000}👩‍🌾"),
  ])
  func terminalControlsAreEscaped(text: String, shown: String) throws {
    #expect(try Tool.run(input: text + "\n").output == "standard input\n└── \(shown)\n")
  }

  @Test(arguments: [
    ("\\377A\\200", "\\xFFA\\x80"),
    ("\\303(", "\\xC3("),
    ("A\\342\\202", "A\\xE2\\x82"),
    ("\\300\\200", "\\xC0\\x80"),
    ("\\340\\237\\277", "\\xE0\\x9F\\xBF"),
    ("\\355\\240\\200", "\\xED\\xA0\\x80"),
    ("\\360\\217\\277\\277", "\\xF0\\x8F\\xBF\\xBF"),
    ("\\364\\220\\200\\200", "\\xF4\\x90\\x80\\x80"),
    ("\\365\\200\\200\\200", "\\xF5\\x80\\x80\\x80"),
    ("\\355\\237\\277\\356\\200\\200", "\u{D7FF}\u{E000}"),
  ])
  func bytesThatAreNotUTF8AreEscaped(bytes: String, shown: String) throws {
    let run = try Tool.shell("printf '\(bytes)' | outline-tool")
    let count = shown.split(separator: "\\x", omittingEmptySubsequences: false).count - 1
    let expected =
      count == 1
      ? "1 byte of invalid UTF-8"
      : "\(count) bytes of invalid UTF-8, the first here"
    let column = shown.hasPrefix("A") ? 2 : 1
    let message = "outline-tool: standard input:1:\(column): \(expected)\n"
    #expect(
      run == Run(output: "standard input\n└── \(shown)\n", messages: count > 0 ? message : ""))
    let strict = try Tool.shell("printf '\(bytes)' | outline-tool --strict")
    #expect(strict.exitCode == (count > 0 ? 2 : 0) && strict.messages == run.messages)
  }

  @Test(arguments: [
    ("\\377\\376A\\0\\n\\0B", "A", "2:1: incomplete UTF-16 character; omitted", 1),
    ("A\\n\\303\\251\\377", "A é\\xFF", "2:3: 1 byte of invalid UTF-8", 0),
  ])
  func invalidUTF8IsReported(bytes: String, rows: String, message: String, exitCode: Int32) throws {
    let run = try Tool.shell("printf '\(bytes)' | outline-tool")
    #expect(run.rows == rows)
    #expect(run.messages == "outline-tool: standard input:\(message)\n")
    #expect(run.exitCode == exitCode)
    #expect(try Tool.shell("printf '\(bytes)' | outline-tool --strict").exitCode == 2)
  }

  /// Regression: the characters of UTF-32 were shown between zero bytes, without a message.
  @Test func zeroBytesAreReportedInUTF16() throws {
    let run = try Tool.shell("printf '\\377\\376\\0\\0A\\0\\0\\0' | outline-tool")
    let message = "standard input:1:1: zero byte; this is probably not a text file\n"
    #expect(run == Run(output: "", messages: "outline-tool: " + message, exitCode: 2))
  }

  /// Regression: messages named neither the place nor the cause.
  @Test(arguments: ["opml", "html"])
  func invalidUTF8IsTheCauseOfALostText(format: String) throws {
    let run = try Tool.shell("printf 'A\\377' | outline-tool --to \(format)")
    #expect(run.messages.contains("standard input:1:2: 1 byte of invalid UTF-8\n"))
    #expect(run.messages.contains("(UTF-8 without control characters"))
  }

  /// Invalid bytes in hidden notes are not reported, even if other files show invalid bytes.
  @Test func messagesDoNotDependOnOtherFiles() throws {
    let outline = "<opml><outline text=\"B\" _note=\"\\377\"/></opml>"
    let files = "printf 'A\\377' >a; printf '\(outline)' >b"
    for names in ["a b", "b a"] {
      let run = try Tool.shell("cd \"$(mktemp -d)\"; \(files); outline-tool \(names)")
      let expected = "outline-tool: a:1:2: 1 byte of invalid UTF-8\n"
      #expect(run.messages == expected)
    }
  }

  @Test func zeroBytesBetweenPathsAreNotReported() throws {
    #expect(try Tool.shell("printf 'a/b\\0a/c\\0' | outline-tool").messages == "")
  }

  @Test(arguments: [
    ("de_DE.ISO-8859-1", "A\\u{15B}\\u{9B}\\u{1F469}"), ("de_DE", "A\\u{15B}\\u{9B}\\u{1F469}"),
    ("C", "Aś\\u{9B}👩"), ("POSIX", "Aś\\u{9B}👩"), ("", "Aś\\u{9B}👩"),
    ("de_DE.UTF-8@euro", "Aś\\u{9B}👩"),
  ])
  func textIsASCIIInLocalesOfOtherCharsets(locale: String, shown: String) throws {
    let run = try Tool.shell(
      "LC_ALL=\(locale) outline-tool --charset ascii - é", input: "Aś\u{9B}👩\n")
    #expect(run.output == "standard input\n`-- \(shown)\n")
    let name = shown.contains("ś") ? "é" : "\\u{E9}"
    #expect(run.messages == "outline-tool: \(name): No such file or directory\n")
  }

  @Test func headersAndMessagesAreEscaped() throws {
    let directory = try TemporaryDirectory()
    let run = try Tool.shell(
      """
      echo A > "$(printf 'b\\033c')"
      outline-tool "$(printf 'b\\033c')" "$(printf 'd\\033e\\377')"
      """, in: directory)
    let message = "outline-tool: d\\u{1B}e\\xFF: No such file or directory\n"
    #expect(run == Run(output: "b\\u{1B}c\n└── A\n", messages: message, exitCode: 2))
  }

  @Test func unreadableInputDoesNotStopTheOthers() throws {
    let messages = ["missing", "''"].map { "outline-tool: \($0): No such file or directory\n" }
    let expected = Run(
      output: "standard input\n└── A\n", messages: messages.joined(), exitCode: 2)
    #expect(try Tool.run("missing", "-", "", input: "A\n") == expected)
  }

  @Test func worstProblemDeterminesTheExitCode() throws {
    let run = try Tool.shell("printf 'A\\n\\t\\tB\\n' | outline-tool missing -")
    #expect(run.exitCode == 2)
    #expect(run.output == "standard input\n└── A\n    └── B\n")
  }

  /// The requirement of the test, a script, and the failure.
  @Test(
    arguments: [
      ("/proc/self/mem", "- < /proc/self/mem", "standard input: Input/output error"),
      ("/bin/sh", "- <&-", "standard input: Bad file descriptor"),
      ("/dev/zero", "- < /dev/zero", "standard input: Cannot allocate memory"),
      ("/dev/full", "--version > /dev/full", "standard output: No space left on device"),
      ("/dev/full", "--help > /dev/full", "standard output: No space left on device"),
      ("/dev/full", "Samples/garden.txt > /dev/full", "standard output: No space left on device"),
      ("/dev/full", "Samples > /dev/full", "standard output: No space left on device"),
      ("/bin/sh", "Samples/garden.txt >&-", "standard output: Bad file descriptor"),
    ].filter { Tool.systemHas($0.0) })
  func failuresOfStandardStreamsAreReported(needed: String, arguments: String, message: String)
    throws
  {
    let limit = needed == "/dev/zero" ? "ulimit -v 600000; " : ""
    #expect(try Tool.shell(limit + "outline-tool " + arguments) == .failure(message))
  }

  /// A sparse file takes little memory.
  @Test(
    .enabled(if: Tool.systemHas("/usr/bin/truncate"), "needs /usr/bin/truncate"),
    arguments: [("1000M", "Cannot allocate memory"), ("4T", "larger than 1 GiB")])
  func hugeFilesAreReported(size: String, problem: String) throws {
    let limit = size == "4T" ? "" : "ulimit -v 600000; "
    let script = "truncate -s \(size) a.txt; \(limit)outline-tool a.txt"
    #expect(try Tool.shell(script, in: TemporaryDirectory()) == .failure("a.txt: \(problem)"))
  }

  /// The runtime writes another message before.
  @Test(.enabled(if: Tool.systemHas("/proc/self/limits"), "needs limits of memory"))
  func rowsThatExceedMemoryAreReported() throws {
    let script = """
      yes | head -c 3000000 > a.txt; ulimit -v 100000
      outline-tool -o b.txt a.txt; echo $?; ls
      """
    let run = try Tool.shell(script, in: TemporaryDirectory())
    #expect(run.output == "2\na.txt\n")
    #expect(run.messages.hasSuffix("outline-tool: not enough memory\n"), "\(run)")
  }

  @Test func fileWithTheDescriptorOfClosedInputIsNotRead() throws {
    let run = try Tool.shell("outline-tool Samples/bread.txt - -L1 <&-")
    let message = "outline-tool: standard input: Bad file descriptor\n"
    let output = "Samples/bread.txt\n└── ▸ Sourdough\n"
    #expect(run == Run(output: output, messages: message, exitCode: 2))
  }

  @Test func closedPipeEndsTheToolQuietly() throws {
    let run = try Tool.shell(
      "yes 'a row of text' | head -n 200000 | { outline-tool; echo \"code $?\" >&2; } | head -n 2")
    #expect(run == Run(output: "standard input\n├── a row of text\n", messages: "code 0\n"))
  }

  @Test func closedOutputIsNotReportedIfUnused() throws {
    let run = try Tool.shell("outline-tool missing >&-")
    #expect(run.messages == "outline-tool: missing: No such file or directory\n")
  }

  @Test(.enabled(if: Tool.systemHas("/usr/bin/strace"), "faults are injected by strace"))
  func errorsOnClosingTheOutputAreReported() throws {
    let run = try Tool.shell(
      "strace -qq -o trace -P \"$PWD/out\" -e inject=close:error=EDQUOT outline-tool --version > out",
      in: TemporaryDirectory())
    #expect(run == .failure("standard output: Disk quota exceeded"))
  }

  /// Regression: the signal ended the tool, and left a temporary file.
  @Test func aLimitOfTheSizeOfFilesIsReported() throws {
    let directory = try TemporaryDirectory(["a.txt": String(repeating: "row\n", count: 10_000)])
    let run = try Tool.shell("ulimit -f 1; outline-tool a.txt -o b.txt", in: directory)
    #expect(run == .failure("b.txt: File too large"))
    #expect(try Tool.shell("ls", in: directory) == "a.txt\n")
  }

  @Test(.enabled(if: Tool.systemHas("/dev/full"), "needs /dev/full"))
  func exitCodeRemainsIfStandardErrorFails() throws {
    #expect(try Tool.shell("outline-tool missing 2> /dev/full").exitCode == 2)
  }

  @Test func formatsAreReportedWithTheReason() throws {
    let byName = try Tool.show("# A\n", as: "a.md", options: "-v")
    #expect(byName.messages == "outline-tool: a.md: read as markdown, by its name\n")
    #expect(byName.exitCode == 0)
    let json = try Tool.run("--json", "--verbose", input: "{\"name\":\"A\"}")
    #expect(
      json.output.contains(",\"format\":\"json\",\"reason\":\"by its contents\",\"children\""))
    let other = try Tool.run("--verbose", input: "A\n")
    #expect(other.messages.hasSuffix(": read as text, since no other format fits\n"))
    #expect(try Tool.run("-qv", input: "A\n").messages == "")
  }

  @Test func linesOfDeepRowsAreNumbers() throws {
    let text = (0..<1_002).map { String(repeating: "\t", count: $0) + "A\n" }.joined()
    let lines = try Tool.run(input: text).output.split(separator: "\n")
    #expect(lines[1_000].hasSuffix("    └── A") && lines[1_000].count == 4_001)
    #expect(lines[1_001...] == ["(level 1000) └── A", "(level 1001) └── A"])
  }

  @Test func rowsDistinguishTabsFromBackslashes() throws {
    let run = try Tool.run("--rows", input: "A\tB\nA\\tB\n")
    #expect(run.fields == "0\tleaf\tA\\tB\n0\tleaf\tA\\\\tB\n")
  }
}
