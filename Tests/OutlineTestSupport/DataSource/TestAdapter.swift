public import Outline
import Testing

public typealias Source = OutlineDataSource<Int, String>
public typealias TestAdapter = RecordingAdapter<Int, String>

extension RecordingAdapter {
  /// An adapter that fails the test when a rule is broken.
  public convenience init(drawing: @escaping (Item) -> String = { _ in "" }) {
    self.init(drawing: drawing) { Issue.record("\($0)") }
  }
}

extension OutlineDataSource<Int, String> {
  /// A data source that shows what the text says.
  public convenience init(_ text: String) {
    self.init(Snapshot(SnapshotModel(text)))
  }

  public var shape: String { snapshot().shape }

  /// The states of items in one line.
  public func states(_ items: String...) -> String {
    items.map { item in "\(item) " + (loadingState(of: item).map { "\($0)" } ?? "gone") }
      .joined(separator: ", ")
  }
}

/// What happens in a test, in order.
public final class EventLog {
  public private(set) var events: [String] = []

  public init() {}

  public func add(_ event: String) { events.append(event) }

  /// What has happened since the last time.
  public func take() -> String {
    defer { events = [] }
    return events.joined(separator: ", ")
  }
}
