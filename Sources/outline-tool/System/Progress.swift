/// Shows the progress of a long operation on a terminal.
final class Progress {
  /// The seconds before the first report.
  private static let delay = 1.0
  /// The seconds between reports.
  private static let interval = 0.2
  /// The number of bytes of the name to show.
  private static let nameLength = 40

  private let name: Bytes
  private let isEnabled: Bool
  private let start = Process.seconds()
  private var lastReport = 0.0
  private var isShown = false

  init(_ name: Bytes, isEnabled: Bool) {
    self.name = name
    self.isEnabled = isEnabled
  }

  /// Shows an amount a few times per second, after the first second.
  func report(_ amount: @autoclosure () -> String) {
    guard isEnabled else { return }
    let now = Process.seconds()
    guard now - start > Self.delay, now - lastReport > Self.interval else { return }
    lastReport = now
    isShown = true
    var output = OutputBuffer(descriptor: Process.standardError, isASCIIOnly: true)
    output.append("\r\u{1B}[K")
    output.appendEscaped(Bytes(name.suffix(Self.nameLength)).span)
    output.append(": \(amount())")
    try? output.flush()
  }

  func clear() {
    guard isShown else { return }
    isShown = false
    var output = OutputBuffer(descriptor: Process.standardError, isASCIIOnly: true)
    output.append("\r\u{1B}[K")
    try? output.flush()
  }
}
