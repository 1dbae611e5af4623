import Foundation
import Testing

@Suite("Options for directories")
struct DirectoryOptionTests {
  @Test func matchOmitsDirectoriesWithoutMatches() throws {
    let directory = try TemporaryDirectory([
      "top/a/x.swift": "", "top/a/b/y.md": "", "top/c/d/z.swift": "", "top/e/": "", "top/f.md": "",
    ])
    let run = try Tool.shell("outline-tool -P '*.swift' top", in: directory)
    #expect(
      run == """
        top
        ├── a
        │   └── x.swift
        └── c
            └── d
                └── z.swift

        """)
    let both = try Tool.shell("outline-tool -P a --prune both top", in: directory)
    #expect(both.rows == "a(b(y.md) x.swift)")
    let none = try Tool.shell("outline-tool -P '*.c' top", in: directory)
    #expect(none.messages == "outline-tool: --match: no row matches '*.c'\n")
  }

  /// The tool reports directories only if it tries to open them without free descriptors.
  @Test(arguments: [
    "-L1", "--expand none", "--expand none -P b", "--ignore '*'", "-L1 -P c",
    "--collapse '[be]'", "-P B --collapse b -I e",
  ])
  func unneededDirectoriesAreNotRead(options: String) throws {
    let directory = try TemporaryDirectory([
      "top/b/c/d": "", "top/B": "", "top/a": "", "top/e/": "",
    ])
    let run = try Tool.shell("ulimit -n 4; outline-tool \(options) -q top", in: directory)
    #expect(run.messages == "")
    let needed = try Tool.shell("ulimit -n 4; outline-tool -P d top", in: directory)
    #expect(needed.messages.contains("top/b: Too many open files"))
  }

  @Test(arguments: [
    ("size", "C(D) A"), ("-size", "A C(D)"), ("-natural", "C(D) A"),
    ("-size --at 2", "C(D)"), ("files", "C(D) A"),
  ])
  func attributesOrderEntries(options: String, rows: String) throws {
    let directory = try TemporaryDirectory()
    // The directory itself has a size, which no small file reaches.
    let script = "mkdir -p top/C; head -c 100000 /dev/zero > top/A; touch top/C/D"
    _ = try Tool.shell(script, in: directory)
    let run = try Tool.shell("outline-tool --sort \(options) top", in: directory)
    let shown = run.rows.replacing(" … 1 more", with: "")
    #expect(shown == rows, "\(run)")
  }

  @Test func sortOrdersEntries() throws {
    let directory = try TemporaryDirectory([
      "top/b10/": "", "top/b9": "", "top/C": "", "top/a/": "", "top/1": "",
    ])
    let orders = ["text": "1 C a b10 b9", "natural": "1 a b9 b10 C", "folders": "a b10 1 b9 C"]
    for (order, rows) in orders {
      #expect(try Tool.shell("outline-tool --sort \(order) top", in: directory).rows == rows)
    }
    let unsorted = try Tool.shell("outline-tool --sort none top | sort", in: directory)
    #expect(unsorted.output.split(separator: "\n").count == 6)
  }

  @Test func followShowsLinkedDirectories() throws {
    let directory = try TemporaryDirectory(["top/a/b": "", "other/c/d": ""])
    let run = try Tool.shell(
      """
      ln -s ../../other top/a/link; ln -s ../a top/a/loop; ln -s . top/self; ln -s b top/a/file
      ln -s nowhere top/broken; ln -s ../../top other/c/back
      outline-tool --follow top
      """, in: directory)
    #expect(
      run
        == Run(
          output: """
            top
            ├── a
            │   ├── b
            │   ├── file -> b
            │   ├── link -> ../../other
            │   │   └── c
            │   │       ├── back -> ../../top
            │   │       └── d
            │   └── loop -> ../a
            ├── broken -> nowhere
            └── self -> .

            """,
          messages: """
            outline-tool: top/a/link/c/back: link to an ancestor; not followed
            outline-tool: top/a/loop: link to an ancestor; not followed
            outline-tool: top/self: link to an ancestor; not followed

            """, exitCode: 1))
    let closed = try Tool.shell("outline-tool --follow -L1 -I a top", in: directory)
    #expect(closed.output == "top\n├── broken -> nowhere\n└── ▸ self -> .\n")
    let matched = try Tool.shell("outline-tool -P file top", in: directory)
    #expect(matched.output == "top\n└── a\n    └── file -> b\n")
  }

  /// Each of thirty directories has two links to the next one, so there are a billion paths.
  @Test func linksBetweenDirectoriesAreFollowedOnce() throws {
    let directory = try TemporaryDirectory(["top/": "", "web/30/end": ""])
    let web = """
      for n in $(seq 0 29); do
        mkdir web/$n; ln -s ../$((n + 1)) web/$n/a; ln -s ../$((n + 1)) web/$n/b
      done
      ln -s ../web/0 top/w; ln -s ../web/1 top/x
      """
    let run = try Tool.shell(
      "\(web)\noutline-tool --follow --rows top | cut -f 2,5 | sed -n '31,33p;62,$p'",
      in: directory)
    #expect(
      run.output
        == "30\ta -> ../30\n31\tend\n30\tb -> ../30\n1\tb -> ../1\n0\tx -> ../web/1\n")
    #expect(
      run.messages.hasSuffix(
        """
        /b: link to a directory that is already shown; not followed
        outline-tool: top: 30 more problems

        """))
    // With a depth limit, more is shown of directories near the root.
    let limited = try Tool.shell(
      "outline-tool --follow --rows -L3 top | cut -f 2,5 | tail -n 5", in: directory)
    #expect(
      limited.output
        == "0\tx -> ../web/1\n1\ta -> ../2\n2\ta -> ../3\n2\tb -> ../3\n1\tb -> ../2\n")
  }

  @Test func deepLinkedDirectoriesAreReopened() throws {
    let directory = try TemporaryDirectory()
    let steps = (0..<50).map { "d\($0)" }.joined(separator: "/")
    let run = try Tool.shell(
      """
      mkdir -p top far; mkdir -p top/\(steps) far/\(steps); touch top/\(steps)/x top/z far/y
      ln -s "$PWD/far" top/d0/d1/d2/a; ln -s "$PWD/far/d0" top/\(steps)/b
      outline-tool --follow --rows top | cut -f 2,5 | grep -E '[[:blank:]][xyz]$'
      """, in: directory)
    #expect(run.messages == "")
    #expect(run.output == "4\ty\n50\tx\n0\tz\n")
  }

  private let rules = """
    # comment
    *.o
    !keep.o
    /anchored
    build/
    deep/inner
    **/any
    logs/**
    !logs/
    a/**/z
    trailing\\ \u{20}
    \\#hash
    \\!bang
    x[0-9]
    ?.tmp\r
    doc/*.txt

    """

  private let names = [
    "a.o", "keep.o", "sub/b.o", "sub/keep.o", "anchored", "sub/anchored", "build/x", "sub/build/y",
    "sub2/build", "deep/inner", "sub/deep/inner", "any", "sub/any/q", "logs/one", "logs/two/three",
    "a/z", "a/b/c/z", "a/b/y", "trailing ", "trailing", "#hash", "!bang", "x1", "xy", "1.tmp",
    "12.tmp", "doc/a.txt", "doc/sub/b.txt", "sub/.gitignore", "sub/nested.c", "sub/only.h",
    "sub/in/only.h", "empty/.gitignore", "empty/f.o",
  ]

  @Test(.enabled(if: Tool.systemHas("/usr/bin/git"), "needs /usr/bin/git"))
  func gitignoreAgreesWithGit() throws {
    let directory = try TemporaryDirectory(
      Dictionary(uniqueKeysWithValues: names.map { ("top/" + $0, "") }))
    try directory.write([
      "top/.gitignore": rules, "top/sub/.gitignore": "*.c\n!b.o\n/only.h\n",
      "top/empty/.gitignore": "\n#\n", "exclude": "excluded\n", "top/excluded": "",
    ])
    let files = "find . -name .git -prune -o -type f -print | sed 's/^..//' | sort"
    // The tool must omit exactly the files that git ignores.
    let run = try Tool.shell(
      """
      cd top; git init -q .; cp ../exclude .git/info/exclude
      git ls-files -co --exclude-standard | sort > ../git
      outline-tool --gitignore -a --rows . | grep -v expanded | cut -f 4 | sed 's/^..//' |
        while read -r f; do test -f "$f" && printf '%s\\n' "$f"; done | sort > ../tool
      diff ../git ../tool && \(files) | wc -l
      cd sub; git ls-files -co --exclude-standard | sort > ../../git
      outline-tool --gitignore -a --rows . | grep -v expanded | cut -f 4 | sed 's/^..//' |
        sort > ../../tool
      diff ../../git ../../tool
      """, in: directory)
    #expect(run.exitCode == 0, "\(run)")
    #expect(run.output.split(separator: "\n").count == 1, "\(run)")
  }

  @Test func unreadableGitignoreIsReported() throws {
    let large = String(repeating: "#\n", count: 1 << 19)
    let directory = try TemporaryDirectory([
      "top/.git/info/": "", "top/a/b/.gitignore": large, "top/a/c/.gitignore": large + "#",
      "top/a/d/": "", "file/.git": "", "file/a": "",
    ])
    let run = try Tool.shell(
      """
      ln -s .gitignore top/a/.gitignore; ln -s .gitignore top/a/d/.gitignore
      outline-tool --gitignore top; echo $?
      outline-tool --gitignore top/a/d/ 2>&1 | sed 's,: /.*/top/,: /top/,'; outline-tool --gitignore file
      """, in: directory)
    #expect(
      run.output == """
        top
        └── a
            ├── b
            ├── c
            └── d
        1
        outline-tool: /top/a/.gitignore: Too many levels of symbolic links
        outline-tool: top/a/d/.gitignore: Too many levels of symbolic links
        top/a/d/
        file
        └── a

        """)
    #expect(
      run.messages == """
        outline-tool: top/a/.gitignore: Too many levels of symbolic links
        outline-tool: top/a/c/.gitignore: larger than 1 MiB
        outline-tool: top/a/d/.gitignore: Too many levels of symbolic links

        """)
  }

  @Test func gitignoreNeedsNoWorkingTree() throws {
    let directory = try TemporaryDirectory(["top/.gitignore": "b\n", "top/a/b": "", "top/c": ""])
    #expect(try Tool.shell("outline-tool --gitignore top", in: directory).rows == "a c")
    #expect(try Tool.shell("outline-tool --gitignore < top", in: directory).rows == "a c")
  }
}
