#if canImport(UIKit) && !os(watchOS) && !os(tvOS) || canImport(AppKit)

  public import Outline
  #if canImport(UIKit)
    public import UIKit
  #else
    public import AppKit
  #endif

  /// The part of an adapter that does not depend on its view.
  ///
  /// It holds updates back while the user drags rows, and keeps the selection.
  @MainActor
  open class ViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    NSObject, @MainActor OutlineAdapter
  {
    typealias Update = OutlineDataSource<Section, Item>.Update
    typealias Parent = OutlineDataSource<Section, Item>.Parent

    let dataSource: OutlineDataSource<Section, Item>
    let marks: LoadingMarks<Section, Item>
    /// The view shows the rows of this snapshot.
    var shown = Snapshot<Section, Item>()
    /// Called with the selected items when the user, the program or an update has changed them.
    public var selectionHandler: (_ items: Set<Item>) -> Void = { _ in }
    /// The rules for selected items that an update hides or deletes.
    public var selectionRules = SelectionRules()
    private(set) var selection = OutlineSelection<Item>() {
      didSet {
        if selection.selectedItems != oldValue.selectedItems {
          selectionHandler(selection.selectedItems)
        }
      }
    }
    private var heldUpdates: [(update: Update, completion: () -> Void)] = []
    /// The drags in progress: on an iPad, the user can begin a second one with another finger.
    private var drags: Set<ObjectIdentifier> = []

    init(_ dataSource: OutlineDataSource<Section, Item>) {
      self.dataSource = dataSource
      marks = LoadingMarks(dataSource)
      super.init()
      marks.whenRequestsEnd = { [weak self] in self?.showState() }
    }

    /// Shows the rows of the data source from now on.
    public func attach() { dataSource.attach(self) }

    /// Ends the connection between the view and the data source.
    public func detach() {
      dataSource.detach(self)
      marks.removeAll()
      drags = []
      heldUpdates = []
    }

    /// The selected items, including hidden and unknown ones.
    ///
    /// They follow updates by ``selectionRules``.
    public var selectedItems: Set<Item> {
      get { selection.selectedItems }
      set {
        takeOver(newValue)
        showState()
      }
    }

    /// Takes over the selected items of the user or the program; the first new one gets the focus.
    func takeOver(_ items: Set<Item>) {
      if items == selectedItems { return }
      let added = items.subtracting(selectedItems)
      var new = selection
      new.selectedItems = items
      if !added.isEmpty || new.focusedItem.map(items.contains) != true {
        let candidates = added.isEmpty ? items : added
        let first = candidates.compactMap(shown.rowPath).min().flatMap(shown.itemIdentifier)
        new.focusedItem = candidates.count == 1 ? candidates.first : first
      }
      selection = new
    }

    /// Changes the selection and shows it.
    ///
    /// - Returns: A Boolean value that indicates whether other items are selected now.
    func changeSelection(_ change: (inout OutlineSelection<Item>) -> Void) -> Bool {
      let (selected, old) = (selectedItems, shown)
      // A copy, because a loader that is asked for children can read the selection.
      var new = selection
      change(&new)
      // The loader can also have changed the rows.
      new.follow(from: old, to: shown, rules: selectionRules)
      selection = new
      if new.selectedItems == selected { return false }
      showState()
      return true
    }

    // MARK: - Keys

    /// A closure that returns the title of an item, so that the user finds it by typing its first
    /// letters; without one, letters have no effect.
    public var typeAheadTitle: ((_ item: Item) -> String)?
    private var typed = (text: "", time: 0.0)

    /// Performs the action of a key: selects items, or expands or collapses them.
    ///
    /// - Returns: A Boolean value that indicates whether something has changed.
    func press(
      _ key: OutlineSelection<Item>.Key, _ modifier: OutlineSelection<Item>.Modifier? = nil
    ) -> Bool {
      typed.text = ""
      var expansion: OutlineSelection<Item>.Expansion?
      let selectsOthers = changeSelection {
        expansion = $0.press(key, modifier, in: shown, of: dataSource)
      }
      switch expansion {
      case .expand(let items):
        for item in items { dataSource.expand(item) }
      case .collapse(let item):
        dataSource.collapse(item)
      case nil:
        return selectsOthers
      }
      return true
    }

    /// Selects the next item whose title begins with the letters that the user has typed without a
    /// pause of a second.
    ///
    /// A space continues the letters, but does not begin them. Other keys with characters, such as
    /// Return, end them.
    ///
    /// - Parameters:
    ///   - character: The character of a key.
    ///   - time: The time of the key press in seconds.
    /// - Returns: A Boolean value that indicates whether there is such an item.
    func type(_ character: String, at time: Double) -> Bool {
      // Shift has no character.
      guard let typeAheadTitle, !character.isEmpty else { return false }
      let text = time - typed.time < 1 ? typed.text : ""
      typed = ("", time)
      guard character.count == 1,
        character.allSatisfy({ $0.isLetter || $0.isNumber || $0.isPunctuation || $0.isSymbol })
          || character == " " && !text.isEmpty
      else { return false }
      typed.text = text + character
      var isFound = false
      _ = changeSelection {
        isFound = $0.typeAhead(typed.text, in: shown, title: typeAheadTitle)
      }
      return isFound
    }

    // MARK: - The view

    /// The rows of the view that have cells, in ascending order.
    var rowsOfView: [RowPath] { [] }

    /// Shows an update in the view.
    func perform(_ update: Update, completion: @escaping () -> Void) {
      reload(update.finalSnapshot)
      completion()
    }

    /// Shows all rows again; the data source calls it.
    public func reload(_ snapshot: Snapshot<Section, Item>) {
      followSelection(to: snapshot)
      shown = snapshot
    }

    func followSelection(to snapshot: Snapshot<Section, Item>) {
      selection.follow(from: shown, to: snapshot, rules: selectionRules)
    }

    /// Shows the marks that have changed, and selects the rows of the selected items.
    func showState() {}

    // MARK: - Scroll position

    /// The distance that the view is scrolled, the least one and the greatest one.
    var scrolling: (offset: CGFloat, start: CGFloat, end: CGFloat) { (0, 0, 0) }
    func scroll(to offset: CGFloat) {}

    /// Returns the frame of an item's row in the coordinates of the content.
    func frame(of item: Item) -> CGRect? { nil }

    /// A row that keeps its place on the screen.
    typealias Anchor = (item: Item, distance: CGFloat)

    /// Returns a row that keeps its place if rows above it change, unless the view is scrolled to
    /// the top, where it shows new rows.
    func anchor(of update: Update, isReload: Bool) -> Anchor? {
      let (offset, start, _) = scrolling
      guard offset > start else { return nil }
      let paths = rowsOfView.filter { path in
        shown.itemIdentifier(for: path).flatMap(frame).map { $0.maxY > offset } ?? false
      }
      guard let item = update.anchor(among: paths, isReload: isReload), let frame = frame(of: item)
      else { return nil }
      return (item, frame.minY - offset)
    }

    func restore(_ anchor: Anchor) {
      guard let frame = frame(of: anchor.item) else { return }
      let (_, start, end) = scrolling
      scroll(to: max(min(frame.minY - anchor.distance, end), start))
    }

    // MARK: - Updates

    /// The rows that the view displays, or none during a drag.
    public var displayedRows: [RowPath] {
      // The data source counts the rows of updates that are held back, but the view does not.
      drags.isEmpty ? rowsOfView : []
    }

    /// Shows an update, or holds it back during a drag; the data source calls it.
    public func show(
      _ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void
    ) {
      if drags.isEmpty {
        perform(update, completion: completion)
      } else {
        heldUpdates.append((update, completion))
      }
    }

    func beginDrag(_ drag: AnyObject) { drags.insert(ObjectIdentifier(drag)) }

    /// Ends a drag, unless it has ended by a drop.
    func endDrag(_ drag: AnyObject) {
      let isLast = drags == [ObjectIdentifier(drag)]
      if isLast { showHeldUpdates() }
      drags.remove(ObjectIdentifier(drag))
      if isLast { dataSource.checkContent() }
    }

    /// Shows the updates that are held back, and those that they cause, each time merged into one.
    func showHeldUpdates() {
      // A handler or a cell can change the data source before the view has shown an update.
      while let update = merge(heldUpdates[...]) {
        let completions = heldUpdates.map(\.completion)
        heldUpdates = []
        perform(update) { for completion in completions { completion() } }
      }
    }

    /// Merges both halves first: each merge compares all rows that its updates have changed.
    private func merge(_ held: ArraySlice<(update: Update, completion: () -> Void)>) -> Update? {
      let half = held.count / 2
      guard half > 0, let first = merge(held.prefix(half)), let last = merge(held.dropFirst(half))
      else { return held.first?.update }
      return first.merging(last)
    }
  }

  extension OutlineDataSource.Update {
    /// Returns the item of the first of some rows that neither goes nor moves, if rows above it
    /// change.
    ///
    /// A view scrolls to keep this row in its place.
    ///
    /// - Parameters:
    ///   - paths: The displayed rows of the initial snapshot in ascending order.
    ///   - isReload: `true` if the view reloads all rows, so that it does not know which rows move.
    func anchor(among paths: [RowPath], isReload: Bool) -> Item? {
      for path in paths {
        guard let item = initialSnapshot.itemIdentifier(for: path),
          let newPath = finalSnapshot.rowPath(of: item), isReload || !difference.moves(path)
        else { continue }
        let isInPlace =
          path.section == newPath.section
          && initialSnapshot.row(of: item) == finalSnapshot.row(of: item)
        return isInPlace && !isReload ? nil : item
      }
      return nil
    }
  }

  extension SnapshotDifference {
    /// Returns a Boolean value that indicates whether an old row moves, alone or with its section.
    fileprivate func moves(_ path: RowPath) -> Bool {
      sections.moves.contains { $0.source.contains(path.section) }
        || moves.contains { $0.source.contains(path) }
        || changes.contains { change in
          change.oldSection == path.section
            && change.difference.moves.contains { $0.source.contains(path.row) }
        }
    }
  }

#endif
