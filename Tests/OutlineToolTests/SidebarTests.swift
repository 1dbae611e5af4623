import Testing

@Suite("The sidebar among the samples")
struct SidebarTests {
  /// `Samples/sidebar.txt` is the reviewed output of `swift run sidebar`.
  @Test func outputIsUnchanged() throws {
    let run = try Tool.shell("sidebar | diff - Samples/sidebar.txt")
    #expect(run == "")
  }
}
