/// How the tool ended, as its exit code tells it; the greater one is the worse.
enum ExitCode: Int32, Comparable {
  case done = 0
  /// Everything was shown that could be, but there were problems.
  case problems = 1
  /// The usage was bad, an input could not be read, or the output could not be written.
  case trouble = 2

  static func < (left: ExitCode, right: ExitCode) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Something to tell the user on standard error.
enum Message {
  case badArguments(ArgumentError)
  case unreadable(Problem)
  case recovered(Problem)
  /// A text that `--collapse` was given, and that no row has.
  case nothingToCollapse(Bytes)
  case outputFailed(SystemError)

  var exitCode: ExitCode {
    switch self {
    case .recovered(let problem): problem.isDoubtful ? .problems : .done
    case .nothingToCollapse: .problems
    case .badArguments, .unreadable, .outputFailed: .trouble
    }
  }
}

/// The standard streams of one run, and the exit code that what was told amounts to.
struct Console: ~Copyable {
  var output: OutputBuffer
  private var messages: OutputBuffer
  private(set) var exitCode = ExitCode.done

  init() {
    let isASCIIOnly = LocaleCharset.current == .other
    output = OutputBuffer(descriptor: Process.standardOutput, isASCIIOnly: isASCIIOnly)
    messages = OutputBuffer(descriptor: Process.standardError, isASCIIOnly: isASCIIOnly)
  }

  /// Writes a message and makes the exit code as bad as it is.
  mutating func tell(_ message: Message) {
    exitCode = max(exitCode, message.exitCode)
    message.append(to: &messages)
    // Where messages cannot be written there is nowhere left to say so; the exit code still tells.
    try? messages.flush()
  }
}
