#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Array {
  /// Has the system give out the room in large pages where it can, which takes less of its time.
  mutating func adviseLargePages() {
    #if os(Linux)
      let room = capacity * MemoryLayout<Element>.stride
      if room < 1 << 21 { return }
      unsafe withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        let page = unsafe start - Int(bitPattern: start) % Int(getpagesize())
        _ = unsafe madvise(page, room, MADV_HUGEPAGE)
      }
    #endif
  }
}
