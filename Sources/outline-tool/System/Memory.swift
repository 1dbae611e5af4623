#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension UnsafeMutableRawBufferPointer {
  /// Has the system give out the room in large pages where it can, which takes less of its time.
  func adviseLargePages() {
    #if os(Linux)
      guard count >= 1 << 21, let start = baseAddress else { return }
      let page = unsafe start - Int(bitPattern: start) % Int(getpagesize())
      _ = unsafe madvise(page, count, MADV_HUGEPAGE)
    #endif
  }
}

extension Array {
  /// Has the system give out room that was reserved in large pages.
  mutating func adviseLargePages() {
    let room = capacity * MemoryLayout<Element>.stride
    unsafe withUnsafeMutableBytes {
      unsafe UnsafeMutableRawBufferPointer(start: $0.baseAddress, count: room).adviseLargePages()
    }
  }
}

/// Throws where so many bytes cannot be had; an array that finds no memory ends the process.
func checkRoom(for count: Int) throws(SystemError) {
  var probe: UnsafeMutableRawPointer?
  // A page more, for what an array and the allocator add.
  guard unsafe posix_memalign(&probe, 16, count + 4096) == 0 else { throw .outOfMemory }
  unsafe free(probe)
}
