import CGTK

/// The time that a root with many rows takes to expand and to collapse, and the memory.
struct Measurement {
  private let rows: Int
  private let model: Options.Model
  private let rounds = 5

  init(_ rows: Int, _ model: Options.Model) {
    self.rows = rows
    self.model = model
  }

  /// Prints the row of one model in the table.
  func printRow() {
    let tree = GeneratedTree(rows: rows)
    let base = Self.memory()
    let window = TreeWindow(tree, model)
    window.drawFrame()
    let collapsedMemory = Self.memory() - base
    var expandedMemory = 0
    var times: [[Double]] = [[], [], [], []]
    for _ in 0..<rounds {
      for isExpanded in [true, false] {
        let start = g_get_monotonic_time()
        window.setExpanded(isExpanded)
        let changed = g_get_monotonic_time()
        window.drawFrame()
        let drawn = g_get_monotonic_time()
        times[isExpanded ? 0 : 2].append(Double(changed - start) / 1000)
        times[isExpanded ? 1 : 3].append(Double(drawn - start) / 1000)
        if isExpanded {
          expandedMemory = max(expandedMemory, Self.memory() - base)
        }
      }
    }
    let best = times.map { $0.min() ?? 0 }
    let cells = [
      "\(model.rawValue)", "\(tree.rowCount)", Self.format(best[0]), Self.format(best[1]),
      Self.format(best[2]), Self.format(best[3]), "\(collapsedMemory / 1024) MB",
      "\(expandedMemory / 1024) MB",
    ]
    print("| " + cells.joined(separator: " | ") + " |")
  }

  /// Prints the table of both models, each measured in a separate process.
  static func table(_ rows: Int) {
    let titles = [
      "model", "rows", "expand", "expand and draw", "collapse", "collapse and draw",
      "memory, collapsed", "memory, expanded",
    ]
    print("| " + titles.joined(separator: " | ") + " |")
    print("|" + String(repeating: "---|", count: titles.count))
    for model in [Options.Model.outline, .gtk] {
      var output: UnsafeMutablePointer<gchar>?
      let command = "\(CommandLine.arguments[0]) --measure \(rows) --model \(model.rawValue)"
      g_spawn_command_line_sync(command, &output, nil, nil, nil)
      print(output.map { String(cString: $0) } ?? "", terminator: "")
      g_free(output)
    }
  }

  private static func format(_ milliseconds: Double) -> String {
    let digits = milliseconds < 10 ? 100.0 : 1.0
    let rounded = (milliseconds * digits).rounded() / digits
    return (digits == 1 ? "\(Int(rounded))" : "\(rounded)") + " ms"
  }

  /// The resident memory of the process in KiB.
  private static func memory() -> Int {
    var text: UnsafeMutablePointer<gchar>?
    guard g_file_get_contents("/proc/self/statm", &text, nil, nil) != 0, let text else { return 0 }
    defer { g_free(text) }
    let pages = String(cString: text).split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * 4
  }
}
