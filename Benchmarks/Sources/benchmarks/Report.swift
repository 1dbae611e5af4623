import Foundation

/// The unit of a benchmark.
enum Unit {
  case seconds
  case bytes
  case rows

  func text(_ figure: Double) -> String {
    switch self {
    case .bytes: "\(digits(figure)) B"
    case .rows: "\(Int(figure)) rows"
    case .seconds where figure < 1e-6: "\(digits(figure * 1e9)) ns"
    case .seconds where figure < 1e-3: "\(digits(figure * 1e6)) µs"
    case .seconds: "\(digits(figure * 1e3)) ms"
    }
  }
}

/// The limit that the library must meet.
enum Bar {
  /// A figure in the benchmark's unit.
  case atMost(Double)
  /// A multiple of the figure of the first rival.
  case timesRival(Double)
}

/// The result of a benchmark.
struct Report {
  let title: String
  let unit: Unit
  let figure: Double
  let growth: Double
  let rivals: [Measurement]
  let bar: Bar?
  let growthBar: Double?

  static let header = """
    | task | items | Outline | growth | alternative (ratio) | limit | met |
    |---|---|---|---|---|---|---|
    """

  /// A Boolean value that indicates whether all limits are met; `nil` without limits.
  var isMet: Bool? {
    if bar == nil && growthBar == nil { return nil }
    let isFigureMet =
      switch bar {
      case nil: true
      case .atMost(let most): figure <= most
      case .timesRival(let times): figure <= times * rivals[0].figure
      }
    return isFigureMet && growth <= growthBar ?? .infinity
  }

  func row(items: String) -> String {
    let beside = rivals.map { rival in
      "\(rival.name) \(unit.text(rival.figure)) (\(digits(figure / rival.figure)))"
    }
    let met = isMet.map { $0 ? "yes" : "**no**" } ?? "–"
    return """
      | \(title) | \(items) | \(unit.text(figure)) | \(digits(growth)) × \
      | \(beside.joined(separator: ", ")) | \(demand) | \(met) |
      """
  }

  private var demand: String {
    var demands: [String] = []
    switch bar {
    case nil: break
    case .atMost(let most): demands.append("≤ \(unit.text(most))")
    case .timesRival(let times): demands.append("≤ \(digits(times)) of \(rivals[0].name)")
    }
    if let growthBar { demands.append("growth ≤ \(digits(growthBar)) ×") }
    return demands.isEmpty ? "–" : demands.joined(separator: ", ")
  }
}

/// Returns the number with two or three significant digits.
private func digits(_ number: Double) -> String {
  switch number {
  case ..<0.001: String(format: "%.6f", number)
  case ..<0.1: String(format: "%.4f", number)
  case ..<10: String(format: "%.2f", number)
  case ..<100: String(format: "%.1f", number)
  default: String(format: "%.0f", number)
  }
}
