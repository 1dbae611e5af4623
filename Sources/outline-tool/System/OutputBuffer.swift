/// Bytes on their way to a descriptor, written in large pieces.
///
/// Appending does not throw: an error is kept, what comes after it is dropped, and ending a line or
/// flushing throws it. So a line may be longer than memory would hold.
@safe struct OutputBuffer: ~Copyable {
  private let descriptor: Int32
  private let storage: UnsafeMutableRawPointer
  private let capacity = 1 << 16
  /// How many bytes are pending in `storage`.
  private var count = 0
  /// Whether anything was written or should have been.
  private var isUsed = false
  private var failure: SystemError?
  /// Whether text of unknown origin had bytes that are not UTF-8.
  var hasInvalidBytes = false
  /// Whether text of unknown origin has all characters beyond ASCII escaped.
  let isASCIIOnly: Bool

  init(descriptor: Int32, isASCIIOnly: Bool) {
    self.descriptor = descriptor
    self.isASCIIOnly = isASCIIOnly
    unsafe storage = .allocate(byteCount: capacity, alignment: 1)
  }

  deinit {
    unsafe storage.deallocate()
  }

  mutating func append(_ bytes: Span<UInt8>) {
    if bytes.count > capacity - count {
      writePending()
      if bytes.count > capacity {
        write(bytes)
        return
      }
    }
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (storage + count).copyMemory(from: start, byteCount: source.count)
    }
    count += bytes.count
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(unsafe $0.span) }
  }

  /// Appends the digits of a number from 0 on.
  mutating func append(_ number: Int) {
    if number > 9 { append(number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  mutating func append(_ byte: UInt8) {
    if count == capacity { writePending() }
    unsafe storage.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  mutating func endLine() throws(SystemError) {
    append(UInt8(ascii: "\n"))
    if let failure { throw failure }
  }

  /// Throws the error that writing ended in.
  func check() throws(SystemError) {
    if let failure { throw failure }
  }

  /// Writes whatever is pending.
  mutating func flush() throws(SystemError) {
    writePending()
    if let failure { throw failure }
  }

  /// Writes whatever is pending and closes the descriptor, which some file systems fail in.
  mutating func close() throws(SystemError) {
    try flush()
    // A stream that was closed from the start lost nothing, if there was nothing to write.
    if isUsed { try closeFile(descriptor) }
  }

  private mutating func writePending() {
    let pending = unsafe UnsafeRawBufferPointer(start: storage, count: count)
    write(unsafe pending.bindMemory(to: UInt8.self).span)
    count = 0
  }

  private mutating func write(_ bytes: Span<UInt8>) {
    if failure != nil || bytes.isEmpty { return }
    isUsed = true
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor)
    } catch {
      failure = error
    }
  }
}
