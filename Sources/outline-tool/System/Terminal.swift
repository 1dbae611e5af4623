#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch

/// The terminal of a full-screen program: its alternate screen, and its keys without echo.
///
/// The terminal is opened by its name, because standard input can be a pipe.
@MainActor
final class Terminal {
  enum Event {
    case input(Bytes)
    case resize
    /// The program shows its screen again after a pause, or the system asks it to pause.
    case resume
    case pause
    /// The terminal is gone.
    case end
  }

  let descriptor: Int32
  private let file: FileDescriptor
  private var original = termios()
  private var keys: (any DispatchSourceRead)?
  private var signals: [any DispatchSourceSignal] = []
  private var handle: (Event) -> Void = { _ in }
  private var isPaused = false

  /// Opens the terminal of the standard output, or returns `nil` if it cannot show a screen.
  init?() {
    let isDumb = Process.environmentValue("TERM").map { $0.isEmpty || $0 == Bytes("dumb".utf8) }
    guard isDumb == false, let name = Process.terminalName(of: Process.standardOutput),
      let file = try? FileDescriptor.open(terminal: name),
      unsafe tcgetattr(file.number, &original) == 0
    else { return nil }
    self.file = file
    descriptor = file.number
  }

  /// The number of rows and columns; that of an old terminal if it tells none.
  var size: (rows: Int, columns: Int) { Process.size(of: descriptor) ?? (24, 80) }

  /// Shows the alternate screen and passes events to a closure until the terminal ends.
  func begin(_ handle: @escaping (Event) -> Void) {
    self.handle = handle
    enter()
    for (number, event) in [
      (SIGWINCH, Event.resize), (SIGCONT, .resume), (SIGTSTP, .pause),
    ] {
      if number == SIGTSTP { _ = signal(number, SIG_IGN) }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [weak self] in
        MainActor.assumeIsolated { self?.handle(event) }
      }
      source.activate()
      signals.append(source)
    }
  }

  /// Restores the terminal.
  func end() {
    leave()
    for source in signals { source.cancel() }
    signals = []
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

    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.readInput() }
    }
    source.activate()
    keys = source
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
    _ = signal(SIGTSTP, SIG_IGN)
    if !isPaused { leave() }
    enter()
  }

  private func readInput() {
    let bytes = readAvailable()
    if bytes.isEmpty { return handle(.end) }
    handle(.input(bytes))
  }

  /// Reads what the user has typed, or what follows within some milliseconds.
  func readAvailable(within milliseconds: Int32 = 0) -> Bytes {
    if milliseconds > 0 {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, milliseconds) > 0 else { return [] }
    }
    return unsafe Bytes(unsafeUninitializedCapacity: 4096) { buffer, count in
      count = unsafe max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  private func write(_ text: StaticString) {
    text.withUTF8Buffer { try? writeAll(unsafe $0.span, to: descriptor) }
  }

  /// Shows the alternate screen without a cursor, cuts long lines, and reports the mouse.
  private static let start: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h"
}
