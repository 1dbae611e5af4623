import Outline
import Testing

@testable import OutlineCore

@Suite struct SharedStorageTests {
  static let sizes = [1, 5, 40, 500]

  private func outline(_ size: Int) throws -> SectionSnapshot<Int> {
    try SectionSnapshot(roots: 0..<size) { _ in [] }
  }

  private func shareStorage(_ old: SectionSnapshot<Int>, _ new: SectionSnapshot<Int>) -> Bool {
    let pages = PageComparison(old: old.tree, new: new.tree)
    return pages.sharesStorage
  }

  @Test(arguments: sizes)
  func editedVersionsShareStorage(size: Int) throws {
    let old = try outline(size)
    var new = old
    try new.append([1_000], to: 0)
    #expect(shareStorage(old, new))
    new.expand([0])
    #expect(shareStorage(old, new))
    try new.move(1_000, before: 0)
    #expect(shareStorage(old, new))
    try new.delete([1_000])
    #expect(shareStorage(old, new))
    #expect(shareStorage(new, old))
  }

  @Test(arguments: sizes)
  func rebuiltOutlinesShareNoStorage(size: Int) throws {
    #expect(try !shareStorage(outline(size), outline(size)))
    #expect(try !shareStorage(SectionSnapshot(), outline(size)))
  }
}
