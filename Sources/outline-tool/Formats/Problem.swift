/// A problem with an input, which `Messages.swift` describes in a sentence.
struct Problem: Error {
  enum Kind {
    case failed(SystemError)
    case tooLarge(limit: Int)
    case notUTF8(count: Int)
    case incompleteUTF16
    case binary
    /// A file has bytes, but no rows; `noun` stands for its rows.
    case noRows(noun: String)
    case linkCycle
    case repeatedLink
    case includeCycle
    indirect case include(Problem)
    case notLocal(Bytes)
    case inFormat(any FormatProblem)
    /// Some columns of a table are neither parts of the outline nor attributes.
    case namelessColumns(first: Int, otherCount: Int)
    /// No member or column has the name that an option gives.
    case noField(Bytes, nearest: [Bytes])
    /// There are more problems than the tool reports one by one.
    case more(count: Int)
  }

  /// The input, or the directory in it, as it appears in messages.
  let path: Bytes
  var location: SourceLocation?
  let kind: Kind

  /// A Boolean value that indicates whether the output may differ from the meaning of the input.
  var isWarning: Bool {
    switch kind {
    case .more, .notUTF8: false
    case .inFormat(let problem): problem.isWarning
    default: true
    }
  }

  /// A Boolean value that indicates whether the input is at fault; a valid input can have no rows.
  var isFault: Bool {
    switch kind {
    case .noRows: false
    case .include(let problem): problem.isFault
    default: true
    }
  }
}

/// A violation of a format's rules, which the reader works around.
protocol FormatProblem: Sendable {
  var message: String { get }

  /// A Boolean value that indicates whether the rows may differ from the meaning of the file.
  var isWarning: Bool { get }
}

extension FormatProblem where Self: RawRepresentable<String> {
  var message: String { rawValue }
}

/// A line and a column of a file, both counted from 1, the column in bytes.
struct SourceLocation {
  let line: Int
  let column: Int

  init(of offset: Int, in bytes: Span<UInt8>) {
    var line = 1
    var lineStart = 0
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: lineStart), end < offset {
      line += 1
      lineStart = end + 1
    }
    self.line = line
    column = offset - lineStart + 1
  }
}

/// The first problems that a reader finds in a file, and the number of the others.
struct ProblemLog {
  private static let limit = 10

  private var entries: [(problem: any FormatProblem, offset: Int)] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }
  /// The problems at the first offset, and this offset.
  var first: (problems: [any FormatProblem], offset: Int)? {
    guard let offset = entries.first?.offset else { return nil }
    return (entries.prefix { $0.offset == offset }.map(\.problem), offset)
  }

  func contains<P: FormatProblem & Equatable>(_ problem: P) -> Bool {
    entries.contains { $0.problem as? P == problem }
  }

  mutating func report(_ problem: any FormatProblem, at offset: Int) {
    count += 1
    if entries.count < ProblemLog.limit { entries.append((problem, offset)) }
  }

  mutating func append(_ other: ProblemLog) {
    count += other.count
    entries += other.entries.prefix(max(0, ProblemLog.limit - entries.count))
  }

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
