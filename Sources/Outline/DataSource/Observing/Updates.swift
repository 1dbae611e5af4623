extension OutlineDataSource {
  /// An asynchronous sequence of the updates from now on.
  ///
  /// Each access returns a new sequence. A slow loop receives all updates since its last one merged
  /// into one; rows that were removed and inserted again in between are reloaded.
  ///
  /// The sequence does not retain the data source and ends when the data source is released. Store
  /// the sequence before the loop, so that the loop does not retain the data source either.
  ///
  /// <!-- example: unrun -->
  ///     let updates = source.updates
  ///     for await update in updates {
  ///       await connection.send(update.difference)
  ///     }
  ///
  /// - Complexity: O(1)
  public var updates: Updates {
    let buffer = UpdateBuffer()
    buffers.append(WeakBuffer(buffer: buffer))
    return Updates(buffer: buffer)
  }

  /// An asynchronous sequence of updates.
  ///
  /// Iterate in the isolation domain of the data source, in one loop at a time. The updates are
  /// `Sendable`. Cancelling the task of a loop ends the sequence; later loops need a new one.
  ///
  /// If your deployment target is below macOS 15 or iOS 18, loop over the sequence itself. A loop
  /// over `updates.map { … }` leaves the isolation domain there to wait for the next element.
  public struct Updates: AsyncSequence {
    let buffer: UpdateBuffer

    /// Returns the iterator of a loop.
    public func makeAsyncIterator() -> Iterator {
      Iterator(buffer: buffer)
    }

    /// The iterator of the updates.
    public struct Iterator: AsyncIteratorProtocol {
      let buffer: UpdateBuffer

      /// Waits for the next update, on the actor of the caller.
      ///
      /// - Returns: The update; `nil` if the data source is released or the task is cancelled.
      public mutating func next() async -> Update? {
        await next(isolation: #isolation)
      }

      /// Waits for the next update, on an actor.
      ///
      /// - Parameter actor: The actor on which the data source is used.
      /// - Returns: The update; `nil` if the data source is released or the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Update? {
        while await buffer.signals.next(isolation: actor) != nil {
          if let update = buffer.take() { return update }
        }
        return buffer.take()
      }
    }
  }

  /// The updates that a loop has not received yet.
  final class UpdateBuffer {
    /// Resumes the loop; buffers at most one signal.
    let signals: AsyncStream<Void>
    private let signaler: AsyncStream<Void>.Continuation
    private var update: MergedUpdate?

    init() {
      (signals, signaler) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ next: Update) {
      if update == nil {
        update = MergedUpdate(next)
      } else {
        update?.add(next)
      }
      signaler.yield()
    }

    func take() -> Update? {
      defer { update = nil }
      return update?.resolved()
    }

    func finish() {
      signaler.finish()
    }
  }

  struct WeakBuffer {
    weak var buffer: UpdateBuffer?
  }
}
