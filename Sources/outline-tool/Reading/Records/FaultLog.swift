/// What a reader finds wrong with a file: the first faults, as nobody reads thousands, and how many
/// there are.
struct FaultLog {
  private static let limit = 10

  private var faults: [(fact: Problem.Fact, position: Int)] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }
  var first: (fact: Problem.Fact, position: Int)? { faults.first }

  mutating func note(_ fact: Problem.Fact, at position: Int) {
    count += 1
    if faults.count < FaultLog.limit { faults.append((fact, position)) }
  }

  /// Adds what another log has.
  mutating func append(_ other: FaultLog) {
    count += other.count
    faults += other.faults.prefix(max(0, FaultLog.limit - faults.count))
  }

  /// Returns the faults with their lines and columns.
  func problems(in bytes: Span<UInt8>, of name: Bytes) -> [Problem] {
    var problems: [Problem] = []
    for (fact, position) in faults {
      problems.append(Problem(path: name, place: Place(of: position, in: bytes), fact: fact))
    }
    if count > faults.count {
      problems.append(Problem(path: name, fact: .moreMalformed(count - faults.count)))
    }
    return problems
  }
}
