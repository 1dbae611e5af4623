/// Bytes on their way to a descriptor, written in large pieces.
///
/// Appending does not throw: an error is kept, what comes after it is dropped, and ending a line or
/// flushing throws it. So a line may be longer than memory would hold.
struct OutputBuffer: ~Copyable {
  private let descriptor: Int32
  private let pieceSize = 1 << 16
  private var pending: Bytes = []
  private var failure: SystemError?

  init(descriptor: Int32) {
    self.descriptor = descriptor
    pending.reserveCapacity(2 * pieceSize)
  }

  mutating func append(_ bytes: Span<UInt8>) {
    pending.append(bytes)
    if pending.count >= pieceSize { writePending() }
  }

  mutating func append(_ text: String) {
    append(Bytes(text.utf8).span)
  }

  mutating func endLine() throws(SystemError) {
    pending.append(UInt8(ascii: "\n"))
    if let failure { throw failure }
  }

  /// Writes whatever is pending.
  mutating func flush() throws(SystemError) {
    writePending()
    if let failure { throw failure }
  }

  private mutating func writePending() {
    do throws(SystemError) {
      if failure == nil { try writeAll(pending.span, to: descriptor) }
    } catch {
      failure = error
    }
    pending.removeAll(keepingCapacity: true)
  }
}
