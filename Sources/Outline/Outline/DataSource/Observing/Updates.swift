extension OutlineDataSource {
  /// An asynchronous sequence of the updates from now on.
  ///
  /// Each access returns a new sequence. A slow loop receives all updates since its last one merged
  /// into one; rows that were removed and inserted again in between are reloaded.
  ///
  /// The sequence ends when the data source is released, and does not retain it. Store the sequence
  /// before the loop, so that the loop retains neither the data source nor its actor. A loop that
  /// calls its owner captures it with `[weak self]`.
  ///
  /// <!-- example: unrun -->
  ///     let updates = source.updates
  ///     Task {
  ///       for await update in updates {
  ///         await connection.send(update.difference)
  ///       }
  ///     }
  ///
  /// - Complexity: O(1)
  public var updates: Updates {
    let (stream, continuation) = AsyncStream<MergedUpdate?>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let producer = UpdateProducer(continuation)
    observers.add(producer)
    return Updates(stream: stream, producer: producer)
  }

  /// An asynchronous sequence of updates.
  ///
  /// The sequence and the updates are `Sendable`: a loop can run in any isolation domain, one loop
  /// at a time. Cancelling the task of a loop ends the sequence; later loops need a new one.
  public struct Updates: AsyncSequence, Sendable {
    fileprivate let stream: AsyncStream<MergedUpdate?>
    let producer: UpdateProducer

    /// Returns the iterator of a loop.
    public func makeAsyncIterator() -> Iterator {
      Iterator(stream: stream)
    }

    /// The iterator of the updates.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let stream: AsyncStream<MergedUpdate?>

      /// Waits for the next update, or returns `nil` after release or cancellation.
      public mutating func next() async -> Update? {
        await next(isolation: #isolation)
      }

      /// Waits for the next update, or returns `nil` after release or cancellation.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Update? {
        while let element = await stream.next(isolation: actor) {
          if let update = element?.resolved(), update.changesAnything { return update }
        }
        return nil
      }
    }
  }

  /// The producer of a sequence of updates, which buffers all updates as one merged element.
  final class UpdateProducer: Sendable {
    private let continuation: AsyncStream<MergedUpdate?>.Continuation

    init(_ continuation: AsyncStream<MergedUpdate?>.Continuation) {
      self.continuation = continuation
    }

    /// Adds an update, or returns `false` if the sequence has ended.
    func add(_ update: Update) -> Bool {
      var merged = MergedUpdate(update)
      // Taking the element first leaves `nil`, which the loop ignores. The loop, on another thread,
      // receives either the earlier updates alone or all of them.
      if case .dropped(var earlier?) = continuation.yield(nil) {
        earlier.add(update)
        merged = earlier
      }
      if case .terminated = continuation.yield(merged) { return false }
      return true
    }

    func finish() {
      continuation.finish()
    }
  }
}
