import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal of a full-screen program: its alternate screen, and its keys without echo.
///
/// The terminal is opened by its name, because standard input can be a pipe.
@MainActor
final class Terminal {
  enum Event {
    /// The user has typed something, which ``takeInput(within:)`` returns.
    case input
    case resize
    /// The program shows its screen again after a pause, or the system asks it to pause.
    case resume
    case pause
    /// The terminal is gone.
    case end
  }

  let descriptor: Int32
  private let name: Bytes
  private let file: FileDescriptor
  private var original = termios()
  private var keys: (any DispatchSourceRead)?
  private var signals: (any DispatchSourceRead)?
  /// The ends of the pipe through which signals arrive.
  private var signalPipe = (input: Int32(-1), output: Int32(-1))
  private var handle: (Event) -> Void = { _ in }
  private var isPaused = false
  /// The input that nobody has taken yet.
  ///
  /// All input goes through it, so that keys stay in order even if some of them are awaited while
  /// others have arrived.
  private var unread = Bytes()

  /// Opens the terminal of the standard output, or returns `nil` if it cannot show a screen.
  init?() {
    let isDumb = Process.environmentValue("TERM").map { $0.isEmpty || $0 == Bytes("dumb".utf8) }
    guard isDumb == false, let name = Process.terminalName(of: Process.standardOutput),
      let file = try? FileDescriptor.open(terminal: name),
      unsafe tcgetattr(file.number, &original) == 0
    else { return nil }
    self.name = name
    self.file = file
    descriptor = file.number
  }

  /// The number of rows and columns; that of an old terminal if it tells none.
  var size: (rows: Int, columns: Int) { Process.size(of: descriptor) ?? (24, 80) }

  /// Shows the alternate screen and passes events to a closure until the terminal ends.
  func begin(_ handle: @escaping (Event) -> Void) {
    self.handle = handle
    enter()
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A signal handler must not wait.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signalPipe = (ends[1], ends[0])
    SignalHandling.report([SIGWINCH, SIGCONT, SIGTSTP], to: signalPipe.input)
    signals = makeSource(of: signalPipe.output) { $0.readSignals() }
  }

  private func readSignals() {
    for number in Self.readAvailable(from: signalPipe.output) ?? [] {
      switch Int32(number) {
      case SIGWINCH: handle(.resize)
      case SIGCONT: handle(.resume)
      default: handle(.pause)
      }
    }
  }

  private func makeSource(
    of descriptor: Int32, _ read: @escaping @MainActor (Terminal) -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { if let self { read(self) } }
    }
    source.activate()
    return source
  }

  /// Restores the terminal.
  func end() {
    leave()
    signals?.cancel()
  }

  /// Takes the keys and the screen.
  func enter() {
    isPaused = false
    var raw = original
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    // Return and Control-S are keys.
    raw.c_iflag &= ~tcflag_t(ICRNL | IXON)
    SignalHandling.restoreScreen(of: descriptor, original)
    _ = unsafe tcsetattr(descriptor, TCSANOW, &raw)
    write(Self.start)

    keys = makeSource(of: descriptor) { $0.readInput() }
  }

  /// Gives the keys and the screen back, for another program or at the end.
  func leave() {
    keys?.cancel()
    keys = nil
    write(SignalHandling.screenEnd)
    _ = unsafe tcsetattr(descriptor, TCSANOW, &original)
    SignalHandling.forgetScreen()
  }

  /// Leaves the screen and stops the programs of this job until the user continues them.
  func pause() {
    guard !isPaused else { return }
    leave()
    isPaused = true
    _ = signal(SIGTSTP, SIG_DFL)
    _ = kill(0, SIGTSTP)
    // Without a shell that could continue the job, the system ignores the signal.
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
      MainActor.assumeIsolated { self?.handle(.resume) }
    }
  }

  /// Takes the screen again after a pause.
  ///
  /// If another program stopped this one, the shell may have changed the settings.
  func resume() {
    if isPaused { SignalHandling.report([SIGTSTP], to: signalPipe.input) } else { leave() }
    enter()
  }

  /// Runs a shell command on the terminal until it ends, and returns whether it succeeded.
  ///
  /// - Parameter arguments: The values of `$1` and so on.
  func run(_ command: String, arguments: [Bytes]) -> Bool {
    leave()
    // Interruptions are for the command.
    let formerInterruption = signal(SIGINT, SIG_IGN)
    let formerQuit = signal(SIGQUIT, SIG_IGN)
    _ = signal(SIGTSTP, SIG_DFL)
    defer {
      _ = signal(SIGINT, formerInterruption)
      _ = signal(SIGQUIT, formerQuit)
      SignalHandling.report([SIGTSTP], to: signalPipe.input)
      enter()
    }
    // The command must not wait for keys without blocking, as this program does.
    guard let input = try? FileDescriptor.open(name),
      let process = Process.startShell(command, arguments: arguments, input: input.number)
    else { return false }
    return Process.wait(for: process) == 0
  }

  private func readInput() {
    guard let bytes = Self.readAvailable(from: descriptor) else { return handle(.end) }
    guard !bytes.isEmpty else { return }
    unread += bytes
    handle(.input)
  }

  /// Takes what the user has typed, or waits for it for some milliseconds.
  func takeInput(within milliseconds: Int32 = 0) -> Bytes {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if unread.isEmpty, unsafe poll(&request, 1, milliseconds) > 0 {
      return Self.readAvailable(from: descriptor) ?? []
    }
    defer { unread = [] }
    return unread
  }

  /// Reads without waiting, or returns `nil` at the end of the input.
  static func readAvailable(from descriptor: Int32, limit: Int = 4096) -> Bytes? {
    var isAtEnd = false
    let bytes = unsafe Bytes(unsafeUninitializedCapacity: limit) { buffer, count in
      let length = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      isAtEnd = length == 0 || length < 0 && errno != EAGAIN && errno != EINTR
      count = max(0, length)
    }
    return isAtEnd ? nil : bytes
  }

  private func write(_ text: StaticString) {
    text.withUTF8Buffer { try? writeAll(unsafe $0.span, to: descriptor) }
  }

  /// Shows the alternate screen without a cursor, cuts long lines, and reports the mouse.
  private static let start: StaticString =
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h"
}
