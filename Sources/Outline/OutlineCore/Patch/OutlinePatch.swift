/// The changes between two versions of an outline, by item.
///
/// A difference contains the rows that a view changes. A patch contains the changed items, hidden
/// ones included, each with a place that has a meaning in other versions of the outline. So a patch
/// can be undone, sent to another process, and merged with other changes:
///
///     var outline = SectionSnapshot<String>()
///     try outline.append(["Fruit", "Tools"])
///     let before = outline
///     try outline.append(["Apple", "Pear"], to: "Fruit")
///     let patch = outline.patch(from: before)
///     print(patch)  // +Apple +Pear
///     try outline.apply(patch.inverse)
///     outline == before  // true
///
/// A patch is a set of changes: the order of its arrays has no meaning for
/// ``SectionSnapshot/apply(_:)``. Patches are equal if their items are, even if equal items have
/// other content.
///
/// ## Topics
///
/// ### Reading changes
/// - ``removals``
/// - ``insertions``
/// - ``moves``
/// - ``expandedItems``
/// - ``collapsedItems``
/// - ``replacements``
/// - ``isEmpty``
///
/// ### Undoing changes
/// - ``inverse``
public struct OutlinePatch<Parent: Hashable & Sendable, Item: Hashable & Sendable>:
  Hashable, Sendable
{
  /// The place of an item in one version of an outline.
  public struct Place: Hashable, Sendable {
    /// The parent item, or the section; `nil` for the roots of an outline without sections.
    public var parent: Parent?
    /// The sibling before the item, if any.
    public var previous: Item?
    /// The sibling after the item, if any.
    public var next: Item?

    @usableFromInline
    package init(parent: Parent?, previous: Item?, next: Item?) {
      self.parent = parent
      self.previous = previous
      self.next = next
    }
  }

  /// Consecutive siblings with their descendants.
  public struct Subtrees: Hashable, Sendable {
    /// The place of the siblings.
    public var place: Place
    /// The siblings as roots, with their descendants and their expansion.
    public var outline: SectionSnapshot<Item>

    @usableFromInline
    package init(place: Place, outline: SectionSnapshot<Item>) {
      self.place = place
      self.outline = outline
    }
  }

  /// An item that moves with its descendants.
  public struct Move: Hashable, Sendable {
    /// The item.
    public var item: Item
    /// The place before the move.
    public var source: Place
    /// The place after the move.
    public var destination: Place

    @usableFromInline
    package init(item: Item, source: Place, destination: Place) {
      self.item = item
      self.source = source
      self.destination = destination
    }
  }

  /// An item that an equal one replaces.
  public struct Replacement: Hashable, Sendable {
    /// The item before.
    public var old: Item
    /// The equal item after.
    public var new: Item

    @usableFromInline
    package init(old: Item, new: Item) {
      self.old = old
      self.new = new
    }
  }

  /// The items that leave the outline, with the places that they had.
  public var removals: [Subtrees] = []
  /// The items that come into the outline.
  public var insertions: [Subtrees] = []
  /// The items that change their parent, and the fewest others that change their order among their
  /// siblings.
  ///
  /// Which of two siblings that change places has moved is arbitrary. The patch of a transaction
  /// contains the items that the user has moved.
  public var moves: [Move] = []
  /// The items that expand.
  public var expandedItems: [Item] = []
  /// The items that collapse.
  public var collapsedItems: [Item] = []
  /// The items that equal ones with other content replace.
  public var replacements: [Replacement] = []

  @usableFromInline
  package init() {}

  /// A Boolean value that indicates whether there are no changes.
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && expandedItems.isEmpty
      && collapsedItems.isEmpty && replacements.isEmpty
  }

  /// The patch that leads back.
  ///
  /// - Complexity: O(*k*) for *k* changes
  public var inverse: OutlinePatch {
    var inverse = OutlinePatch()
    inverse.removals = insertions
    inverse.insertions = removals
    inverse.moves = moves.map {
      Move(item: $0.item, source: $0.destination, destination: $0.source)
    }
    inverse.expandedItems = collapsedItems
    inverse.collapsedItems = expandedItems
    inverse.replacements = replacements.map { Replacement(old: $0.new, new: $0.old) }
    return inverse
  }
}

// The compiler makes coders only in the file of the types.
extension OutlinePatch.Subtrees: Encodable where Parent: Encodable, Item: Encodable {}
extension OutlinePatch.Subtrees: Decodable where Parent: Decodable, Item: Decodable {}

extension OutlinePatch.Replacement: Encodable where Item: Encodable {}
extension OutlinePatch.Replacement: Decodable where Item: Decodable {}

extension OutlinePatch: CustomStringConvertible {
  /// The changes in one line: for each item a sign and the item.
  ///
  /// `-a` is a removal, `+a` an insertion, `>a` a move, `[a` an expansion, `(a` a collapse, and
  /// `~a` a replacement.
  public var description: String {
    var parts = removals.flatMap { $0.outline.items.map { "-\($0)" } }
    parts += insertions.flatMap { $0.outline.items.map { "+\($0)" } }
    parts += moves.map { ">\($0.item)" }
    parts += expandedItems.map { "[\($0)" }
    parts += collapsedItems.map { "(\($0)" }
    parts += replacements.map { "~\($0.new)" }
    return parts.joined(separator: " ")
  }
}
