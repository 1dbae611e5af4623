import OutlineTestSupport
import Testing

/// A batch that a view accepts, or rejects with the rules that it breaks.
struct BatchCase: CustomTestStringConvertible {
  let before: String
  let update: String
  let after: String
  let rules: Set<ViewRule>

  static func takes(_ before: String, _ update: String, _ after: String) -> BatchCase {
    BatchCase(before: before, update: update, after: after, rules: [])
  }

  static func refuses(
    _ before: String, _ update: String, _ after: String, _ rules: ViewRule...
  ) -> BatchCase {
    BatchCase(before: before, update: update, after: after, rules: Set(rules))
  }

  var testDescription: String { "\(before) [\(update)] \(after)" }
}

extension SimulatorTests {
  @Test(arguments: sectionCases + cellCases + contentCases)
  func batchViewsNameTheBrokenRules(_ batch: BatchCase) {
    let before = BatchView.Contents(text: batch.before)
    let after = BatchView.Contents(text: batch.after)
    let update = BatchView.Update(text: batch.update)
    #expect(before.description == batch.before)
    #expect(
      update.description.split(separator: " ").sorted()
        == batch.update.split(separator: " ").sorted())
    var view = BatchView(before)
    let violations = view.perform(update, answer: after)
    #expect(Set(violations.map(\.rule)) == batch.rules, "\(violations)")
    #expect(view.contents == (batch.rules.isEmpty ? after : before))
  }

  /// A view that judges the content at the end displays only the reported changes.
  @Test func contentCanBeJudgedAtTheEnd() {
    var view = BatchView(BatchView.Contents(text: "1: 5 6"))
    view.isContentJudged = false
    let answer = BatchView.Contents(text: "1': 6' 5'")
    let first = view.perform(BatchView.Update(text: "c0.0 m0.0>0.1"), answer: answer)
    #expect(first == [])
    #expect(view.contents.description == "1: 6 5'")
    let second = view.perform(BatchView.Update(text: "R0"), answer: answer)
    #expect(second == [])
    #expect(view.contents == answer)
  }

  static let sectionCases: [BatchCase] = [
    .takes("1: | 2: | 3:", "D0 D1", "3:"),
    .refuses("1: | 2: | 3:", "D0 D0", "3:", .s1),
    .takes("1:", "I0 I2", "2: | 1: | 3:"),
    .refuses("1:", "I0 I0", "2: | 3: | 1:", .s2),
    .takes("1: 5 | 2:", "R0 R1", "1': 6 7 | 2': 8"),
    .refuses("1: | 2:", "R0 R0", "1': | 2:", .s3),
    .takes("1: 5 | 2: 6 | 3:", "M2>0 M0>2", "3: | 2: 6 | 1: 5"),
    .refuses("1: | 2: | 3:", "M0>1 M0>2", "2: | 3: | 1:", .s4),
    .refuses("1: | 2: | 3:", "M0>2 M1>2", "2: | 3: | 1:", .s5),
    .takes("1: | 2:", "D1", "1:"),
    .refuses("1: | 2:", "D2", "1:", .s6),
    .refuses("1: | 2:", "D-1", "1:", .s6),
    .takes("1: | 2:", "R1", "1: | 2':"),
    .refuses("1: | 2:", "R2", "1: | 2':", .s7),
    .takes("", "I0", "1:"),
    .refuses("", "I1", "1:", .s8),
    .takes("1: | 2:", "M1>0", "2: | 1:"),
    .refuses("1: | 2:", "M2>0", "2: | 1:", .s9),
    .takes("1: | 2:", "M0>1", "2: | 1:"),
    .refuses("1: | 2:", "M0>2", "2: | 1:", .s10),
    .takes("1: | 2: | 3:", "D0 M2>0", "3: | 2:"),
    .refuses("1: | 2: | 3:", "D2 M2>0", "3: | 1:", .s11),
    .takes("1: | 2:", "I1 M1>0", "2: | 3: | 1:"),
    .refuses("1: | 2:", "I0 M1>0", "2: | 3: | 1:", .s12),
    .refuses("1: | 2:", "D0 R0", "2:", .s13, .r1),
    .refuses("1: | 2:", "R1 M1>0", "2': | 1:", .s14, .r1),
    .takes("1: | 2:", "D0 I1", "2: | 3:"),
    .refuses("1: | 2:", "D0 I1", "2: | 3: | 4:", .s15),
    .refuses("1: | 2:", "", "1:", .s15),
    .refuses("1: | 2: | 3:", "M2>0 M1>1", "3: | 2: | 1:", .s16),
    .refuses("1: | 2: | 3:", "M1>1", "1: | 2: | 3:", .s16),
  ]
}
