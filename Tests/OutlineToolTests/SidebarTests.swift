import Testing

@Suite("The sidebar among the samples")
struct SidebarTests {
  /// `Samples/sidebar.txt` is the reviewed output of `swift run sidebar`.
  @Test func outputIsUnchanged() throws {
    #expect(try Tool.shell("sidebar | diff - Samples/sidebar.txt") == "")
  }
}
