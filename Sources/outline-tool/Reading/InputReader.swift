/// Opens inputs and has the reader that fits each one read it.
struct InputReader {
  /// A file of this size has fewer rows than there are node numbers.
  static let sizeLimit = 1 << 30

  let settings: Settings
  let showsProgress: Bool
  /// Whether to look for bytes that are not UTF-8 ahead of printing, which finds those it meets.
  let checksBytes: Bool

  func read(_ input: InputName) throws(Problem) -> Reading {
    let progress = Progress(input.displayName, isWanted: showsProgress)
    var contents: Bytes?
    var identity: FileIdentity?
    do throws(SystemError) {
      let file: FileDescriptor
      switch input {
      case .standardInput: file = .standardInput
      case .path(let path): file = try .open(path)
      }
      if try file.isDirectory() {
        let directory = try DirectoryStream(file)
        return try DirectoryTree.read(
          directory, input: input, settings: settings, progress: progress)
      }
      contents = try read(file, progress: progress)
      if settings.followsIncludes { identity = try file.identity() }
    } catch {
      throw Problem(path: input.displayName, fact: .failed(error))
    }
    // Readers add to the bytes, in place if nobody else holds them.
    guard let bytes = contents.take() else {
      throw Problem(path: input.displayName, fact: .tooLarge(limit: InputReader.sizeLimit))
    }
    var reading = try reading(of: bytes, from: input)
    if let identity, case .path(let path) = input {
      follow(reading.includes, of: path, identity: identity, in: &reading)
      if settings.isStrict, let problem = reading.problems.first { throw problem }
    }
    reading.document.arrange(settings)
    return reading
  }

  private func read(_ file: FileDescriptor, progress: Progress) throws(SystemError) -> Bytes? {
    defer { progress.clear() }
    return try file.readAll(limit: InputReader.sizeLimit) { progress.note("\($0 >> 20) MiB") }
  }

  private func reading(
    of source: consuming Bytes, from input: InputName
  ) throws(Problem) -> Reading {
    let encoding = TextEncoding(of: source.span)
    let length = source.count
    let bytes = encoding.utf8(consume source)
    let isEmpty = bytes.isEmpty
    let format = settings.format ?? Format(of: input, bytes: bytes.span)
    var problem = encoding.problem(
      in: bytes.span, ofBytes: length, format: format, name: input.displayName)
    var uncheckedSize = problem == nil ? bytes.count : 0
    // The reader of Markdown joins lines in place: where they were cannot be told later.
    if problem == nil && (checksBytes || format == .markdown) {
      problem = Problem(bytesBesideUTF8In: bytes.span, of: input.displayName)
      uncheckedSize = 0
    }
    // Readers add to the bytes, in place if nobody else holds them.
    var listing = format.read(consume bytes, name: input.displayName, settings: settings)
    if let problem { listing.problems.insert(problem, at: 0) }
    if listing.texts.isEmpty && !isEmpty {
      let isOfLists = settings.tree == .lists && (format == .markdown || format == .org)
      let fact = isOfLists ? Problem.Fact.noItems : .noRows(format)
      listing.problems.append(Problem(path: input.displayName, fact: fact))
    }
    if settings.isStrict {
      if let problem = listing.problems.first { throw problem }
      let file = listing.bytes.span.extracting(first: uncheckedSize)
      if let problem = Problem(bytesBesideUTF8In: file, of: input.displayName) { throw problem }
    }
    let document = Document(listing, format: format, expansion: settings.expansion)
    return Reading(
      document: document, problems: listing.problems, includes: listing.includes,
      uncheckedSize: uncheckedSize)
  }
}

extension InputName {
  /// How the input is called in headers and messages.
  var displayName: Bytes {
    switch self {
    case .standardInput: Bytes("standard input".utf8)
    case .path(let path): path.isEmpty ? Bytes("''".utf8) : path
    }
  }
}
