import Foundation
import Testing

@testable import outline_tool

extension JSONTests {
  @Test(arguments: [
    ("[", "", "]", "[0](▸ [0])"),
    (#"{"name":"A","children":["#, "", "]}", "A(▸ A)"),
    (#"{"a":"#, #"{"name":"A","children":[{"name":"B"}]}"#, "}", "a(▸ a)"),
  ])
  func aMillionLevelsAreRead(start: String, middle: String, end: String, rows: String) throws {
    let count = largeCount(1_000_000)
    let text =
      String(repeating: start, count: count) + middle + String(repeating: end, count: count)
    let run = try Tool.show(text, as: "a.json", options: "-L2")
    #expect(run.rows == rows && run.messages == "" && run.exitCode == 0)
  }

  @Test func halfAMillionKeysAreRead() throws {
    let count = largeCount(500_000)
    let members = (0..<count).map { "\"\($0)\":0" }
    let run = try Tool.show("{\(members.joined(separator: ","))}", as: "a.json")
    #expect(run.output.split(separator: "\n").count == count + 1)
    #expect(run.messages.isEmpty)
  }

  @Test func memberWithoutKeyIsRead() throws {
    let run = try Tool.show(
      """
      {"a":{"b":[{"name":"A","children":[{"name":"C"}]}]},[{"name":"B","children":[{"name":"D"}]}]}
      """, as: "a.json")
    #expect(run.rows == "a(A(C)) B(D)")
  }

  @Test func arrayAmongRecordsIsRead() throws {
    let run = try Tool.show(#"[{"id":1},[],{"id":2,"parent":1},{"id":3}]"#, as: "a.json")
    #expect(run.rows == "1(2) [] 3")
  }
}
