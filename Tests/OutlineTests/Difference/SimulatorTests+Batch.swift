import OutlineTestSupport
import Testing

extension SimulatorTests {
  @Test(arguments: sectionCases + cellCases + contentCases)
  func batchViewsNameTheBrokenRules(_ batch: ViewCase<String>) {
    let before = BatchView.Contents(text: batch.before)
    let after = BatchView.Contents(text: batch.after)
    let update = BatchView.Update(text: batch.change)
    #expect(before.description == batch.before)
    #expect(
      update.description.split(separator: " ").sorted()
        == batch.change.split(separator: " ").sorted())
    var view = BatchView(before)
    let violations = view.perform(update, answer: after)
    #expect(Set(violations.map(\.rule)) == Set(batch.rules), "\(violations)")
    #expect(view.contents == (batch.rules.isEmpty ? after : before))
  }

  /// A view that checks the content at the end displays only the reported changes.
  @Test func contentCanBeCheckedAtTheEnd() {
    var view = BatchView(BatchView.Contents(text: "1: 5 6"))
    view.isContentChecked = false
    let answer = BatchView.Contents(text: "1': 6' 5'")
    let first = view.perform(BatchView.Update(text: "c0.0 m0.0>0.1"), answer: answer)
    #expect(first == [])
    #expect(view.contents.description == "1: 6 5'")
    let second = view.perform(BatchView.Update(text: "R0"), answer: answer)
    #expect(second == [])
    #expect(view.contents == answer)
  }

  static let sectionCases: [ViewCase<String>] = [
    ViewCase("1: | 2: | 3:", "D0 D1", "3:"),
    ViewCase("1: | 2: | 3:", "D0 D0", "3:", .s1),
    ViewCase("1:", "I0 I2", "2: | 1: | 3:"),
    ViewCase("1:", "I0 I0", "2: | 3: | 1:", .s2),
    ViewCase("1: 5 | 2:", "R0 R1", "1': 6 7 | 2': 8"),
    ViewCase("1: | 2:", "R0 R0", "1': | 2:", .s3),
    ViewCase("1: 5 | 2: 6 | 3:", "M2>0 M0>2", "3: | 2: 6 | 1: 5"),
    ViewCase("1: | 2: | 3:", "M0>1 M0>2", "2: | 3: | 1:", .s4),
    ViewCase("1: | 2: | 3:", "M0>2 M1>2", "2: | 3: | 1:", .s5),
    ViewCase("1: | 2:", "D1", "1:"),
    ViewCase("1: | 2:", "D2", "1:", .s6),
    ViewCase("1: | 2:", "D-1", "1:", .s6),
    ViewCase("1: | 2:", "R1", "1: | 2':"),
    ViewCase("1: | 2:", "R2", "1: | 2':", .s7),
    ViewCase("", "I0", "1:"),
    ViewCase("", "I1", "1:", .s8),
    ViewCase("1: | 2:", "M1>0", "2: | 1:"),
    ViewCase("1: | 2:", "M2>0", "2: | 1:", .s9),
    ViewCase("1: | 2:", "M0>1", "2: | 1:"),
    ViewCase("1: | 2:", "M0>2", "2: | 1:", .s10),
    ViewCase("1: | 2: | 3:", "D0 M2>0", "3: | 2:"),
    ViewCase("1: | 2: | 3:", "D2 M2>0", "3: | 1:", .s11),
    ViewCase("1: | 2:", "I1 M1>0", "2: | 3: | 1:"),
    ViewCase("1: | 2:", "I0 M1>0", "2: | 3: | 1:", .s12),
    ViewCase("1: | 2:", "D0 R0", "2:", .s13, .r1),
    ViewCase("1: | 2:", "R1 M1>0", "2': | 1:", .s14, .r1),
    ViewCase("1: | 2:", "D0 I1", "2: | 3:"),
    ViewCase("1: | 2:", "D0 I1", "2: | 3: | 4:", .s15),
    ViewCase("1: | 2:", "", "1:", .s15),
    ViewCase("1: | 2: | 3:", "M2>0 M1>1", "3: | 2: | 1:", .s16),
    ViewCase("1: | 2: | 3:", "M1>1", "1: | 2: | 3:", .s16),
  ]
}
