extension TypedSection {
  /// Closures that a data source calls when the user reorders items of a typed section.
  ///
  /// They replace ``OutlineDataSource/reorderingHandlers`` for moves of the section's items and for
  /// drops into the section. They receive only items of the section. Other items in the section
  /// cannot move.
  ///
  /// <!-- example: typedSections -->
  ///     var handlers = TypedSection<Int>.ReorderingHandlers()
  ///     handlers.canReorderItem = { year in year != 1959 }
  ///     handlers.didReorder = { print(Array($0.finalSnapshot.items.prefix(2))) }
  ///     source.setReorderingHandlers(handlers, for: years)
  ///     try source.drop([1960], in: years, to: .before(1959))
  ///     // Prints:
  ///     // [1960, 1959]
  public struct ReorderingHandlers {
    /// Returns whether an item may move with its descendants; `nil` forbids all moves.
    ///
    /// As ``OutlineDataSource/ReorderingHandlers/canReorderItem``.
    public var canReorderItem: ((_ item: Item) -> Bool)?
    /// Returns whether items may be dropped at a destination in the section; `nil` allows it.
    ///
    /// As ``OutlineDataSource/ReorderingHandlers/canDropItems``.
    public var canDropItems:
      ((_ items: [Item], _ destination: Snapshot<TypedSection, Item>.Destination) -> Bool)?
    /// Called before items are moved, while the data source has the snapshot before the move.
    public var willReorder: ((_ transaction: Transaction) -> Void)?
    /// Called after all observers have received the move.
    public var didReorder: ((_ transaction: Transaction) -> Void)?

    /// Creates a value without handlers.
    public init() {}
  }

  /// A move of items by the user, as a typed section sees it.
  ///
  /// To undo it, apply the ``OutlineDataSource/Transaction/inverse`` of ``erased``.
  public struct Transaction: Sendable {
    /// The transaction with items of type ``AnyItem``, which includes all sections.
    public let erased: TypedDataSource.Transaction
    let section: TypedSection

    /// The outline of the section before the move.
    ///
    /// - Complexity: O(1) expected
    public var initialSnapshot: TypedSectionSnapshot<Item> { erased.initialSnapshot[section] }

    /// The outline of the section after the move.
    ///
    /// - Complexity: O(1) expected
    public var finalSnapshot: TypedSectionSnapshot<Item> { erased.finalSnapshot[section] }

    /// The moved items of the section in their order, without descendants of other moved items.
    ///
    /// - Complexity: O(*k*) for *k* moved items
    public var movedItems: [Item] { erased.movedItems.compactMap(section.value) }
  }
}

extension TypedSection.ReorderingHandlers {
  /// The handlers for erased items, which forbid moves of items of other sections.
  func erased(in section: TypedSection<Item>) -> TypedDataSource.ReorderingHandlers {
    var erased = TypedDataSource.ReorderingHandlers()
    erased.canReorderItem = canReorderItem.map { handler in
      { section.value(of: $0).map(handler) ?? false }
    }
    erased.canDropItems = { [canDropItems] items, destination in
      let values = items.compactMap(section.value)
      guard values.count == items.count, let destination = section.destination(destination) else {
        return false
      }
      return canDropItems?(values, destination) ?? true
    }
    erased.willReorder = willReorder.map { handler in
      { handler(.init(erased: $0, section: section)) }
    }
    erased.didReorder = didReorder.map { handler in
      { handler(.init(erased: $0, section: section)) }
    }
    return erased
  }
}

extension TypedSection {
  /// The destination in this section, or `nil` if it is next to or in an item of another section.
  fileprivate func destination(
    _ erased: Snapshot<AnySection, AnyItem>.Destination
  ) -> Snapshot<TypedSection, Item>.Destination? {
    switch erased {
    case .before(let item): value(of: item).map { .before($0) }
    case .after(let item): value(of: item).map { .after($0) }
    case .into(let item): value(of: item).map { .into($0) }
    case .end: .end(of: self)
    }
  }
}
