#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Cleans up when a signal ends the process: a temporary file, colors and links on the terminal,
/// the screen of the browser, and the pager.
enum SignalHandling {
  // A signal handler can only use global memory. No handler is installed while these change.
  nonisolated(unsafe) private static var temporaryFile: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private static var resetsTerminal = false
  nonisolated(unsafe) private static var pager: Pager?
  nonisolated(unsafe) private static var isInterruptible = true
  nonisolated(unsafe) private static var screen: (terminal: Int32, settings: termios)?
  nonisolated(unsafe) private static var signalPipe: Int32 = -1
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// The signals that do not end the process, or that it cannot handle.
  private static let others: [Int32] = {
    var others = [
      SIGKILL, SIGSTOP, SIGPIPE, SIGXFSZ, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG,
      SIGWINCH,
    ]
    #if canImport(Darwin)
      others += [SIGIO, SIGINFO]
    #endif
    return others
  }()

  /// Leaves the alternate screen, and undoes the other settings of ``Terminal``.
  static let screenEnd: StaticString =
    "\u{1B}[0m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Resets colors and links on the terminal when a signal arrives.
  static func resetTerminal() {
    unsafe resetsTerminal = true
    install()
  }

  /// Leaves the terminal and interruptions to the pager.
  ///
  /// If this process ended first, the pager would compete with the shell for the terminal.
  static func leaveToPager() {
    unsafe resetsTerminal = false
    unsafe isInterruptible = !isIgnoring(signal(SIGINT, SIG_IGN))
    _ = signal(SIGQUIT, SIG_IGN)
  }

  /// Lets an interruption end the process after the pager, because input may never arrive.
  static func end(after pager: Pager) {
    guard unsafe isInterruptible else { return }
    unsafe self.pager = pager
    _ = signal(SIGINT) { number in
      if let pager = unsafe SignalHandling.pager {
        _ = close(pager.input)
        try? pager.wait()
      }
      _ = signal(number, SIG_DFL)
      raise(number)
    }
  }

  /// Blocks signals during a closure, so that handlers see its complete result.
  static func holdingSignals<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var signals = sigset_t()
    var former = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers {
      unsafe sigaddset(&signals, number)
    }
    unsafe sigprocmask(SIG_BLOCK, &signals, &former)
    defer { unsafe sigprocmask(SIG_SETMASK, &former, nil) }
    return try body()
  }

  /// Deletes a file when a signal arrives; `nil` deletes none.
  static func remove(_ path: Bytes?) {
    unsafe temporaryFile = path.flatMap { unsafe strdup($0.cString) }
    install()
  }

  /// Restores the screen and the settings of a terminal when a signal or a crash ends the process.
  static func restoreScreen(of terminal: Int32, _ settings: termios) {
    unsafe screen = (terminal, settings)
    // Up to the real-time signals of Linux.
    install((1..<65).filter { !others.contains($0) })
  }

  /// Writes the number of each signal that arrives to a pipe, as a byte.
  static func report(_ numbers: [Int32], to pipe: Int32) {
    unsafe signalPipe = pipe
    for number in numbers {
      _ = signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(SignalHandling.signalPipe, &byte, 1)
        errno = error
      }
    }
  }

  /// Leaves the screen to the caller, which has restored it.
  static func forgetScreen() {
    unsafe screen = nil
  }

  private static func install(_ numbers: [Int32] = numbers) {
    holdingSignals {
      for number in numbers {
        let former = signal(number) { number in
          if let path = unsafe SignalHandling.temporaryFile { _ = unsafe unlink(path) }
          if unsafe SignalHandling.resetsTerminal {
            _ = unsafe write(STDOUT_FILENO, "\u{1B}[0m\u{1B}]8;;\u{1B}\\\n", 12)
          }
          if let screen = unsafe SignalHandling.screen {
            let end = SignalHandling.screenEnd
            var settings = screen.settings
            _ = unsafe write(screen.terminal, end.utf8Start, end.utf8CodeUnitCount)
            _ = unsafe tcsetattr(screen.terminal, TCSANOW, &settings)
          }
          _ = signal(number, SIG_DFL)
          raise(number)
        }
        // Signals that were ignored from the start, as under `nohup`, stay ignored.
        if isIgnoring(former) { _ = signal(number, SIG_IGN) }
      }
    }
  }

  /// Ends the process with a message when it has used up a limited amount of memory.
  ///
  /// The runtime then ends it by `SIGABRT`, or by `SIGSEGV` if it cannot allocate its own message.
  static func reportExhaustedMemory() {
    for number in [SIGABRT, SIGSEGV] {
      _ = signal(number) { number in
        // Without a limit, so many addresses are available, also where addresses have 32 bits.
        let count = 1 << (Int.bitWidth * 5 / 8)
        let addresses = unsafe mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard Int(bitPattern: addresses) == -1 else {
          _ = signal(number, SIG_DFL)
          raise(number)
          return
        }
        if let path = unsafe SignalHandling.temporaryFile { _ = unsafe unlink(path) }
        _ = unsafe write(STDERR_FILENO, "outline-tool: not enough memory\n", 32)
        _exit(2)
      }
    }
  }

  private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
