/// The pages that two tables share.
///
/// Pages that were made together have consecutive numbers. So a lookup keeps the parent nodes of
/// the page for the next lookup.
@safe struct SharedPages {
  private let pages: PageTable<WordPage>
  private let others: PageTable<WordPage>
  /// The parent nodes of the pages from `start` on, which the tables retain.
  private var nodes: (own: UnsafeMutableRawPointer?, other: UnsafeMutableRawPointer?)
  private var start = -1
  /// The bits of a page number that are the page's index in its parent node.
  private let indexMask: Int

  init(_ pages: PageTable<WordPage>, _ others: PageTable<WordPage>) {
    self.pages = pages
    self.others = others
    indexMask = 1 << Int(pages.nodeBits) - 1
    unsafe nodes = (nil, nil)
  }

  /// Returns a Boolean value that indicates whether both tables share a page of one of them.
  mutating func contains(_ page: Int32) -> Bool {
    let number = Int(page)
    if number & ~indexMask != start {
      start = number & ~indexMask
      unsafe nodes = (pages.object(at: 1, above: number), others.object(at: 1, above: number))
    }
    guard let own = unsafe nodes.own, let other = unsafe nodes.other else {
      return unsafe pages.object(at: 0, above: number) == others.object(at: 0, above: number)
    }
    let index = number & indexMask
    return unsafe own == other || own.child(index) == other.child(index)
  }
}

extension UnsafeMutableRawPointer {
  fileprivate func child(_ index: Int) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<PageTableNode>.fromOpaque(self)._withUnsafeGuaranteedRef {
      unsafe $0.child(index)
    }
  }
}
