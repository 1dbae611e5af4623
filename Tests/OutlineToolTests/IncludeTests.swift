import Foundation
import OutlineTestSupport
import Testing

@Suite("Included outlines")
struct IncludeTests {
  private func opml(_ outlines: String) -> String { "<opml><body>\(outlines)</body></opml>" }

  private func include(_ address: String) -> String {
    "<outline text='\(address)' type='include' url='\(address)'/>"
  }

  @Test func localFilesAreReadOnRequest() throws {
    let directory = try TemporaryDirectory([
      "a.opml": opml(include("sub/b.opml") + "<outline text='A' x='1'/>"),
      "sub/b.opml": opml("<outline text='B &amp; b'>\(include("c.opml"))</outline>"),
      "sub/c.opml": opml("<outline text='C' x='2'/>"),
    ])
    #expect(try Tool.shell("outline-tool a.opml", in: directory).rows == "sub/b.opml A")
    let run = try Tool.shell("outline-tool --follow-includes --attribute x a.opml", in: directory)
    #expect(
      run == """
        a.opml
        ├── sub/b.opml
        │   └── B & b
        │       └── c.opml
        │           └── C [x: 2]
        └── A [x: 1]

        """)
    let focused = try Tool.shell("outline-tool --follow-includes -P C a.opml", in: directory)
    #expect(focused.rows == "sub/b.opml(B & b(c.opml(C)))")
  }

  @Test func addressesOfFilesAreLocal() throws {
    let directory = try TemporaryDirectory(["b c.opml": opml("<outline text='B'/>")])
    try directory.write(["a.opml": opml(include("file://\(directory.path)/b%20c.opml"))])
    let run = try Tool.shell(
      "outline-tool --follow-includes --rows a.opml | tail -n 1", in: directory)
    #expect(run.fields == "1\tleaf\tB\n")
  }

  @Test func cyclesAndRemoteFilesAreReported() throws {
    let others = ["https://example.org/a.opml", "//host/a.opml", "", "missing.opml", "pipe", "."]
    let directory = try TemporaryDirectory([
      "a.opml": opml(include("b.opml") + include("a.opml") + others.map(include).joined()),
      "b.opml": opml(include("./a.opml") + "<outline text='B'/>"),
    ])
    let run = try Tool.shell("mkfifo pipe; outline-tool --follow-includes a.opml", in: directory)
    #expect(
      run.rows
        == "b.opml(./a.opml B) a.opml https://example.org/a.opml //host/a.opml . "
        + "missing.opml pipe .")
    #expect(
      run.messages == """
        outline-tool: b.opml:1:13: include cycle; not followed
        outline-tool: a.opml:1:65: include cycle; not followed
        outline-tool: a.opml:1:117: includes 'https://example.org/a.opml', which is not a local file; \
        not followed
        outline-tool: a.opml:1:209: includes '//host/a.opml', which is not a local file; not followed
        outline-tool: a.opml:1:275: includes '', which is not a local file; not followed
        outline-tool: a.opml:1:315: includes missing.opml: No such file or directory
        outline-tool: a.opml:1:379: includes pipe: No such file or directory
        outline-tool: a.opml:1:427: includes .: No such file or directory

        """)
    #expect(run.exitCode == 1)
    let strict = try Tool.shell("outline-tool --strict --follow-includes a.opml", in: directory)
    #expect(strict.exitCode == 2 && strict.output == "")
  }

  /// The last file fits into the limit, but not beside the files that are read before it.
  @Test func exponentialIncludesAreLimited() throws {
    let count = TestEffort.choose(quick: 4, full: 40, long: 40)
    var files = ["\(count).opml": ""]
    let filling = "<!--" + String(repeating: " ", count: 1_000_000) + "-->"
    for number in 0..<count {
      let next = include("\(number + 1).opml")
      files["\(number).opml"] = opml(next + filling + next)
    }
    let directory = try TemporaryDirectory(files)
    try FileHandle(forWritingTo: directory.url("\(count).opml")).truncate(atOffset: 253 << 20)
    let run = try Tool.shell("outline-tool --follow-includes -L1 0.opml | tail -n 1", in: directory)
    #expect(run.messages.contains("larger than 256 MiB"))
  }

  @Test(arguments: ["https://", "missing/"])
  func manyFailedIncludesAreSummarized(prefix: String) throws {
    let includes = (1...1_000).map { include("\(prefix)\($0)") + "\n" }
    let directory = try TemporaryDirectory(["a.opml": opml(includes.joined())])
    let run = try Tool.shell("outline-tool --follow-includes -L1 a.opml", in: directory)
    let messages = run.messages.split(separator: "\n")
    #expect(
      messages.count == 11
        && messages.last == "outline-tool: a.opml: 990 more problems")
    #expect(messages[1].hasPrefix("outline-tool: a.opml:2:1: includes "))
    #expect(run.exitCode == 1)
  }

  @Test func lateWarningsChangeTheExitCode() throws {
    let directory = try TemporaryDirectory([
      "a.opml": opml(include("b.opml") + include("no.opml")),
      "b.opml": opml(String(repeating: "<outline text='A & B'/>", count: 20)),
    ])
    let run = try Tool.shell("outline-tool --follow-includes -L1 a.opml", in: directory)
    #expect(run.exitCode == 1)
    #expect(
      run.messages.hasSuffix(
        """
        outline-tool: a.opml:1:65: includes no.opml: No such file or directory
        outline-tool: a.opml: 10 more problems

        """))
  }

  @Test func longChainOfFilesIsFollowedInLinearTime() throws {
    let count = largeCount(10_000)
    var files = Dictionary(
      uniqueKeysWithValues: (0..<count).map { ("\($0).opml", opml(include("\($0 + 1).opml"))) })
    // More rows than the internal checks examine after each file.
    files["0.opml"] = opml(String(repeating: "<outline/>", count: 5_000) + include("1.opml"))
    let directory = try TemporaryDirectory(files)
    let run = try Tool.shell("outline-tool --follow-includes -L1 0.opml", in: directory)
    #expect(
      run.messages
        == "outline-tool: \(count - 1).opml:1:13: includes \(count).opml: No such file or directory\n"
    )
  }

  @Test func storedExpansionOfEachFileCounts() throws {
    let state = "<head><expansionState>1</expansionState></head>"
    let child = "<outline text='A'><outline text='B'><outline text='C'/></outline></outline>"
    let directory = try TemporaryDirectory([
      "a.opml": "<opml>\(state)<body><outline text='b' type='include' url='b.opml'/></body></opml>",
      "b.opml": "<opml>\(state)<body>\(child)</body></opml>",
    ])
    let run = try Tool.shell("outline-tool --follow-includes --expand stored a.opml", in: directory)
    #expect(run.output == "a.opml\n└── b\n    └── A\n        └── ▸ B\n")
  }
}
