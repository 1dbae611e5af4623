#if canImport(UIKit) && !os(watchOS) && !os(tvOS)

  public import Outline
  public import UIKit

  //  The views call these methods of the adapters by different names:
  //
  //      user drags rows ──▶ dragItems ──▶ beginDrag ──▶ proposal … ──▶ drop ──▶ endDrag
  //                                        updates are held back ─────────┘

  /// A view of rows in sections.
  @MainActor protocol ListView: UIScrollView {
    var isPrefetchingEnabled: Bool { get set }
    var allowsMultipleSelection: Bool { get }
    var dragInteractionEnabled: Bool { get set }
    var displayedPaths: [IndexPath] { get }
    var selectedPaths: [IndexPath] { get }

    /// Sets the data source and the delegates.
    func connect(to adapter: NSObject?)
    func reloadData()
    /// Performs updates as a batch.
    func perform(_ updates: @escaping () -> Void, completion: @escaping @MainActor () -> Void)
    /// Adds the changes of a batch to the updates in progress.
    func add<Section, Item>(
      _ batch: Snapshot<Section, Item>.Batch, animation: UITableView.RowAnimation)
    /// Returns the cell of a displayed row, if it has a place for the mark of a load.
    func loadingCell(at path: IndexPath) -> (any LoadingCell)?
    /// Returns the displayed header of a section, if it has a place for the mark of a load.
    func loadingHeader(ofSection index: Int) -> (any LoadingCell)?
    /// Returns the frame of a row in the coordinates of the view.
    func frame(of path: IndexPath) -> CGRect?
    /// Returns the row at a point in the coordinates of the view.
    func path(at point: CGPoint) -> IndexPath?
    func setSelected(_ isSelected: Bool, at path: IndexPath)
  }

  /// The part that ``CollectionViewOutline`` and ``TableViewOutline`` share.
  @MainActor
  open class ListViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    ViewOutline<Section, Item>
  {
    /// A closure that returns the action of a drop from another view or app, or `nil` to refuse it.
    ///
    /// The adapter calls it for possible destinations during the drag, and once more for the drop.
    /// It only performs the last action, so the closure itself must change nothing.
    public typealias DropHandler = (
      _ session: any UIDropSession, _ destination: Snapshot<Section, Item>.Destination
    ) -> (() -> Void)?

    private let view: any ListView

    /// The handler of drops from other views and apps; without one, they are refused.
    public var dropHandler: DropHandler?

    init(_ view: any ListView, _ dataSource: OutlineDataSource<Section, Item>) {
      self.view = view
      super.init(dataSource)
      // A prefetched cell would miss changes of its content.
      view.isPrefetchingEnabled = false
      view.dragInteractionEnabled = true
    }

    public override func attach() {
      view.connect(to: self)
      super.attach()
    }

    public override func detach() {
      super.detach()
      view.connect(to: nil)
    }

    // MARK: - Updates

    /// Returns the animation of the rows of an update.
    func animation(named name: String?) -> UITableView.RowAnimation { .automatic }

    public override func reload(_ snapshot: Snapshot<Section, Item>) {
      super.reload(snapshot)
      view.reloadData()
      showState()
    }

    override func perform(_ update: Update, completion: @escaping () -> Void) {
      // A view outside a window cannot animate.
      let isReload = update.presentation == .reload || view.window == nil
      let batches = isReload ? nil : update.batches
      let anchor = anchor(of: update, isReload: batches == nil)
      guard let batches else {
        reload(update.finalSnapshot)
        anchor.map(restore)
        return completion()
      }
      followSelection(to: update.finalSnapshot)
      let animation = animation(named: update.animationName)
      let performBatches = { [self] in
        for (index, batch) in batches.enumerated() {
          let end = index == batches.count - 1 ? completion : {}
          view.perform {
            self.shown = batch.snapshot
            self.view.add(batch, animation: animation)
          } completion: {
            end()
          }
        }
      }
      if update.presentation == .animated && anchor == nil {
        performBatches()
      } else {
        UIView.performWithoutAnimation(performBatches)
      }
      anchor.map(restore)
      if batches.isEmpty {
        shown = update.finalSnapshot
      }
      showState(of: update.changedSections)
      if batches.isEmpty {
        completion()
      }
    }

    // MARK: - Scroll position

    override var scrolling: (offset: CGFloat, start: CGFloat, end: CGFloat) {
      let inset = view.adjustedContentInset
      let end = view.contentSize.height + inset.bottom - view.bounds.height
      return (view.contentOffset.y, -inset.top, end)
    }

    override func scroll(to offset: CGFloat) { view.contentOffset.y = offset }

    override func restore(_ anchor: Anchor) {
      view.layoutIfNeeded()
      super.restore(anchor)
    }

    override func frame(of item: Item) -> CGRect? {
      shown.rowPath(of: item).flatMap { view.frame(of: IndexPath($0)) }
    }

    // MARK: - Rows

    override var rowsOfView: [RowPath] { view.displayedPaths.map(RowPath.init).sorted() }

    /// Returns the item of a row of the view, or `nil` if there is no such row.
    ///
    /// During a drag, the view shows other rows than the data source has.
    ///
    /// - Complexity: O(log *n*)
    public func itemIdentifier(for path: IndexPath) -> Item? { row(at: path)?.item }

    /// Returns the section at a position in the view, or `nil` if there is no such section.
    ///
    /// During a drag, the view can show other sections than the data source has.
    ///
    /// - Complexity: O(log *s*) for *s* sections
    public func sectionIdentifier(for index: Int) -> Section? {
      let sections = shown.sectionIdentifiers
      return sections.indices.contains(index) ? sections[index] : nil
    }

    func row(at path: IndexPath) -> SectionSnapshot<Item>.Row? { shown.row(at: RowPath(path)) }

    // MARK: - Marks of loads

    /// Shows the mark of an item in its new cell, or that of a section in its new header.
    func showMark(of parent: Parent, in cell: UIView?) {
      let mark = marks.display(parent)
      (cell as? any LoadingCell)?.show(markView(mark, of: parent))
    }

    private func markView(_ mark: LoadingMark?, of parent: Parent) -> LoadingMarkView? {
      mark.map { LoadingMarkView.make($0) { [weak marks] in marks?.retry(parent) } }
    }

    /// Returns the displayed cell or header with the mark of an item or a section.
    private func loadingCell(of parent: Parent) -> (any LoadingCell)? {
      switch parent {
      case .item(let item): shown.rowPath(of: item).flatMap { view.loadingCell(at: IndexPath($0)) }
      case .section(let section): shown.indexOfSection(section).flatMap(view.loadingHeader)
      }
    }

    // MARK: - Selection

    /// Reads the selection after the user has changed it.
    func readSelection() {
      takeOver(Set(view.selectedPaths.compactMap { shown.itemIdentifier(for: RowPath($0)) }))
    }

    override func showState() { showState(of: []) }

    /// Selects the rows of the selected items, and shows the marks that have changed.
    ///
    /// - Parameter sections: The sections whose headers can have another mark than before.
    private func showState(of sections: [Section]) {
      let paths = Set(selectedItems.compactMap(shown.rowPath).map { IndexPath($0) })
      for path in paths.symmetricDifference(view.selectedPaths) {
        view.setSelected(paths.contains(path), at: path)
      }
      let rows = rowsOfView.compactMap(shown.itemIdentifier).map(Parent.item)
      let headers = marks.sections.union(sections).map(Parent.section)
      for parent in marks.update(rows + headers) {
        loadingCell(of: parent)?.show(markView(marks.mark(of: parent), of: parent))
      }
    }

    // MARK: - Keys

    /// Performs the action of a key: selects a row, or expands or collapses the selected item.
    ///
    /// Keys have the meaning of ``OutlineSelection/Key``. If an item waits for its children, the
    /// left arrow key ends the waiting. With a ``ViewOutline/typeAheadTitle``, letters select the
    /// next row whose title begins with them. A view controller passes the keys on:
    ///
    /// <!-- example: no-check, a method of a view controller -->
    ///     override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    ///       if !outline.press(presses) { super.pressesBegan(presses, with: event) }
    ///     }
    ///
    /// - Parameter presses: The argument of `pressesBegan(_:with:)`.
    /// - Returns: A Boolean value that indicates whether something has changed, or a title begins
    ///   with the letters.
    /// - Complexity: That of ``OutlineSelection/press(_:_:in:hasChildren:)`` or
    ///   ``OutlineSelection/typeAhead(_:in:title:)``, plus the update, and O(*s* log *n*) for *s*
    ///   selected items
    public func press(_ presses: Set<UIPress>) -> Bool {
      guard presses.count == 1, let press = presses.first, let pressed = press.key,
        pressed.modifierFlags.isDisjoint(with: [.command, .control, .alternate])
      else { return false }
      let selectsRange = pressed.modifierFlags.contains(.shift) && view.allowsMultipleSelection
      let key = key(of: pressed)
      let isHandled =
        key.map { self.press($0, selectsRange ? .shift : nil) }
        ?? type(pressed.characters, at: press.timestamp)
      if isHandled, let frame = selection.focusedItem.flatMap(frame) {
        view.scrollRectToVisible(frame, animated: true)
      }
      return isHandled
    }

    private func key(of key: UIKey) -> OutlineSelection<Item>.Key? {
      let isRightToLeft = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
      return switch key.keyCode {
      case .keyboardUpArrow: .up
      case .keyboardDownArrow: .down
      case .keyboardLeftArrow: isRightToLeft ? .right : .left
      case .keyboardRightArrow: isRightToLeft ? .left : .right
      case .keyboardHome: .home
      case .keyboardEnd: .end
      case .keyboardPageUp: .pageUp(rows: rowsOfView.count - 1)
      case .keyboardPageDown: .pageDown(rows: rowsOfView.count - 1)
      default: key.characters == "*" ? .asterisk : nil
      }
    }

    // MARK: - Dragging

    /// Returns the items with which a drag begins.
    func dragItems(for session: any UIDragSession, at path: IndexPath) -> [UIDragItem] {
      session.localContext = self
      return dragItems(addedTo: session, at: path)
    }

    /// Returns the items that the user adds to a drag: none if it began in another view, or if the
    /// row is already dragged.
    func dragItems(addedTo session: any UIDragSession, at path: IndexPath) -> [UIDragItem] {
      guard let dragged = items(of: session), let item = shown.itemIdentifier(for: RowPath(path)),
        dataSource.canReorder(item), !dragged.contains(item)
      else { return [] }
      let dragItem = UIDragItem(itemProvider: NSItemProvider())
      dragItem.localObject = item
      return [dragItem]
    }

    /// Returns the items of a drag, unless it began in another view or app.
    private func items(of drag: (any UIDragSession)?) -> [Item]? {
      guard let drag, drag.localContext as AnyObject? === self else { return nil }
      return drag.items.compactMap { $0.localObject as? Item }
    }

    /// Returns the effect of a drop: into an item in the middle of its row, otherwise between rows.
    func proposal(
      of session: any UIDropSession, at path: IndexPath?
    ) -> (operation: UIDropOperation, isInto: Bool) {
      let isPossibleBetween = action(of: session, at: path, isInto: false) != nil
      let isPossibleInto = action(of: session, at: path, isInto: true) != nil
      guard isPossibleBetween || isPossibleInto else { return (.forbidden, false) }
      let operation: UIDropOperation = items(of: session.localDragSession) == nil ? .copy : .move
      let location = session.location(in: view)
      guard isPossibleBetween && isPossibleInto,
        let frame = view.path(at: location).flatMap(view.frame)
      else {
        return (operation, isPossibleInto)
      }
      let distance = location.y - frame.minY
      return (operation, distance > frame.height / 4 && distance < frame.height * 3 / 4)
    }

    /// Performs a drop, and shows the updates that were held back.
    ///
    /// - Parameter animate: Animates a dropped item to its row.
    func drop(
      _ session: any UIDropSession, at path: IndexPath?, isInto: Bool,
      animate: (_ item: UIDragItem, _ path: IndexPath) -> Void
    ) {
      action(of: session, at: path, isInto: isInto)?()
      session.localDragSession.map(endDrag)
      view.layoutIfNeeded()
      for item in session.items {
        if let path = (item.localObject as? Item).flatMap(shown.rowPath) {
          animate(item, IndexPath(path))
        }
      }
    }

    /// Returns the action of a drop into the item of a row, or at a path; `nil` if it is refused.
    private func action(
      of session: any UIDropSession, at path: IndexPath?, isInto: Bool
    ) -> (() -> Void)? {
      let items = items(of: session.localDragSession)
      guard items != nil || dropHandler != nil,
        let destination = destination(of: session, at: path, isInto: isInto, moving: items ?? []),
        dataSource.canDrop(items ?? [], to: destination)
      else { return nil }
      guard let items else { return dropHandler?(session, destination) }
      return { [dataSource] in _ = try? dataSource.drop(items, to: destination) }
    }

    private func destination(
      of session: any UIDropSession, at path: IndexPath?, isInto: Bool, moving items: [Item]
    ) -> Snapshot<Section, Item>.Destination? {
      if isInto {
        // The path is a position between rows.
        let row = view.path(at: session.location(in: view)).map(RowPath.init)
        return row.flatMap(shown.itemIdentifier).map { .into($0) }
      }
      guard let path else {
        // Below all rows, there is no path.
        return shown.sectionIdentifiers.last.map { .end(of: $0) }
      }
      // The path counts the rows without the dragged ones, which have left their places.
      return shown.dropDestination(at: RowPath(path), counting: .afterRemoval, moving: items)
    }
  }

  extension OutlineDataSource.Update {
    /// The sections that have changed, or whose roots have another loading state.
    fileprivate var changedSections: [Section] {
      let difference = difference
      let changed = difference.changes.compactMap(\.newSection)
      return (changed + difference.sections.reconfigures.joined()).map {
        finalSnapshot.sectionIdentifiers[$0]
      }
    }
  }

  extension IndexPath {
    init(_ path: RowPath) { self.init(item: path.row, section: path.section) }
  }

  extension RowPath {
    init(_ path: IndexPath) { self.init(section: path.section, row: path.item) }
  }

#endif
