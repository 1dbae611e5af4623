extension LoadStates {
  /// The position of the next page.
  struct Cursor {
    let value: any Sendable
    /// The loader that understands the value.
    let owner: LoaderIdentity
    /// An earlier value, with which later ones are compared; it advances more and more rarely, so
    /// that every cycle is found (Brent's algorithm).
    private var landmark: (any Sendable)?
    private var distance: Int
    private var limit: Int

    /// Creates a position, or returns `nil` if an earlier page had it.
    init?(_ value: any Sendable, after last: Cursor?, owner: LoaderIdentity) {
      let key = (value as? any Hashable).map { AnyHashable($0) }
      if let key, key == (last?.landmark as? any Hashable).map({ AnyHashable($0) }) { return nil }
      (self.value, self.owner) = (value, owner)
      (distance, limit) = ((last?.distance ?? 0) + 1, last?.limit ?? 1)
      landmark = last?.landmark
      if distance >= limit {
        (landmark, distance, limit) = (value, 0, 2 * limit)
      }
    }
  }
}
