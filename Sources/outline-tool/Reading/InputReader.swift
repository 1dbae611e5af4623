/// Opens inputs and has the reader that fits each one read it.
struct InputReader {
  /// A file of this size has fewer rows than there are node numbers.
  private static let sizeLimit = 1 << 30

  let settings: Settings

  func read(_ input: InputName) throws(Problem) -> Reading {
    let contents: Bytes?
    do throws(SystemError) {
      let file: FileDescriptor
      switch input {
      case .standardInput: file = .standardInput
      case .path(let path): file = try .open(path)
      }
      if try file.isDirectory() {
        let directory = try DirectoryStream(file)
        return DirectoryTree.read(directory, name: input.displayName, settings: settings)
      }
      contents = try file.readAll(limit: InputReader.sizeLimit)
    } catch {
      throw Problem(path: input.displayName, fact: .failed(error))
    }
    guard let contents else {
      throw Problem(path: input.displayName, fact: .tooLarge(limit: InputReader.sizeLimit))
    }
    return try reading(of: contents, from: input)
  }

  private func reading(
    of source: consuming Bytes, from input: InputName
  ) throws(Problem) -> Reading {
    let encoding = TextEncoding(of: source.span)
    let bytes = encoding.utf8(source)
    let isEmpty = bytes.isEmpty
    let format = settings.format ?? Format(of: input, bytes: bytes.span)
    var listing = format.read(bytes, name: input.displayName, settings: settings)
    if listing.texts.isEmpty && !isEmpty {
      listing.problems.append(Problem(path: input.displayName, fact: .noRows(format)))
    }
    if settings.isStrict, let problem = listing.problems.first { throw problem }
    return Reading(document: Document(listing, settings: settings), problems: listing.problems)
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
