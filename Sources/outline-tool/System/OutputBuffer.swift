/// A buffer for the bytes of a descriptor.
///
/// Appending does not throw. The buffer stores the first error and discards later bytes; ending a
/// line or flushing throws the error. So a line can be longer than memory.
@safe struct OutputBuffer: ~Copyable {
  private let descriptor: Int32
  private let storage: UnsafeMutableRawPointer
  private let capacity = 1 << 16
  /// The number of pending bytes in `storage`.
  private var count = 0
  /// Whether the buffer has written or tried to write.
  private var isUsed = false
  private var failure: SystemError?
  /// Whether untrusted text contained invalid UTF-8.
  var hasInvalidBytes = false
  /// Whether to escape all non-ASCII characters in untrusted text.
  let isASCIIOnly: Bool
  /// The first bytes that were written, if they are wanted.
  private(set) var sample: Bytes?
  private static let sampleLimit = 1 << 16
  /// Whether a terminal shows the output.
  var isForTerminal = false

  init(descriptor: Int32, isASCIIOnly: Bool) {
    self.descriptor = descriptor
    self.isASCIIOnly = isASCIIOnly
    unsafe storage = .allocate(byteCount: capacity, alignment: 1)
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// Keeps the first bytes that are written from now on.
  mutating func keepSample() { sample = [] }

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

  /// Appends untrusted text of a file, with escapes only if a terminal would interpret it.
  mutating func appendText(_ text: Span<UInt8>) {
    if isForTerminal { appendEscaped(text) } else { append(text) }
  }

  /// Appends a nonnegative number in decimal digits.
  mutating func append(_ number: Int) {
    if number > 9 { append(number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  mutating func append(_ byte: UInt8, count: Int) {
    for _ in 0..<count { append(byte) }
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

  /// Throws the stored error, if any.
  func check() throws(SystemError) {
    if let failure { throw failure }
  }

  mutating func flush() throws(SystemError) {
    writePending()
    if let failure { throw failure }
  }

  /// Removes and returns the bytes that are not written yet.
  mutating func takePending() -> Bytes {
    defer { count = 0 }
    let pending = unsafe UnsafeRawBufferPointer(start: storage, count: count)
    return unsafe Bytes(copying: pending.bindMemory(to: UInt8.self).span)
  }

  /// Writes the pending bytes and closes the descriptor, which may report a delayed error.
  mutating func close() throws(SystemError) {
    try flush()
    // If nothing was written, a closed standard output is not an error.
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
    if let known = sample?.count, known < Self.sampleLimit {
      let rest = bytes.extracting(first: min(bytes.count, Self.sampleLimit - known))
      sample?.append(contentsOf: Bytes(copying: rest))
    }
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor)
    } catch {
      failure = error
    }
  }
}
