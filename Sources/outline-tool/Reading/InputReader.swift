/// Opens inputs and has the reader that fits each one read it.
struct InputReader {
  /// A file of this size has fewer rows than there are node numbers.
  static let sizeLimit = Int(Int32.max)

  let settings: Settings

  func read(_ input: InputName) throws(SystemError) -> Reading {
    let file: FileDescriptor
    switch input {
    case .standardInput: file = .standardInput
    case .path(let path): file = try .open(path)
    }
    if try file.isDirectory() {
      let directory = try DirectoryStream(file)
      return DirectoryTree.read(directory, name: input.displayName, settings: settings)
    }
    let bytes = try file.readAll(limit: InputReader.sizeLimit)
    let listing =
      switch Format(of: input, bytes: bytes.span) {
      case .markdown: MarkdownReader.read(bytes)
      case .indentedText: IndentedTextReader.read(bytes, name: input.displayName)
      }
    return Reading(document: Document(listing, settings: settings), problems: listing.problems)
  }
}

extension InputName {
  /// How the input is called in headers and messages.
  var displayName: Bytes {
    switch self {
    case .standardInput: Bytes("standard input".utf8)
    case .path(let path): path
    }
  }
}
