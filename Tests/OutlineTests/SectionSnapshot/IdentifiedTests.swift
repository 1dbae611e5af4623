import Foundation
import Outline
import OutlineTestSupport
import Testing

@Suite struct IdentifiedTests {
  private let old = Identified(Song(7))
  private let new = Identified(Song(7, plays: 3))

  @Test func itemsAreEqualIfTheirIdentifiersAre() {
    #expect(old == new)
    #expect(old.hashValue == new.hashValue)
    #expect(Set([old]).contains(new))
    #expect(old != Identified(Song(8)))
    #expect(old.id == 7)
    #expect(old.value != new.value)
  }

  @Test func propertiesOfTheValueAreAccessible() {
    #expect(new.plays == 3)
    #expect([old, new].map(\.plays) == [0, 3])
    var item = old
    item.value.plays = 9
    #expect(item.plays == 9)
    #expect("\(item)" == "\(item.value)")
  }

  @Test func codingEncodesOnlyTheValue() throws {
    let data = try JSONEncoder().encode(new)
    #expect(data.count == (try JSONEncoder().encode(new.value).count))
    #expect(try JSONDecoder().decode(Song.self, from: data) == new.value)
    #expect(try JSONDecoder().decode(Identified<Song>.self, from: data).value == new.value)
    var outline = SectionSnapshot<Identified<Song>>()
    try outline.append([new])
    let coded = try JSONDecoder().decode(
      SectionSnapshot<Identified<Song>>.self, from: JSONEncoder().encode(outline))
    #expect(coded.items.map(\.value) == [new.value])
  }

  @Test func anItemIsSendableIfItsValueIs() {
    func check(_ value: some Sendable) {}
    check(old)
  }
}
