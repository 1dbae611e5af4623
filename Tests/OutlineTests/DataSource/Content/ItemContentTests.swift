import Foundation
import Outline
import Testing

@Suite struct ItemContentTests {
  @Test func valuesAreCompared() {
    #expect(ItemContent("a") == ItemContent("a"))
    #expect(ItemContent("a") != ItemContent("b"))
    #expect(ItemContent([1, 2]) == ItemContent([1, 2]))
    #expect(ItemContent([1, 2]) != ItemContent([2, 1]))
    let long = String(repeating: "long", count: 50)
    #expect(ItemContent(long) == ItemContent(String(repeating: "long", count: 50)))
    #expect(ItemContent(Large()) == ItemContent(Large()))
    #expect(ItemContent(Large()) != ItemContent(Large(last: 2)))
    #expect(ItemContent(ItemContent(1)) == ItemContent(ItemContent(1)))
    #expect(ItemContent(ItemContent(1)) != ItemContent(ItemContent(2)))
  }

  @Test func kindsAreNeverEqual() {
    #expect(ItemContent(1) != ItemContent("1"))
    #expect(ItemContent(1) != ItemContent(1.0))
    #expect(ItemContent(1) != ItemContent(UInt8(1)))
    #expect(ItemContent(ItemContent(1)) != ItemContent(1))
  }

  @Test func optionalsAreCompared() {
    #expect(ItemContent(String?.none) == ItemContent(String?.none))
    #expect(ItemContent(String?.some("a")) == ItemContent(String?.some("a")))
    #expect(ItemContent(String?.none) != ItemContent(String?.some("a")))
    #expect(ItemContent(String?.some("a")) != ItemContent(String?.none))
    #expect(ItemContent(String?.none) != ItemContent(Int?.none))
    #expect(ItemContent(String??.some(nil)) != ItemContent(String??.none))
  }

  @Test func objectsAreComparedAsTheySay() {
    class Name: Equatable {
      let text: String
      init(_ text: String) { self.text = text }
      static func == (left: Name, right: Name) -> Bool { left.text == right.text }
    }
    final class LongName: Name {}
    let names = [Name("a"), LongName("a")]
    #expect(ItemContent(names[0]) == ItemContent(names[1]))
    #expect(ItemContent(names[1]) == ItemContent(names[0]))
    #expect(ItemContent(LongName("a")) == ItemContent(LongName("a")))
    #expect(ItemContent(Name("a")) == ItemContent(Name("a")))
    #expect(ItemContent(Name("a")) != ItemContent(Name("b")))
  }

  @Test func severalValuesAreHashed() {
    let content = ItemContent(hashing: "a", 1, true)
    #expect(content == ItemContent(hashing: "a", 1, true))
    #expect(content != ItemContent(hashing: "a", 1, false))
    #expect(content != ItemContent(hashing: "a", 1))
    #expect(content != ItemContent(hashing: 1, "a", true))
  }

  @Test func encodedValuesAreCompared() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let plan = ["height": 2.5, "width": 3]
    #expect(
      ItemContent(encoding: plan, with: encoder.encode)
        == ItemContent(encoding: ["width": 3, "height": 2.5]) { try encoder.encode($0) })
    #expect(
      ItemContent(encoding: plan, with: encoder.encode)
        != ItemContent(encoding: ["width": 3.0], with: encoder.encode))
  }

  @Test func whatCannotBeEncodedIsEqualToNothing() {
    let encoder = JSONEncoder()
    let content = ItemContent(encoding: Double.nan, with: encoder.encode)
    #expect(content != content)
    #expect(content != ItemContent(encoding: Double.nan, with: encoder.encode))
    #expect(content != ItemContent(encoding: 1.0, with: encoder.encode))
    #expect(ItemContent(encoding: 1.0, with: encoder.encode) != content)
  }

  /// Larger than what a box in a row has room for.
  private struct Large: Equatable {
    var first = (1, 2, 3, 4, 5)
    var last = 1

    static func == (left: Large, right: Large) -> Bool {
      left.first == right.first && left.last == right.last
    }
  }
}
