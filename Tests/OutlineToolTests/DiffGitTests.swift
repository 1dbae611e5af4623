import Testing

@Suite(
  "Diff in git", .enabled(if: Tool.systemHas("/usr/bin/git"), "needs /usr/bin/git"))
struct DiffGitTests {
  /// Runs lines of shell in a repository with two versions of some files.
  private func run(_ script: String) throws -> Run {
    let directory = try TemporaryDirectory([
      "1/a.opml": "<opml><body><outline text=\"A\"/><outline text=\"B\"/></body></opml>",
      "1/old.txt": "X\n", "1/same.txt": "S\n",
      "2/a.opml": "<opml><body><outline text=\"A\"><outline text=\"B\"/></outline></body></opml>",
      "2/new.txt": "N\n", "2/same.txt": "S\n",
    ])
    return try Tool.shell(
      """
      export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat
      git init -q r; cd r; git config user.email a@b; git config user.name a
      cp ../1/* .; git add .; git commit -qm 1; rm *; cp ../2/* .; git add .; git commit -qm 2
      \(script)
      """, in: directory)
  }

  @Test func gitRunsTheToolAsExternalDiff() throws {
    #expect(
      try run("GIT_EXTERNAL_DIFF='outline-tool diff' git diff HEAD~ HEAD") == """
        a.opml
          └── A
        >     └── B (from the top level)
        new.txt
        + └── N
        old.txt
        - └── X

        """)
    #expect(
      try run("git config diff.external 'outline-tool diff --stat'; git diff HEAD~ -- a.opml")
        == "a.opml: 0 inserted, 0 removed, 1 moved, 0 changed\n")
  }

  @Test func renamedAndUnmergedFilesAreCompared() throws {
    let rename = """
      git mv same.txt moved.txt; echo T >> moved.txt; git add .
      GIT_EXTERNAL_DIFF='outline-tool diff' git diff -M10 HEAD
      """
    #expect(try run(rename) == "same.txt -> moved.txt\n  ├── S\n+ └── T\n")
    let pureRename = "git mv same.txt moved.txt"
    #expect(
      try run("\(pureRename); GIT_EXTERNAL_DIFF='outline-tool diff' git diff -M HEAD") == "")
    let conflict = """
      git checkout -qb x HEAD~; echo Y > old.txt; git commit -qam x
      git merge -q $(git rev-parse --abbrev-ref @{-1}) >/dev/null 2>&1
      GIT_EXTERNAL_DIFF='outline-tool diff' git diff >/dev/null; echo $?
      """
    #expect(try run(conflict).output.hasSuffix("0\n"))
  }

  @Test func gitConvertsFilesToText() throws {
    let script = """
      echo '*.opml diff=outline' > .gitattributes
      git config diff.outline.textconv 'f() { outline-tool --rows "$1" | cut -f 2-3,5; }; f'
      git diff -U0 HEAD~ -- a.opml | tail -n +6
      """
    #expect(try run(script) == "-0\tleaf\tA\n-0\tleaf\tB\n+0\texpanded\tA\n+1\tleaf\tB\n")
  }

  @Test func gitsPagerShowsColors() throws {
    let script =
      "git config core.pager cat; unset GIT_PAGER; GIT_EXTERNAL_DIFF='outline-tool diff -U0' TERM=xterm"
    let inserted = "\u{1B}[32mN\u{1B}[0m"
    #expect(
      try run("\(script) GIT_PAGER_IN_USE=true git diff HEAD~ HEAD -- new.txt").output.contains(
        inserted))
    #expect(try !run("\(script) git diff HEAD~ HEAD -- new.txt").output.contains(inserted))
    #expect(
      try !run("\(script) GIT_PAGER_IN_USE=true NO_COLOR=1 git diff HEAD~ HEAD").output.contains(
        inserted))
  }
}
