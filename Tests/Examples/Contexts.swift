// The contexts of examples in the documentation. `.ci/run examples` puts each example into the
// context that it names, or into `usual`, in place of the line `// example`.

@MainActor func usual() async throws {
  var outline = try makeOutline()
  let before = outline
  var snapshot = try makeSnapshot()
  let (food, shed) = (snapshot["Food"], snapshot["Shed"])
  let source = OutlineDataSource(snapshot)
  let (folder, file, path) = ("Fruit", "Apple", RowPath(section: 0, row: 0))
  let (dragged, gap) = (Set(["Saw"]), RowPath(section: 0, row: 1))
  let (pointer, indentation) = ((x: 20, y: 0), 16)
  let list = listView
  var saved = snapshot
  var state = ViewState(expandedItems: ["Fruit"], selectedItems: ["Apple"])
  let update = try await makeUpdate()
  do {
    // example
  }
}

/// Has a collection view that shows the rows before a change.
@MainActor func batches() async throws {
  let view = UICollectionView()
  var shown = try makeSnapshot()
  var snapshot = shown
  snapshot.expand(["Fruit"])
  let difference = snapshot.difference(from: shown)
  do {
    // example
  }
}

/// Has an outline, an edited copy of it, the difference, and a list model.
@MainActor func edited() async throws {
  let shown = try makeOutline()
  var outline = shown
  try outline.move("Tools", before: "Fruit")
  outline.expand(["Tools"])
  let difference = outline.difference(from: shown)
  let model = ListModel(Array(shown.visibleItems))
  do {
    // example
  }
}

/// Compiles the example without running it.
@MainActor func unrun() async throws {
  let source = OutlineDataSource(try makeSnapshot())
  func example() async throws {
    // example
  }
}

@MainActor func songs() async throws {
  var song = Song(id: 7, title: "Alone")
  var outline = SectionSnapshot<Identified<Song>>()
  try outline.append([Identified(song)])
  var snapshot = Snapshot<String, Identified<Song>>()
  try snapshot.appendSections(["Album"])
  try snapshot["Album"].append(outline)
  let source = OutlineDataSource(snapshot)
  let (old, new) = (outline, outline)
  let titles = ["Album": "First takes"]
  do {
    // example
  }
}

@MainActor func typedSections() async throws {
  let artists = TypedSection<Artist>("Artists")
  let years = TypedSection<Int>("Years")
  let genres = TypedSection<String>("Genres")
  let tree = try makeOutline()
  let library = Library()
  let path = RowPath(section: 0, row: 0)
  var snapshot = Snapshot<AnySection, AnyItem>()
  try snapshot.appendSections(artists, years, genres)
  try snapshot.setItems(library.artists, in: artists)
  try snapshot.setItems(1959...1974, in: years)
  let source = OutlineDataSource(snapshot)
  let state = ViewState(expandedItems: [artists.item(library.artists[0])])
  do {
    // example
  }
}

/// Is a method of an object that takes drops.
@MainActor func dropTarget() async throws {
  @MainActor final class DropTarget {
    let source = OutlineDataSource(Snapshot<String, String>())
    let selection = ["Apple"]
    let undoManager = UndoManager()
    func undo(_ transaction: OutlineDataSource<String, String>.Transaction) {}

    func drop() throws {
      // example
    }
  }
}

/// Is a screen with a diffable data source of UIKit.
@MainActor func diffableScreen() async throws {
  final class Header: UICollectionReusableView {
    var text: String?
  }
  let view = UICollectionView()
  var dataSource = UICollectionViewDiffableDataSource<String, String>(collectionView: view) {
    _, _, _ in nil
  }
  let headers = UICollectionView.SupplementaryRegistration<Header>(elementKind: "") { _, _, _ in }
  let cell = UICollectionViewListCell()
  let sections = ["Food"]
  func rows(of section: String) -> [String] { [] }
  func makeCell(for item: String, at path: IndexPath) -> UICollectionViewCell { cell }
  func updateButtons() {}
  func save(_ snapshot: NSDiffableDataSourceSnapshot<String, String>) {}
  do {
    // example
  }
}

/// Is a screen with a collection view.
@MainActor func screen() async throws {
  let view = UICollectionView()
  let source = OutlineDataSource(try makeSnapshot())
  let undoManager = UndoManager()
  func updateButtons() {}
  do {
    // example
  }
}

/// Is a screen with a table view, whose adapter is stored.
@MainActor func tableScreen() async throws {
  let tableView = UITableView()
  let source = OutlineDataSource(try makeSnapshot())
  let outline: TableViewOutline<String, String>
  do {
    // example
  }
}

@MainActor func collectionScreen() async throws {
  let view = UICollectionView()
  let source = OutlineDataSource(try makeSnapshot())
  let cells = UICollectionView.CellRegistration<
    UICollectionViewListCell, SectionSnapshot<String>.Row
  > {
    _, _, _ in
  }
  let headers = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
    elementKind: ""
  ) { _, _, _ in }
  do {
    // example
  }
}

/// Is a screen with a list of food, from which the user has scrolled the first row away.
@MainActor func stickyScreen() async throws {
  var snapshot = try makeSnapshot()
  snapshot.expand(["Fruit"])
  let source = OutlineDataSource(snapshot)
  let collectionView = UICollectionView()
  collectionView.contentOffset.y = 50
  let outline = CollectionViewOutline(
    collectionView, source, cell: { _, _, _ in UICollectionViewListCell() },
    supplementary: { _, _, _, _ in UICollectionReusableView() })
  do {
    // example
  }
}

@MainActor func outlineScreen() async throws {
  let outlineView = NSOutlineView()
  let source = OutlineDataSource(try makeSnapshot())
  do {
    // example
  }
}

/// Is a method of an adapter that holds updates back.
@MainActor func heldUpdate() async throws {
  var held: OutlineDataSource<String, String>.Update?
  let update = try await makeUpdate()
  do {
    // example
  }
}
