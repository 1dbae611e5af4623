/// What the sections hold, by their handles.
///
/// - Complexity: A copy is O(1). Reading or writing a section is O(log *s*) with a large base; the
///   first time that a version writes one, the few that stand on a page with it are copied, which
///   is O(1) for each.
@usableFromInline
struct SectionContents<Item: Hashable> {
  @usableFromInline var pages: PageTable<ItemPage<SectionSnapshot<Item>>>
  @usableFromInline let sectionBits: UInt8

  @usableFromInline
  init(layout: Layout) {
    pages = PageTable(nodeBits: min(layout.nodeBits, 4))
    sectionBits = layout.sectionBits
  }

  /// What a section holds; to be edited in place.
  @inlinable
  subscript(handle: Int32) -> SectionSnapshot<Item> {
    _read {
      let page = unsafe pages.borrow(Int(handle) &>> sectionBits)
      let slot = unsafe page._withUnsafeGuaranteedRef { unsafe $0.slot(entryIndex(of: handle)) }
      yield unsafe slot.pointee
    }
    _modify {
      let page = unsafe pages.unique(Int(handle) &>> sectionBits)
      let slot = unsafe page._withUnsafeGuaranteedRef { unsafe $0.slot(entryIndex(of: handle)) }
      yield unsafe &slot.pointee
    }
  }

  /// Adds a section under a new handle.
  @inlinable
  mutating func insert(_ section: SectionSnapshot<Item>, under handle: Int32) {
    let room = 1 &<< Int(sectionBits)
    let page = Int(handle) &>> sectionBits
    if page == pages.count {
      _ = pages.append(.make(room: room))
    }
    unsafe pages.unique(page, room: room)._withUnsafeGuaranteedRef {
      $0.insert(section, at: entryIndex(of: handle))
    }
  }

  @inlinable
  mutating func remove(_ handle: Int32) {
    let page = Int(handle) &>> sectionBits
    let index = entryIndex(of: handle)
    let isEmpty = unsafe pages.unique(page)._withUnsafeGuaranteedRef { $0.remove(at: index) }
    if isEmpty {
      pages.replace(page, with: nil)
    }
  }

  @inlinable
  func entryIndex(of handle: Int32) -> Int {
    Int(handle) & (1 &<< Int(sectionBits) &- 1)
  }
}

extension SectionContents: Sendable where Item: Sendable {}

extension SectionContents {
  /// The handles of the sections that stand on pages which another version does not have.
  @inlinable
  func handlesNotShared(with other: SectionContents) -> [Int32] {
    var handles: [Int32] = []
    for number in pages.numbersNotShared(with: other.pages) {
      let page = unsafe pages.borrow(number)
      let header = unsafe page._withUnsafeGuaranteedRef { unsafe $0.state.pointee }
      for index in 0..<header.room where header.isOccupied(index) {
        handles.append(Int32(number &<< Int(sectionBits) | index))
      }
    }
    return handles
  }
}
