/// Tells which pages two tables share.
///
/// Pages that were made together have numbers in a row: where one is looked for, the nodes of both
/// tables that it stands in are remembered for the next.
@safe struct SharedPages {
  private let pages: PageTable<WordPage>
  private let others: PageTable<WordPage>
  /// The nodes right above the pages from `start` on; held by the tables.
  private var nodes: (own: UnsafeMutableRawPointer?, other: UnsafeMutableRawPointer?)
  private var start = -1
  /// The bits of a page's number that are its place in the node right above.
  private let placeBits: Int

  init(_ pages: PageTable<WordPage>, _ others: PageTable<WordPage>) {
    self.pages = pages
    self.others = others
    placeBits = 1 << Int(pages.nodeBits) - 1
    unsafe nodes = (nil, nil)
  }

  /// Whether both tables have a page that one of them has.
  mutating func contains(_ page: Int32) -> Bool {
    let number = Int(page)
    if number & ~placeBits != start {
      start = number & ~placeBits
      unsafe nodes = (pages.object(at: 1, on: number), others.object(at: 1, on: number))
    }
    guard let own = unsafe nodes.own, let other = unsafe nodes.other else {
      return unsafe pages.object(at: 0, on: number) == others.object(at: 0, on: number)
    }
    let index = number & placeBits
    return unsafe own == other || own.child(index) == other.child(index)
  }
}

extension UnsafeMutableRawPointer {
  /// What a node has at an index.
  fileprivate func child(_ index: Int) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<PageTableNode>.fromOpaque(self)._withUnsafeGuaranteedRef {
      unsafe $0.child(index)
    }
  }
}
