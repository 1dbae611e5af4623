/// Tells on a terminal how far a reading has come that takes long.
final class Progress {
  private let name: Bytes
  private let isWanted: Bool
  private let start = Process.seconds()
  private var lastReport = 0.0
  private var isShown = false

  init(_ name: Bytes, isWanted: Bool) {
    self.name = name
    self.isWanted = isWanted
  }

  /// Shows how much was read, if reading takes more than a second, a few times each second.
  func report(_ amount: @autoclosure () -> String) {
    guard isWanted else { return }
    let now = Process.seconds()
    guard now - start > 1, now - lastReport > 0.2 else { return }
    lastReport = now
    isShown = true
    var output = OutputBuffer(descriptor: Process.standardError, isASCIIOnly: true)
    output.append("\r\u{1B}[K")
    output.appendEscaped(Bytes(name.suffix(40)).span)
    output.append(": \(amount())")
    try? output.flush()
  }

  /// Takes away what was shown.
  func clear() {
    guard isShown else { return }
    isShown = false
    var output = OutputBuffer(descriptor: Process.standardError, isASCIIOnly: true)
    output.append("\r\u{1B}[K")
    try? output.flush()
  }
}
