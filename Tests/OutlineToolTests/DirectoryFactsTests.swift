import Foundation
import Testing

@Suite("Sizes and numbers of directories")
struct DirectoryFactsTests {
  private static let files = [
    "top/a/b/x": "12345", "top/a/y": "1234567", "top/a/.hidden": "123", "top/c/": "",
    "top/z": "",
  ]

  @Test func dirsOnlyOmitsFiles() throws {
    let directory = try TemporaryDirectory(Self.files)
    let script = "ln -s a top/link; ln -s z top/file; outline-tool --dirs-only"
    #expect(
      try Tool.shell("\(script) top", in: directory) == """
        top
        ├── a
        │   └── b
        ├── c
        └── link -> a

        """)
  }

  #if os(Linux)  // elsewhere du lacks the option -b
    @Test(arguments: [("", 3), ("-L1", 2), ("--collapse a", 2), ("--at a/b", 1), ("-P b", 2)])
    func sizesOfDirectoriesAreThoseOfDu(options: String, count: Int) throws {
      let directory = try TemporaryDirectory(Self.files)
      let run = try Tool.shell(
        """
        ln top/a/y top/a/again; ln -s b top/a/link
        du -b top | sed 's/\\(.*\\)\t\\(.*\\)/\\2 \\1/' | sort > du
        outline-tool -a --attribute size --rows --dirs-only \(options) top | grep -v link |
          cut -f 4,6 --output-delimiter=' ' | sort > tool
        comm -23 tool du; wc -l < tool
        """, in: directory)
      #expect(run.output == "\(count)\n", "\(run)")
    }
  #endif

  // The file system there takes files of any size.
  @Test(.enabled(if: Tool.systemHas("/dev/shm")))
  func sizesAddUpToTheLargestNumberAtMost() throws {
    let run = try Tool.shell(
      """
      directory=$(mktemp -d /dev/shm/outline-tool-tests-XXXXXX); cd $directory
      mkdir c; truncate -s 4611686018427387904 c/a c/b
      outline-tool --attribute size -L1 . | tail -n 1; rm -r $directory
      """)
    #expect(run == "└── ▸ c [size: 9223372036854775807]\n")
  }

  @Test func entriesHaveSizesNumbersAndTimes() throws {
    let directory = try TemporaryDirectory(Self.files)
    let attributes = "--attribute size --attribute files --attribute modified"
    let run = try Tool.shell(
      """
      touch -t 202401312359.58 top/z; touch -t 197001010000 top/a/y; touch -t 196912312359.59 top/a/b/x
      export TZ=UTC; outline-tool \(attributes) --rows top | cut -f 5- | grep -v '^[abc]'
      outline-tool --attribute files -I b top
      """, in: directory)
    #expect(
      run == """
        x\t5\t\t1969-12-31T23:59:59Z
        y\t7\t\t1970-01-01T00:00:00Z
        z\t0\t\t2024-01-31T23:59:58Z
        top
        ├── a [files: 1]
        │   └── y
        ├── c [files: 0]
        └── z

        """)
  }
}
