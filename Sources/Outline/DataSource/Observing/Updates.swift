extension OutlineDataSource {
  /// The updates from now on, as a sequence to be awaited.
  ///
  /// Each access gives a sequence that gets all of them. A loop that is slow gets what has happened
  /// since its last update as one: from what that led to, straight to what is on screen; rows that
  /// have gone and come back are reloaded. The sequence ends with the data source, which it does
  /// not keep alive; a loop that is to end like that takes the sequence first and does not hold the
  /// data source itself.
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

  /// The changes of a data source, merged for whoever is slow.
  ///
  /// The sequence is used where the data source is: in its isolation domain. The updates can be
  /// sent on to others. One loop at a time gets them, and one that ends because its task is
  /// cancelled ends the sequence: take a new one from the data source then.
  ///
  /// A client with a deployment target below macOS 15 or iOS 18 loops over the sequence itself. A
  /// loop over `updates.map { … }` leaves the isolation domain there to wait for the next element.
  public struct Updates: AsyncSequence {
    let buffer: UpdateBuffer

    /// Returns the iterator of a loop.
    public func makeAsyncIterator() -> Iterator {
      Iterator(buffer: buffer)
    }

    /// Waits for updates.
    public struct Iterator: AsyncIteratorProtocol {
      let buffer: UpdateBuffer

      /// Waits for the next update, on the actor of the caller.
      ///
      /// - Returns: The update; `nil` if the data source has gone, or the task is cancelled.
      public mutating func next() async -> Update? {
        await next(isolation: #isolation)
      }

      /// Waits for the next update, on an actor.
      ///
      /// - Parameter actor: The actor on which the data source is used.
      /// - Returns: The update; `nil` if the data source has gone, or the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Update? {
        while await buffer.signals.next(isolation: actor) != nil {
          if let update = buffer.take() { return update }
        }
        return buffer.take()
      }
    }
  }

  /// What has happened since a loop last asked.
  final class UpdateBuffer {
    /// Wakes the loop: one signal waits at most.
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
