import OutlineTestSupport

/// Returns the number of pieces in a large input: a tenth of them in a quick run.
func largeCount(_ count: Int) -> Int {
  TestEffort.choose(quick: count / 10, full: count, long: count)
}
