public import Outline

/// An adapter that puts all that it is told through a strict view.
public final class StrictAdapter: OutlineAdapter {
  /// How often the adapter was told anything.
  public private(set) var callCount = 0
  public private(set) var violations: [Violation] = []
  private var view = BatchView()
  private var update = BatchView.Update()

  public init() {}

  public var contents: BatchView.Contents { view.contents }

  /// Shows what the user has made of the rows.
  public func show(_ snapshot: Snapshot<Int, Int>) {
    view.show(ShownSnapshot(snapshot).contents)
  }

  public func perform(_ batch: Batch<Int, Int>, isAnimated: Bool) {
    update.set(batch)
    perform(answer: batch.snapshot)
  }

  public func reload(_ snapshot: Snapshot<Int, Int>) {
    callCount += 1
    show(snapshot)
  }

  public func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<Int, Int>) {
    update.removeAll()
    for path in rows.joined() { update.reconfigures.append(.init(path.section, path.row)) }
    perform(answer: snapshot)
  }

  private func perform(answer: Snapshot<Int, Int>) {
    callCount += 1
    view.isContentJudged = !update.isStructural
    violations += view.perform(update, answer: ShownSnapshot(answer).contents)
  }
}
