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
enum Limit {
  /// A figure in the benchmark's unit.
  case atMost(Double)
  /// A multiple of the figure of the first alternative.
  case timesAlternative(Double)
}

/// The result of a benchmark.
struct Report {
  let title: String
  let unit: Unit
  let figure: Double
  let growth: Double
  let alternatives: [Measurement]
  let limit: Limit?
  let growthLimit: Double?

  static let header = """
    | task | items | Outline | growth | alternative (ratio) | limit | met |
    |---|---|---|---|---|---|---|
    """

  /// A Boolean value that indicates whether all limits are met; `nil` without limits.
  var isMet: Bool? {
    if limit == nil && growthLimit == nil { return nil }
    let isFigureMet =
      switch limit {
      case nil: true
      case .atMost(let most): figure <= most
      case .timesAlternative(let times): figure <= times * alternatives[0].figure
      }
    return isFigureMet && growth <= growthLimit ?? .infinity
  }

  func row(items: String) -> String {
    let compared = alternatives.map { alternative in
      "\(alternative.name) \(unit.text(alternative.figure)) (\(digits(figure / alternative.figure)))"
    }
    let met = isMet.map { $0 ? "yes" : "**no**" } ?? "–"
    return """
      | \(title) | \(items) | \(unit.text(figure)) | \(digits(growth)) × \
      | \(compared.joined(separator: ", ")) | \(limitText) | \(met) |
      """
  }

  private var limitText: String {
    var parts: [String] = []
    switch limit {
    case nil: break
    case .atMost(let most): parts.append("≤ \(unit.text(most))")
    case .timesAlternative(let times): parts.append("≤ \(digits(times)) of \(alternatives[0].name)")
    }
    if let growthLimit { parts.append("growth ≤ \(digits(growthLimit)) ×") }
    return parts.isEmpty ? "–" : parts.joined(separator: ", ")
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
