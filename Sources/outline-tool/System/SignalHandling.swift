#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What is to be put right when a signal ends the process: a half-written file, and a terminal that
/// was left in the middle of a color or a link, or to a pager.
enum SignalHandling {
  // The handler of a signal can reach nothing but global memory, and these are written before it is
  // installed and after it is gone.
  nonisolated(unsafe) private static var temporaryFile: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private static var resetsTerminal = false
  nonisolated(unsafe) private static var pager: Pager?
  nonisolated(unsafe) private static var isInterruptible = true
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Has signals end colors and links on the terminal.
  static func resetTerminal() {
    unsafe resetsTerminal = true
    install()
  }

  /// Leaves the terminal to the pager, which puts it right itself, and interrupting as well.
  ///
  /// Were this process to end, the pager would be left behind and would fight the shell for the
  /// terminal.
  static func leaveToPager() {
    unsafe resetsTerminal = false
    unsafe isInterruptible = !isIgnoring(signal(SIGINT, SIG_IGN))
    _ = signal(SIGQUIT, SIG_IGN)
  }

  /// Has an interruption end the process as soon as the user has left the pager, for as long as
  /// input is awaited that may never come.
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

  /// Holds signals back until what the closure makes is known to them.
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

  /// Has signals remove a file, or no more.
  static func remove(_ path: Bytes?) {
    unsafe temporaryFile = path.flatMap { unsafe strdup($0.cString) }
    install()
  }

  private static func install() {
    holdingSignals {
      for number in numbers {
        let former = signal(number) { number in
          if let path = unsafe SignalHandling.temporaryFile { _ = unsafe unlink(path) }
          if unsafe SignalHandling.resetsTerminal {
            _ = unsafe write(STDOUT_FILENO, "\u{1B}[0m\u{1B}]8;;\u{1B}\\\n", 12)
          }
          _ = signal(number, SIG_DFL)
          raise(number)
        }
        // What is ignored from the start, as under `nohup`, stays so.
        if isIgnoring(former) { _ = signal(number, SIG_IGN) }
      }
    }
  }

  private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
