import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Standard input from a pipe, which can arrive slowly.
@MainActor
final class ArrivingInput {
  private(set) var bytes = Bytes()
  private(set) var isAtEnd = false
  private let limit: Int
  private var source: (any DispatchSourceRead)?
  private var isReportDue = false
  /// The time between the arrival of bytes and the report about them.
  private var delay = Duration.milliseconds(100)

  /// Creates the input, unless it is a file or a device; reading ends beyond a number of bytes.
  init?(limit: Int) {
    guard let mode = try? status(of: STDIN_FILENO).st_mode & S_IFMT,
      mode == S_IFIFO || mode == S_IFSOCK
    else { return nil }
    self.limit = limit
  }

  /// The lines that have arrived completely.
  var lines: Bytes {
    if isAtEnd { return bytes }
    return bytes.lastIndex(of: UInt8(ascii: "\n")).map { Bytes(bytes[...$0]) } ?? bytes
  }

  /// Reads until the end, but no longer than some milliseconds.
  func read(within milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while !isAtEnd && ContinuousClock.now < end {
      if isReadable(within: Int32(milliseconds / 10)) { readNext() }
    }
  }

  /// Returns whether there are bytes to read, or the end.
  private func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  /// Reads the rest, and calls a closure when there is more to show.
  func begin(_ report: @escaping @Sendable () -> Void) {
    if isAtEnd { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.readNext(report) }
    }
    source.activate()
    self.source = source
  }

  /// Tells how long it took to show the bytes, so that this takes a tenth of the time at most.
  func didShow(in duration: Duration) {
    delay = max(.milliseconds(100), duration * 10)
  }

  private func readNext(_ report: @escaping @Sendable () -> Void) {
    readNext()
    // The source may not report an end that follows the bytes at once.
    if !isAtEnd && isReadable(within: 0) { readNext() }
    if isAtEnd {
      source?.cancel()
      return report()
    }
    if isReportDue { return }
    isReportDue = true
    Task {
      try? await Task.sleep(for: delay)
      isReportDue = false
      if !isAtEnd { report() }
    }
  }

  private func readNext() {
    let next = Terminal.readAvailable(from: STDIN_FILENO, limit: 1 << 16)
    bytes += next ?? []
    isAtEnd = next == nil || bytes.count > limit
  }
}
