public import Outline

public typealias Source = OutlineDataSource<Int, String>
public typealias TestAdapter = RecordingAdapter<Int, String>

extension OutlineDataSource<Int, String> {
  public convenience init(
    _ text: String, isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(Snapshot(SnapshotModel(text)))
  }

  public var shape: String { snapshot().shape }

  public func states(_ items: String...) -> String {
    items.map { item in "\(item) " + (loadingState(of: .item(item)).map { "\($0)" } ?? "gone") }
      .joined(separator: ", ")
  }
}

/// The events of a test, in order.
///
/// Unchecked: all jobs of a simulated actor run on one thread.
public final class EventLog: @unchecked Sendable {
  public private(set) var events: [String] = []

  public init() {}

  public func add(_ event: String) { events.append(event) }

  public func take() -> String {
    defer { events = [] }
    return events.joined(separator: ", ")
  }
}
