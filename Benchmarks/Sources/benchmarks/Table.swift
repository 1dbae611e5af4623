import Foundation

/// A table of the page of results: the answer to one question.
struct Table {
  let name: String
  let rows: [Row]

  init(_ name: String, rows: [Row]) {
    self.name = name
    self.rows = rows
  }

  /// Creates a table of tasks, each with integers and with strings.
  init(_ name: String, _ integers: [Benchmark<Int>], _ strings: [Benchmark<String>]) {
    self.init(name, rows: zip(integers, strings).map(Row.init))
  }

  /// Measures rows, and prints them below a comment, by which `tables.py` finds them.
  ///
  /// The columns are those of the rows, in the order of their first appearance.
  func print(_ rows: [Row], secondForm: TreeForm, run: Run) throws {
    var lines: [(title: String, cells: [Cell])] = []
    for row in rows {
      for form in row.dependsOnForm ? [.regular, secondForm] : [.regular] {
        let title = form == .regular ? row.title : "\(row.title), \(form) tree"
        FileHandle.standardError.write(Data("\(name): \(title)\n".utf8))
        let cells = try row.cells(form, run)
        if !cells.isEmpty { lines.append((title, cells)) }
      }
    }
    var columns: [String] = []
    for cell in lines.flatMap(\.cells) where !columns.contains(cell.column) {
      columns.append(cell.column)
    }
    Swift.print("<!-- table: \(name) -->")
    Swift.print("| task |", columns.map { " \($0) |" }.joined(), separator: "")
    Swift.print("|---|", columns.map { _ in "---|" }.joined(), separator: "")
    for (title, cells) in lines {
      let texts = columns.map { column in cells.first { $0.column == column }?.text ?? "–" }
      Swift.print("| \(title) |", texts.map { " \($0) |" }.joined(), separator: "")
    }
    Swift.print()
    fflush(nil)
  }
}

/// The figures of one contender.
typealias Cell = (column: String, text: String)

/// A row of a table.
struct Row {
  let title: String
  /// A Boolean value that indicates whether there is another row for a second form of tree.
  let dependsOnForm: Bool
  /// Measures the task in trees of a form.
  ///
  /// Returns no cells if the task is impossible in such trees.
  let cells: (TreeForm, Run) throws -> [Cell]

  init(_ integers: Benchmark<Int>, _ strings: Benchmark<String>) {
    title = integers.title
    dependsOnForm = integers.dependsOnForm
    cells = { form, run in
      integers.cells(
        try [
          integers.measure(run.integers(form), rounds: run.rounds),
          strings.measure(run.strings(form), rounds: run.rounds),
        ])
    }
  }

  /// Creates a row of figures that do not depend on the type of the items.
  init(_ benchmark: Benchmark<Int>) {
    title = benchmark.title
    dependsOnForm = benchmark.dependsOnForm
    cells = { form, run in
      benchmark.cells([try benchmark.measure(run.integers(form), rounds: run.rounds)])
    }
  }
}

/// The sizes of a run, and its workloads.
struct Run {
  let rounds: Int
  let integers: Workloads<Int>
  let strings: Workloads<String>

  init(rowCount count: Int, rounds: Int) {
    self.rounds = rounds
    integers = Workloads(count: count)
    strings = Workloads(count: count)
  }
}

/// The workloads of a run with one type of items, which are made when they are first needed.
final class Workloads<Item: BenchmarkItem> {
  typealias Pair = (small: Workload<Item>, large: Workload<Item>)

  private let count: Int
  private var made: [TreeForm: Pair] = [:]

  init(count: Int) {
    self.count = count
  }

  func callAsFunction(_ form: TreeForm) throws -> Pair {
    if let pair = made[form] { return pair }
    let pair = try (
      small: Workload<Item>(form, count: count / 100), large: Workload<Item>(form, count: count)
    )
    made[form] = pair
    return pair
  }
}

// MARK: - Benchmarks

/// A task, and the contenders for it.
///
/// Numbers in titles are those of a run with a width of 100.
struct Benchmark<Item: BenchmarkItem> {
  let title: String
  var unit = Unit.seconds
  /// A Boolean value that indicates whether a second form of tree is measured.
  var dependsOnForm = false
  /// A Boolean value that indicates whether to compare with the figure of a hundredth of the rows.
  var hasGrowth = true
  /// Figures of other libraries from other runs.
  var quoted: [Cell] = []
  /// Returns the contenders for a workload, the library first.
  let contenders: (Workload<Item>) throws -> [Contender]

  init(
    _ title: String, unit: Unit = .seconds, dependsOnForm: Bool = false, hasGrowth: Bool = true,
    quoted: [Cell] = [], contenders: @escaping (Workload<Item>) throws -> [Contender]
  ) {
    self.title = title
    self.unit = unit
    self.dependsOnForm = dependsOnForm
    self.hasGrowth = hasGrowth
    self.quoted = quoted
    self.contenders = contenders
  }

  /// Measures all contenders, and the library also with the small workload.
  func measure(_ workloads: Workloads<Item>.Pair, rounds: Int) throws -> Measurement {
    let figures = try minima(contenders(workloads.large), rounds: rounds)
    guard hasGrowth, let figure = figures.first?.figure else {
      return Measurement(figures: figures, growth: nil)
    }
    let small = try minima(Array(contenders(workloads.small).prefix(1)), rounds: rounds)
    return Measurement(figures: figures, growth: small.first.map { figure / $0.figure })
  }

  /// Returns the cost of an operation for each contender: the minimum of several rounds.
  ///
  /// The contenders take turns, so that a busy moment of the machine affects all of them.
  private func minima(_ contenders: [Contender], rounds: Int) throws -> [Measurement.Figure] {
    var figures = Array(repeating: Double.infinity, count: contenders.count)
    for _ in 0..<rounds {
      for (index, contender) in contenders.enumerated() {
        figures[index] = min(figures[index], try contender.run())
      }
    }
    return zip(contenders, figures).map { (name: $0.name, figure: $1) }
  }

  /// Returns the cells of a row, each with the figures of several measurements.
  func cells(_ measurements: [Measurement]) -> [Cell] {
    guard let first = measurements.first, !first.figures.isEmpty else { return [] }
    var cells: [Cell] = first.figures.indices.map { index in
      (first.figures[index].name, unit.text(measurements.map { $0.figures[index].figure }))
    }
    if hasGrowth, let growth = measurements.compactMap(\.growth).max() {
      cells.insert(("growth", "\(digits(growth)) ×"), at: 1)
    }
    return cells + quoted
  }
}

/// The result of a benchmark with one type of items.
struct Measurement {
  typealias Figure = (name: String, figure: Double)

  let figures: [Figure]
  /// The figure of the library divided by its figure with a hundredth of the rows.
  let growth: Double?
}

/// The unit of a benchmark.
enum Unit {
  case seconds
  case bytes
  case count

  /// Returns figures, with one symbol if they share it.
  func text(_ figures: [Double]) -> String {
    let parts = figures.map { part($0) }
    if let symbol = parts.first?.symbol, parts.allSatisfy({ $0.symbol == symbol }) {
      let numbers = parts.map(\.number).joined(separator: " / ")
      return symbol.isEmpty ? numbers : "\(numbers) \(symbol)"
    }
    return parts.map { "\($0.number) \($0.symbol)" }.joined(separator: " / ")
  }

  private func part(_ figure: Double) -> (number: String, symbol: String) {
    switch self {
    case .bytes where figure >= 1e6: (digits(figure / 1e6), "MB")
    case .bytes where figure >= 1e4: (digits(figure / 1e3), "kB")
    case .bytes: (digits(figure), "B")
    case .count: (grouped(Int(figure)), "")
    case .seconds where figure < 1e-6: (digits(figure * 1e9), "ns")
    case .seconds where figure < 1e-3: (digits(figure * 1e6), "µs")
    case .seconds: (digits(figure * 1e3), "ms")
    }
  }
}

/// Returns the number with at least two significant digits.
private func digits(_ number: Double) -> String {
  switch number {
  case ..<0.0995: String(format: "%.3f", number)
  case ..<9.95: String(format: "%.2f", number)
  case ..<99.5: String(format: "%.1f", number)
  default: grouped(Int(number.rounded()))
  }
}

/// Returns the number with a comma before each group of three digits.
func grouped(_ number: Int) -> String {
  let digits = String(number).reversed().enumerated()
  return String(digits.flatMap { $0 > 0 && $0 % 3 == 0 ? [",", $1] : [$1] }.reversed())
}
