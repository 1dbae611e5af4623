/// How the tool ended, as its exit code tells it; the greater one is the worse.
enum ExitCode: Int32, Comparable {
  case success = 0
  /// Everything was shown that could be, but there were problems.
  case warnings = 1
  /// The usage was bad, an input could not be read, or the output could not be written.
  case failure = 2

  static func < (left: ExitCode, right: ExitCode) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Something to tell the user on standard error.
enum Message {
  case badArguments(ArgumentError)
  case unreadable(Problem)
  case recovered(Problem)
  /// A pattern that an option was given, and that nothing matched.
  case nothingMatched(option: String, Bytes)
  /// An option that says something about what another one does, which is not there.
  case noUse(option: String, without: String)
  /// An attribute that is to be shown, and that no row has.
  case noAttribute(Bytes)
  case outputFailed(Bytes, SystemError)

  var exitCode: ExitCode {
    switch self {
    case .recovered(let problem): problem.isWarning ? .warnings : .success
    case .nothingMatched, .noUse, .noAttribute: .warnings
    case .badArguments, .unreadable, .outputFailed: .failure
    }
  }
}

/// The standard streams of one run, and the exit code that what was told amounts to.
struct Console: ~Copyable {
  var output: OutputBuffer
  /// How messages name the output.
  private(set) var outputName = Bytes("standard output".utf8)
  private var messages: OutputBuffer
  private(set) var exitCode = ExitCode.success
  /// Whether the output could be written.
  private(set) var hasOutput = true

  /// Whether only errors are told.
  var isQuiet = false

  /// Whether the output is to go through the user's pager.
  var wantsPager = false
  private(set) var pager: Pager?

  init() {
    let isASCIIOnly = LocaleCharset.current == .other
    output = OutputBuffer(descriptor: Process.standardOutput, isASCIIOnly: isASCIIOnly)
    messages = OutputBuffer(descriptor: Process.standardError, isASCIIOnly: isASCIIOnly)
  }

  /// Whether to tell how far a long reading has come.
  var showsProgress: Bool {
    !isQuiet && pager == nil && Process.isTerminal(Process.standardError)
      && Process.environmentValue("TERM")?.elementsEqual("dumb".utf8) == false
  }

  /// Has the output go elsewhere.
  mutating func redirect(to descriptor: Int32, named name: Bytes) {
    output = OutputBuffer(descriptor: descriptor, isASCIIOnly: output.isASCIIOnly)
    outputName = name
  }

  /// Starts the user's pager if it is wanted, when there is something to show: interrupting is its
  /// matter from then on, and would do nothing while input is awaited.
  mutating func startPager() {
    guard wantsPager else { return }
    wantsPager = false
    guard let started = Pager.start() else { return }
    redirect(to: started.input, named: outputName)
    pager = started
  }

  /// Writes a message and makes the exit code as bad as it is.
  mutating func report(_ message: Message) {
    exitCode = max(exitCode, message.exitCode)
    if case .outputFailed = message { hasOutput = false }
    if isQuiet && message.exitCode < .failure { return }
    message.append(to: &messages)
    // Where messages cannot be written there is nowhere left to say so; the exit code still tells.
    try? messages.flush()
  }
}
