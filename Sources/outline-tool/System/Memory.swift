#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension UnsafeMutableRawBufferPointer {
  /// Asks the system for large pages, which are faster to allocate.
  func adviseLargePages() {
    #if os(Linux)
      guard count >= 1 << 21, let start = baseAddress else { return }
      let page = unsafe start - Int(bitPattern: start) % Int(getpagesize())
      _ = unsafe madvise(page, count, MADV_HUGEPAGE)
    #endif
  }
}

extension Array {
  /// Asks the system for large pages for the reserved capacity.
  mutating func adviseLargePages() {
    let room = capacity * MemoryLayout<Element>.stride
    unsafe withUnsafeMutableBytes {
      unsafe UnsafeMutableRawBufferPointer(start: $0.baseAddress, count: room).adviseLargePages()
    }
  }
}

/// Throws if this many bytes cannot be allocated, which would end the process in an array.
func checkRoom(for count: Int) throws(SystemError) {
  var probe: UnsafeMutableRawPointer?
  // An array and the allocator need a little more.
  guard unsafe posix_memalign(&probe, 16, count + 4096) == 0 else { throw .outOfMemory }
  unsafe free(probe)
}
