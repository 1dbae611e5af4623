public import Outline

/// A data source of numbers, and a model of their content.
///
/// The section 0 has the items 0 to 9, and the section 1 has the items 10 to 19. The item 0 is
/// collapsed and has the children 20, 21 and 22.
public final class ContentFixture {
  public let source: OutlineDataSource<Int, Int>
  public var content: [Int: Int] = [:]
  private var asked: [Int] = []

  public static func snapshot() throws -> Snapshot<Int, Int> {
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections([0, 1])
    try snapshot.appendItems(0..<10, toSection: 0)
    try snapshot[0].append(20..<23, to: 0)
    try snapshot.appendItems(10..<20, toSection: 1)
    return snapshot
  }

  public init() throws {
    source = OutlineDataSource(try ContentFixture.snapshot())
    source.setContent { [unowned self] item in
      asked.append(item)
      return content[item] ?? 0
    }
  }

  /// Attaches a view that displays rows; a stroke stands for each change of content.
  public func screen(_ rows: Range<Int>) -> RecordingAdapter<Int, Int> {
    let screen = RecordingAdapter<Int, Int>(drawing: { [unowned self] item in
      ViewRow(item, content: content[item] ?? 0).description
    })
    screen.display(rows)
    source.attach(screen)
    _ = screen.takeEvents()
    return screen
  }

  public func takeAsked() -> [Int] {
    defer { asked = [] }
    return asked
  }

  public func apply() {
    source.apply(source.snapshot())
  }
}
