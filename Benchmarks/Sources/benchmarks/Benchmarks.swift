import Foundation

/// Measures the library and its alternatives, and prints Markdown tables.
@main
struct Benchmarks {
  static func main() throws {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      print("USAGE: benchmarks [--smoke] [--width NUMBER] [--rounds NUMBER] [--form FORM]")
      print("                  [TABLE | PART-OF-A-TITLE]")
      print("       benchmarks --count TASK")
      print("TABLES:", tables.map(\.name).joined(separator: ", "))
      print("FORMS:", TreeForm.allCases.map(\.rawValue).joined(separator: ", "))
      exit(64)
    }
    if let task = options.countedTask { return try CountedTask.run(named: task) }
    let count = TreeForm.rowCount(width: options.width)
    let run = Run(rowCount: count, rounds: options.rounds)
    print("Rows: \(grouped(count)). Growth: from \(grouped(count / 100)).\n")
    for table in tables {
      let rows = table.rows.filter { options.selects($0, of: table) }
      if rows.isEmpty { continue }
      try table.print(rows, secondForm: options.form, run: run)
    }
  }

  private static var tables: [Table] {
    [
      Table("edits", edits(), edits()),
      Table("differences", differences(), differences()),
      Table("rebuilt", rebuilt(), rebuilt()),
      Table("patches", patches(), patches()),
      Table("builds", builds(), builds()),
      Table("small outlines", smallOutlines(), smallOutlines()),
      Table("lookups", lookups(), lookups()),
      Table("sections", sections(), sections()),
      Table("memory", memory(), memory()),
      Table("data source", dataSource(), dataSource()),
      Table("equal hashes", rows: equalHashes().map(Row.init)),
    ]
  }
}

/// The arguments of the command line.
private struct Options {
  var width = 100
  var rounds = 7
  /// The form of the second tree, for tasks whose cost depends on the form.
  var form = TreeForm.random
  var filter: String?
  var countedTask: String?

  /// Parses the arguments.
  ///
  /// Returns `nil` if they are invalid.
  init?(_ arguments: some Sequence<String>) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--smoke":
        width = 20
        rounds = 1
      case "--width":
        // Smaller trees have too few leaves for some tasks.
        guard let number = arguments.next().flatMap({ Int($0) }), number >= 20 else { return nil }
        width = number
      case "--rounds":
        guard let number = arguments.next().flatMap({ Int($0) }), number >= 1 else { return nil }
        rounds = number
      case "--form":
        guard let form = arguments.next().flatMap({ TreeForm(rawValue: $0) }) else { return nil }
        self.form = form
      case "--count":
        countedTask = arguments.next() ?? ""
      default:
        if argument.hasPrefix("-") || filter != nil { return nil }
        filter = argument
      }
    }
  }

  func selects(_ row: Row, of table: Table) -> Bool {
    guard let filter else { return true }
    return filter == table.name || row.title.contains(filter)
  }
}
