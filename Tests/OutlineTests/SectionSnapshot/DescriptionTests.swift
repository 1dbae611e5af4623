import Outline
import OutlineTestSupport
import Testing

@Suite struct DescriptionTests {
  @Test func lineBreaksAreEscaped() throws {
    var snapshot = SectionSnapshot<String>()
    try snapshot.append(["1\n2", "1\r2", "1\r\n2", "\n", ""])
    #expect(
      snapshot.visualDescription() == #"""
        -* 1\n2
        -* 1\r2
        -* 1\r\n2
        -* \n
        -* \#("")

        """#)
  }

  @Test func textIsReadAndWritten() {
    for state in OutlineModel<Int>.allStates(count: 4) {
      #expect(OutlineModel<Int>(state.shape) == state)
      #expect(SectionSnapshot<Int>(state.shape).shape == state.shape)
      let plain = state.shape.filter { $0 != "*" }
      #expect(OutlineModel<Int>(plain) == state)
    }
  }
}
