import Outline
import OutlineTestSupport
import Testing

@Suite struct ShrinkingTests {
  @Test func listIsCutDownToTheFailingElements() async {
    let short = await shrunk(Array(0..<1_000)) { list in
      list.contains(17) && list.contains(500) && list.contains(501)
    }
    #expect(short == [17, 500, 501])
  }

  @Test func listThatFailsWhenEmptyBecomesEmpty() async {
    #expect(await shrunk([1, 2, 3]) { _ in true }.isEmpty)
  }

  @Test func operationsPrintAsSource() {
    let operations: [Step<String>] = [
      .apply(.append(["a", "b\n"], to: nil)), .apply(.appendTree("+ a\n  - b", to: "c")),
      .apply(.appendPreorder([("a", 0)], to: "b")), .apply(.insert([], .before("x"))),
      .apply(.moveInto(nil, at: 3, item: "a")), .copy, .exchange(copy: 1),
      .append(copy: 0, to: "a"),
    ]
    #expect(
      operations.map(swiftSource(of:)) == [
        #".apply(.append(["a", "b\n"], to: nil))"#,
        #".apply(.appendTree("+* a\n  -* b", to: "c"))"#,
        #".apply(.appendPreorder([(item: "a", level: 0)], to: "b"))"#,
        #".apply(.insert([], .before("x")))"#,
        #".apply(.moveInto(nil, at: 3, item: "a"))"#, ".copy", ".exchange(copy: 1)",
        #".append(copy: 0, to: "a")"#,
      ])
  }
}
