/// The first problems that a reader finds in a file, and the number of the others.
struct ProblemLog {
  private static let limit = 10

  private var entries: [(problem: any FormatProblem, offset: Int)] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }
  var first: (problem: any FormatProblem, offset: Int)? { entries.first }

  mutating func report(_ problem: any FormatProblem, at offset: Int) {
    count += 1
    if entries.count < ProblemLog.limit { entries.append((problem, offset)) }
  }

  /// Adds the problems of another log.
  mutating func append(_ other: ProblemLog) {
    count += other.count
    entries += other.entries.prefix(max(0, ProblemLog.limit - entries.count))
  }

  /// Returns the problems with their lines and columns.
  func problems(in bytes: Span<UInt8>, of path: Bytes) -> [Problem] {
    var problems: [Problem] = []
    for (problem, offset) in entries {
      let location = SourceLocation(of: offset, in: bytes)
      problems.append(Problem(path: path, location: location, kind: .inFormat(problem)))
    }
    if count > entries.count {
      problems.append(Problem(path: path, kind: .more(count: count - entries.count)))
    }
    return problems
  }
}
