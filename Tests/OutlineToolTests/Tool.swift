import Foundation
import OutlineTestSupport
import Testing

struct Run: Equatable, CustomStringConvertible {
  var output: String
  var messages = ""
  var exitCode: Int32 = 0

  var description: String {
    "exit code \(exitCode)\n--- output\n\(output)--- messages\n\(messages)---"
  }
}

/// A text stands for a run that prints it, without messages.
extension Run: ExpressibleByStringInterpolation {
  init(stringLiteral output: String) {
    self.init(output: output)
  }

  /// A run that prints nothing but this message of the tool, and fails.
  static func failure(_ message: String) -> Run {
    Run(output: "", messages: "outline-tool: \(message)\n", exitCode: 2)
  }
}

enum Tool {
  /// Runs the tool at the root of the package, where `Samples/` is, in a UTF-8 locale.
  static func run(_ arguments: String..., input: String = "") throws -> Run {
    try execute(executable.path, arguments, in: nil, input: input)
  }

  /// Runs lines of shell, in which `outline-tool` is the tool, at the root of the package or
  /// elsewhere.
  static func shell(
    _ script: String, in directory: TemporaryDirectory? = nil, input: String = ""
  ) throws -> Run {
    try execute("/bin/sh", ["-c", script], in: directory, input: input)
  }

  /// Runs lines of shell that mostly wait, while the calling thread runs other tests.
  static func waitForShell(_ script: String, in directory: TemporaryDirectory) async throws -> Run {
    try await onStack(of: 1 << 20) { try shell(script, in: directory) }
  }

  /// Runs a program.
  ///
  /// A signal ends each process after five minutes of processor time, in case it never stops
  /// reading.
  private static func execute(
    _ program: String, _ arguments: [String], in working: TemporaryDirectory?, input: String
  ) throws -> Run {
    // Files do not block as pipes can.
    let directory = try TemporaryDirectory()
    try directory.write(["input": input, "output": "", "messages": ""])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "ulimit -t 300; exec \"$@\"", "sh", program] + arguments
    process.currentDirectoryURL = working.map { URL(fileURLWithPath: $0.path) } ?? packageRoot
    process.environment = [
      "LC_ALL": "C.UTF-8",
      "PATH": executable.deletingLastPathComponent().path + ":/usr/local/bin:/usr/bin:/bin",
    ]
    process.standardInput = try FileHandle(forReadingFrom: directory.url("input"))
    process.standardOutput = try FileHandle(forWritingTo: directory.url("output"))
    process.standardError = try FileHandle(forWritingTo: directory.url("messages"))
    try process.run()
    process.waitUntilExit()
    return Run(
      output: try directory.read("output"), messages: try directory.read("messages"),
      exitCode: process.terminationReason == .exit ? process.terminationStatus : -1)
  }

  static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The tool is built into the directory that the test bundle is in.
  private static let executable: URL = {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let bundle = bundles.first ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return bundle.deletingLastPathComponent().appendingPathComponent("outline-tool")
  }()

  static func systemHas(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  /// Runs the tool on a file with these contents, in the directory of the file.
  static func show(_ contents: String, as name: String, options: String = "") throws -> Run {
    let directory = try TemporaryDirectory([name: contents])
    return try shell("outline-tool \(options) \(name)", in: directory)
  }
}

final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let name = "outline-tool-tests-" + UUID().uuidString
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  convenience init(_ files: [String: String]) throws {
    try self.init()
    try write(files)
  }

  deinit {
    if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    // FileManager cannot remove paths beyond the system's limit.
    let remover = URL(fileURLWithPath: "/bin/rm")
    try? Process.run(remover, arguments: ["-rf", path]).waitUntilExit()
  }

  func url(_ name: String) -> URL {
    URL(fileURLWithPath: path).appendingPathComponent(name)
  }

  func write(_ files: [String: String]) throws {
    for (name, contents) in files {
      let directory = name.hasSuffix("/") ? url(name) : url(name).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      if !name.hasSuffix("/") { try Data(contents.utf8).write(to: url(name)) }
    }
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url(name)), as: UTF8.self)
  }
}

/// Expects the rows and messages of a file, and that `--strict` fails at the first message, unless
/// the file merely has no rows.
func expect(
  _ text: String, as name: String, options: String = "", toHaveRows rows: String,
  messages: [String] = [], _ label: String
) throws {
  let expected = messages.map { "outline-tool: \(name)\($0)\n" }
  let strict = try Tool.show(text, as: name, options: options + " --strict")
  if let first = expected.first, !first.contains("no rows") {
    #expect(strict == Run(output: "", messages: first, exitCode: 2), "\(label)")
  }
  let run = messages.isEmpty ? strict : try Tool.show(text, as: name, options: options)
  #expect(run.description(of: rows) == rows, "\(label)")
  #expect(run.messages == expected.joined(), "\(label)")
  let warnings = [
    "no rows", "unclosed", "unterminated", "indented more", "level deeper", "mixed tabs",
    "unknown parent", "unknown child", "child of several", "cycle of parents", "duplicate identity",
    "has no name",
  ]
  let isWarned = warnings.contains { run.messages.contains($0) }
  #expect(run.exitCode == (isWarned ? 1 : 0), "\(label)")
}

/// Compares two files, and returns the rows of the output without the header.
func diff(
  _ old: String, _ new: String, _ options: String = "-U0", as name: String = "txt"
) throws -> String {
  let directory = try TemporaryDirectory(["a.\(name)": old, "b.\(name)": new])
  let run = try Tool.shell("outline-tool diff \(options) a.\(name) b.\(name)", in: directory)
  #expect(run.messages == "" && run.exitCode == (run.output.isEmpty ? 0 : 1))
  let header = "a.\(name) -> b.\(name)\n"
  if options.contains("--rows") || options.contains("--stat") { return run.output }
  #expect(run.output.isEmpty || run.output.hasPrefix(header))
  return String(run.output.dropFirst(header.count))
}

extension Run {
  /// The output of `--rows` without the numbers and paths.
  var fields: String {
    output.split(separator: "\n").map { line in
      var fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      fields.remove(at: 3)
      return fields.dropFirst().joined(separator: "\t") + "\n"
    }.joined()
  }

  /// The rows, or the whole result if they are not the expected ones.
  func description(of expected: String) -> String {
    rows == expected ? rows : rows + "\n" + description
  }
}

/// Returns the number of pieces in a large input: 4 % of them in a quick run.
func largeCount(_ count: Int) -> Int {
  TestEffort.choose(quick: count / 25, full: count, long: count)
}
