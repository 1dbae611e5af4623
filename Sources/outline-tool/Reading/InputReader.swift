enum InputName: Equatable {
  case standardInput
  case path(Bytes)
  /// A temporary copy of a file, with the name of the file.
  case copy(Bytes, of: Bytes)

  var path: Bytes? {
    switch self {
    case .standardInput: nil
    case .path(let path), .copy(let path, of: _): path
    }
  }

  /// The name that determines the format; `nil` for standard input.
  fileprivate var nameOfFile: Bytes? {
    if case .copy(_, of: let name) = self { name } else { path }
  }

  /// The name in headers and messages.
  var displayName: Bytes {
    switch self {
    case .standardInput: Bytes("standard input".utf8)
    case .path(let path), .copy(_, of: let path): path.isEmpty ? Bytes("''".utf8) : path
    }
  }
}

struct InputOptions {
  /// The format of all files; `nil` detects the format of each file.
  var format: (any Format)?
  /// Whether to reject files that are not well-formed.
  var isStrict = false
  var reader = ReaderOptions()
  var directories = DirectoryOptions()
  var arrangement = Arrangement()
}

/// Opens inputs and reads each one with the reader of its format.
struct InputReader {
  let options: InputOptions
  let showsProgress: Bool
  /// Whether to look for invalid UTF-8 before printing.
  ///
  /// Otherwise, the printer finds it.
  let checksBytes: Bool

  func read(_ input: InputName) throws(Problem) -> Document {
    let progress = Progress(input.displayName, isEnabled: showsProgress)

    var contents: Bytes?
    var identity: FileIdentity?
    do throws(SystemError) {
      let file: FileDescriptor
      switch input {
      case .standardInput: file = .standardInput
      case .path(let path), .copy(let path, of: _): file = try .open(path)
      }

      if try file.isDirectory() {
        var directories = options.directories
        directories.attributeNames += options.reader.attributeNames + arrangementNames
        return try DirectoryTree.read(
          try DirectoryStream(file), input: input, options: directories,
          arrangement: options.arrangement, progress: progress)
      }
      contents = try read(file, progress: progress)
      if options.reader.findsIncludes { identity = try file.identity() }
    } catch {
      throw Problem(path: input.displayName, kind: .failed(error))
    }

    guard let bytes = contents.take() else {
      throw Problem(path: input.displayName, kind: .tooLarge(limit: ParsedFile.sizeLimit))
    }
    return try read(bytes, of: input, identity: identity)
  }

  /// Reads the bytes of an input.
  func read(
    _ bytes: consuming Bytes, of input: InputName, identity: FileIdentity? = nil
  ) throws(Problem) -> Document {
    var document = try document(of: bytes, from: input, identity: identity)
    document.arrange(options.arrangement)
    return document
  }

  /// The attributes that the arrangement of rows needs.
  private var arrangementNames: [Bytes] {
    let names = options.arrangement.conditions.flatMap(\.attributeNames)
    return names + [options.arrangement.sorting?.attribute].compactMap(\.self)
  }

  private func read(_ file: FileDescriptor, progress: Progress) throws(SystemError) -> Bytes? {
    defer { progress.clear() }
    return try file.readAll(limit: ParsedFile.sizeLimit) { progress.report("\($0 >> 20) MiB") }
  }

  private func document(
    of source: consuming Bytes, from input: InputName, identity: FileIdentity?
  ) throws(Problem) -> Document {
    let encoding = TextEncoding(of: source.span)
    let length = source.count
    let bytes = TextEncoding.endingLines(encoding.utf8(consume source))
    let isEmpty = bytes.isEmpty

    let (format, reason) =
      options.format.map { ($0, .option) } ?? Formats.detect(path: input.nameOfFile, bytes.span)

    var problem = encoding.problem(
      in: bytes.span, ofBytes: length, format: format, name: input.displayName)
    if case .binary = problem?.kind, reason == .other, let problem { throw problem }

    var uncheckedSize = problem == nil ? bytes.count : 0
    if problem == nil && (checksBytes || format.changesBytes) {
      problem = Problem(invalidUTF8In: bytes.span, of: input.displayName)
      uncheckedSize = 0
    }

    var reader = options.reader.reading(format)
    reader.attributeNames += arrangementNames
    let findsStates = reader.attributeNames.contains(RowAttribute.stateName)
    if findsStates { reader.attributeNames += RowAttribute.doneNames }
    if reader.attributeNames.contains(RowAttribute.noteName) { reader.findsNotes = true }
    if reader.findsNotes { reader.attributeNames += RowAttribute.noteNames }

    // The array is unique here, so that the reader appends to it in place.
    var file = format.readWithLines(consume bytes, name: input.displayName, options: reader)
    if let problem { file.problems.insert(problem, at: 0) }

    if options.isStrict { try check(file, uncheckedSize: uncheckedSize, of: input) }
    if file.texts.isEmpty && !isEmpty {
      let noun = reader.rowKinds == .lists ? format.itemNoun : format.rowNoun
      file.problems.append(Problem(path: input.displayName, kind: .noRows(noun: noun)))
    }

    var document = Document(file, format: format, expansion: options.arrangement.expansion)
    document.uncheckedSize = uncheckedSize
    document.formatReason = reason
    if findsStates { document.states = Set(document.taskStates.map(\.keyword)) }

    if let identity, let path = input.path {
      let expander = IncludeExpander(format: format, options: options)
      expander.expand(file.includes, of: path, identity: identity, in: &document)
      if options.isStrict, let problem = document.file.problems.first(where: \.isFault) {
        throw problem
      }
    }
    return document
  }

  /// Throws the first problem of a file, including invalid UTF-8.
  private func check(
    _ file: ParsedFile, uncheckedSize: Int, of input: InputName
  ) throws(Problem) {
    if let problem = file.problems.first(where: \.isFault) { throw problem }
    let unchecked = file.bytes.span.extracting(first: uncheckedSize)
    if let problem = Problem(invalidUTF8In: unchecked, of: input.displayName) { throw problem }
  }
}
