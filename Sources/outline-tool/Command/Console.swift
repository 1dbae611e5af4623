enum ExitCode: Int32, Comparable {
  case success = 0
  /// The output is as complete as possible, but there were warnings; or the inputs differ.
  case warnings = 1
  /// The usage was wrong, an input was unreadable, or the output failed.
  case failure = 2

  static func < (left: ExitCode, right: ExitCode) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A message for the user on standard error.
enum Message {
  case badArguments(ArgumentError)
  case unreadable(Problem)
  case recovered(Problem)
  case nothingMatched(option: String, Bytes)
  case noRow(RowAddress)
  case nothingSatisfied(Condition)
  /// Some row satisfies each condition and pattern, but no row satisfies all of them.
  case nothingSatisfiesAll(hasPattern: Bool)
  /// An option has no effect with or without another one or an input.
  case noUse(option: String, String)
  case noAttribute(option: String, Bytes, nearest: String?)
  /// The format of an input, and the reason for it.
  case format(Bytes, String, FormatReason)
  /// A format could not hold all of the outline.
  case notKept(WrittenLoss)
  /// The output would be read as another format.
  case resembles(String)
  case noPager(Bytes)
  case outputFailed(Bytes, SystemError)

  var exitCode: ExitCode {
    switch self {
    case .recovered(let problem): problem.isWarning ? .warnings : .success
    case .noPager, .format, .resembles: .success
    // Rows without an attribute can satisfy a condition.
    case .noAttribute(let option, _, _): option == "--where" ? .success : .warnings
    case .notKept(let loss): loss.part == .row || loss.part == .text ? .warnings : .success
    case .nothingMatched, .noRow, .nothingSatisfied, .nothingSatisfiesAll, .noUse: .warnings
    case .badArguments, .unreadable, .outputFailed: .failure
    }
  }
}

/// The standard streams, and the exit code of the messages so far.
struct Console: ~Copyable {
  var output: OutputBuffer
  /// The name of the output in messages.
  private(set) var outputName = Bytes("standard output".utf8)
  private var messages: OutputBuffer
  private(set) var exitCode = ExitCode.success
  private(set) var hasOutput = true

  var isQuiet = false

  /// Whether warnings leave the exit code unchanged, because it reports differences.
  var hasHarmlessWarnings = false

  /// Whether to start the pager before the first output.
  var wantsPager = false
  private(set) var pager: Pager?

  init() {
    let isASCIIOnly = LocaleCharset.current == .other
    output = OutputBuffer(descriptor: Process.standardOutput, isASCIIOnly: isASCIIOnly)
    messages = OutputBuffer(descriptor: Process.standardError, isASCIIOnly: isASCIIOnly)
  }

  var showsProgress: Bool {
    !isQuiet && pager == nil && Process.isTerminal(Process.standardError)
      && Process.environmentValue("TERM")?.elementsEqual("dumb".utf8) == false
  }

  mutating func redirect(to descriptor: Int32, named name: Bytes) {
    output = OutputBuffer(descriptor: descriptor, isASCIIOnly: output.isASCIIOnly)
    outputName = name
  }

  /// Starts the pager if the output is paged.
  ///
  /// The pager takes over interruptions, so it starts only when there is output to show.
  mutating func startPager() {
    guard wantsPager else { return }
    wantsPager = false
    if let missing = Pager.missingCommand {
      report(.noPager(missing))
      return
    }
    guard let started = Pager.start() else { return }
    redirect(to: started.input, named: outputName)
    pager = started
  }

  /// Raises the exit code, because the inputs differ.
  mutating func reportDifference() {
    exitCode = max(exitCode, .warnings)
  }

  /// Writes a message and raises the exit code to its severity.
  mutating func report(_ message: Message) {
    if !(hasHarmlessWarnings && message.exitCode == .warnings) {
      exitCode = max(exitCode, message.exitCode)
    }
    if case .outputFailed = message { hasOutput = false }
    if isQuiet && message.exitCode < .failure { return }
    message.append(to: &messages)
    // If standard error fails, only the exit code can report a problem.
    try? messages.flush()
  }
}
