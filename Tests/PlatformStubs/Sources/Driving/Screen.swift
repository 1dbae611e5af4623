import Outline
import ViewSimulation

/// The content of one row on a screen.
public struct ShownRow: Equatable, Sendable {
  public var item: Int
  public var title: Int
  public var level: Int
  public var isExpanded: Bool
  public var hasChildren: Bool
  public var isLoading: Bool

  public init(
    item: Int, title: Int, level: Int, isExpanded: Bool, hasChildren: Bool, isLoading: Bool
  ) {
    (self.item, self.title, self.level) = (item, title, level)
    (self.isExpanded, self.hasChildren) = (isExpanded, hasChildren)
    self.isLoading = isLoading
  }
}

/// The mark of a load that an adapter shows in a row or a header.
public enum ShownMark: Sendable {
  case loading, failed
}

/// A simulated view with the adapter that drives it.
@MainActor public protocol Screen: AnyObject {
  func attach()
  func detach()
  func setInWindow(_ isInWindow: Bool)
  /// Lets the view lay out, as at the end of a turn of the main loop.
  func layOut()

  /// The number of rows of each section.
  var rowCounts: [Int] { get }
  /// A Boolean value that indicates whether rows without children look collapsed.
  var hidesExpansionOfLeaves: Bool { get }
  /// A Boolean value that indicates whether the user can begin a drag during another one.
  var allowsSeveralDrags: Bool { get }
  /// The text of each section's header, if it is displayed.
  var headers: [String?] { get }
  /// Returns the content of a row, or `nil` if the view does not display it.
  func row(at position: ListPosition) -> ShownRow?
  /// The rows that the view displays, counted over all sections.
  var displayedRows: Range<Int> { get }
  var selectedPositions: [ListPosition] { get }
  /// The selection that the adapter keeps.
  var selection: Set<Int> { get }
  /// The selection that the adapter has reported to the program.
  var reportedSelection: Set<Int> { get }

  /// Returns the mark of a load in a row.
  func mark(at position: ListPosition) -> ShownMark?
  /// Taps the button of a row whose load has failed.
  func tapRetry(at position: ListPosition)
  /// Returns the mark of a load in the header of a section.
  func mark(inHeader section: Int) -> ShownMark?
  /// Taps the button in the header of a section whose roots could not be loaded.
  func tapRetry(inHeader section: Int)
  func tapDisclosure(at position: ListPosition)
  func select(_ position: ListPosition)
  /// Selects items on behalf of the program.
  func select(_ items: Set<Int>)
  /// Drags a row; the view decides what the second position means.
  func drag(_ source: ListPosition, to target: ListPosition)
  func scroll(to row: Int)
  /// The keys that the adapter handles.
  var keys: [OutlineSelection<Int>.Key] { get }
  /// Presses one of these keys.
  func press(_ key: OutlineSelection<Int>.Key, _ modifier: OutlineSelection<Int>.Modifier?)
}

extension Screen {
  public var hidesExpansionOfLeaves: Bool { false }
  public var allowsSeveralDrags: Bool { false }
  public var keys: [OutlineSelection<Int>.Key] { [] }
  public func press(
    _ key: OutlineSelection<Int>.Key, _ modifier: OutlineSelection<Int>.Modifier?
  ) {}
  public func press(_ key: OutlineSelection<Int>.Key) { press(key, nil) }
}
