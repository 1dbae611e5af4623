import Foundation

/// Measures the library and the collections of the standard library, and prints Markdown rows.
@main
struct Benchmarks {
  static func main() throws {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      print("USAGE: benchmarks [--smoke] [--shapes] [--width NUMBER] [--rounds NUMBER]")
      print("                  [PART-OF-A-TITLE]")
      print("       benchmarks --count TASK")
      exit(64)
    }
    if let task = options.countedTask { return try CountedTask.run(named: task) }
    let large = Shape(width: options.width, depth: 3)
    let small = Shape(width: options.width, depth: 2)
    print("Rows: \(large.rowCount). Growth: from \(small.rowCount) rows.\n")
    print(Report.header)
    try run(Int.self, small: small, large: large, options: options)
    try run(String.self, small: small, large: large, options: options)
    let items = (0..<2000).map { CollidingItem(number: $0) }
    try run(
      colliding(), items: "one bucket", small: Array(items.prefix(200)), large: items,
      options: options)
    let bucketItems = (0..<100_000).map { CollidingItem(number: $0, bucket: $0 % 100) }
    try run(
      collidingInBuckets(), items: "100 buckets", small: Array(bucketItems.prefix(10_000)),
      large: bucketItems, options: options)
  }

  /// Runs benchmarks, and prints their rows.
  static func run<Input>(
    _ benchmarks: some Sequence<Comparison<Input>>, items: String, small: Input, large: Input,
    options: Options
  ) throws {
    for benchmark in benchmarks where options.selects(benchmark.title) {
      let report = try benchmark.report(small: small, large: large, rounds: options.rounds)
      print(report.row(items: items))
    }
  }

  /// Runs the operations on many items with trees of one form.
  static func runBulk<Item: BenchmarkItem>(
    _ type: Item.Type, _ form: TreeForm, count: Int, options: Options
  ) throws {
    let small = try Tree<Item>(form, count: count / 10)
    let large = try Tree<Item>(form, count: count)
    try run(
      bulk(type, form), items: "\(type), \(form)", small: small, large: large, options: options)
  }

  /// Runs every benchmark with one type of items.
  static func run<Item: BenchmarkItem>(
    _ type: Item.Type, small: Shape, large: Shape, options: Options
  ) throws {
    let small = try Workload<Item>(small)
    let large = try Workload<Item>(large)
    let benchmarks = [
      editing(type), querying(type), walking(type), building(type), memory(type),
      differing(type), changing(type), treeChanging(type), rebuilding(type), sectioning(type),
      toggling(type), showing(type),
    ]
    try run(
      benchmarks.joined(), items: "\(type)", small: small, large: large, options: options)
    for form in options.forms {
      try runBulk(type, form, count: large.items.count, options: options)
    }
  }
}

/// The arguments of the command line.
struct Options {
  var width = 100
  var rounds = 7
  var title = ""
  var countedTask: String?
  /// The forms of the trees for operations on many items.
  var forms: [TreeForm] = [.regular, .random]

  /// Parses the arguments.
  ///
  /// Returns `nil` if they are invalid.
  init?(_ arguments: some Sequence<String>) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--smoke":
        width = 10
        rounds = 1
      case "--width":
        guard let number = arguments.next().flatMap({ Int($0) }), number >= 2 else { return nil }
        width = number
      case "--rounds":
        guard let number = arguments.next().flatMap({ Int($0) }), number >= 1 else { return nil }
        rounds = number
      case "--shapes":
        forms = TreeForm.allCases
      case "--count":
        countedTask = arguments.next() ?? ""
      default:
        if argument.hasPrefix("-") { return nil }
        title = argument
      }
    }
  }

  func selects(_ title: String) -> Bool {
    self.title.isEmpty || title.contains(self.title)
  }
}
