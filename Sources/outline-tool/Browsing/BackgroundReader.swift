/// Reads inputs away from the main actor, so that the browser answers to keys.
actor BackgroundReader {
  // Patterns change when they match, so only this actor uses them.
  private nonisolated(unsafe) let reader: InputReader

  /// Creates a reader of an input, or of the entries of directories, one level of each.
  init(_ options: InputOptions, readsDirectories: Bool) {
    var options = options
    if readsDirectories {
      var arrangement = Arrangement()
      arrangement.expansion = .none
      arrangement.ignored = options.arrangement.ignored
      arrangement.sorting = options.arrangement.sorting
      options.arrangement = arrangement
    }
    unsafe reader = InputReader(
      options: options, showsProgress: false, checksBytes: !readsDirectories)
  }

  /// Reads an input, or the bytes of it that have arrived.
  func read(_ input: InputName, arrived bytes: Bytes? = nil) throws(Problem) -> Document {
    let document =
      if let bytes { try unsafe reader.read(bytes, of: input) } else {
        try unsafe reader.read(input)
      }
    if let failure = document.failure { throw failure }
    return document
  }
}
