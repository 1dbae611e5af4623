import Foundation
import Outline
import OutlineTestSupport
import Testing

@testable import OutlineCore

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

  @Test(arguments: TestLayout.allCases)
  func itemsAreFoundByIdentifiers(layout: TestLayout) throws {
    var outline: SectionSnapshot<Identified<Song>> = layout.empty()
    try outline.append((0..<100).map { Identified(Song($0, plays: $0 % 7)) })
    var snapshot: Snapshot<Int, Identified<Song>> = Snapshot()
    try snapshot.appendSection(1, outline)
    try snapshot.appendSections([2])
    try snapshot.appendItems([Identified(Song(50)), Identified(Song(200))], toSection: 2)
    for id in 0..<100 {
      #expect(outline.item(id: id)?.value == Song(id, plays: id % 7))
      #expect(snapshot.item(id: id)?.value == Song(id, plays: id % 7))
    }
    #expect(outline.item(id: 200) == nil)
    #expect(snapshot.item(id: 200)?.plays == 0)
    #expect(snapshot.item(id: 201) == nil)
    #expect([7, 300, 3].compactMap(outline.item(id:)).map(\.plays) == [0, 3])
  }

  @Test func identifiersOfAnyTypeHashLikeTheirItems() {
    struct Named<ID: Hashable>: Identifiable { let id: ID }
    func check(_ id: some Hashable) {
      #expect(IdentifierKey(id: id).hashValue == Identified(Named(id: id)).hashValue)
    }
    check(7)
    check("seven")
    check(7.5)
    check([1, 2])
    check(Optional<UInt8>.none)
    check(Song(7).description.first)
    check(AnyHashable(7))
  }

  @Test func anItemIsSendableIfItsValueIs() {
    func check(_ value: some Sendable) {}
    check(old)
  }
}
