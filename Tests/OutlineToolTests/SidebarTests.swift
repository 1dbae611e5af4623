import Testing

@Suite("The sidebar among the samples")
struct SidebarTests {
  /// `Samples/sidebar.txt` is what `swift run sidebar` prints: made by it, and read through.
  @Test func showsWhatItShowedBefore() throws {
    let run = try Tool.shell("sidebar | diff - Samples/sidebar.txt")
    #expect(run == Run(output: ""))
  }
}
