/// Bytes on their way to a descriptor, written in large pieces.
///
/// Appending does not throw: an error is kept, what comes after it is dropped, and ending a line or
/// flushing throws it. So a line may be longer than memory would hold.
@safe struct OutputBuffer: ~Copyable {
  private let descriptor: Int32
  private let storage: UnsafeMutableRawBufferPointer
  private let capacity = 1 << 16
  /// How many bytes are pending in `storage`.
  private var count = 0
  private var failure: SystemError?

  init(descriptor: Int32) {
    self.descriptor = descriptor
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
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: storage[count...])
      unsafe free.copyMemory(from: source)
    }
    count += bytes.count
  }

  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  mutating func append(_ byte: UInt8) {
    if count == capacity { writePending() }
    unsafe storage[count] = byte
    count += 1
  }

  mutating func endLine() throws(SystemError) {
    append(UInt8(ascii: "\n"))
    if let failure { throw failure }
  }

  /// Writes whatever is pending.
  mutating func flush() throws(SystemError) {
    writePending()
    if let failure { throw failure }
  }

  private mutating func writePending() {
    let pending = unsafe UnsafeRawBufferPointer(rebasing: storage[..<count])
    write(unsafe pending.bindMemory(to: UInt8.self).span)
    count = 0
  }

  private mutating func write(_ bytes: Span<UInt8>) {
    if failure != nil { return }
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor)
    } catch {
      failure = error
    }
  }
}
