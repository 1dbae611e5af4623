/// Opens inputs and has the reader that fits each one read it.
struct InputReader {
  /// A file of this size has fewer rows than there are node numbers.
  private static let sizeLimit = 1 << 30

  let settings: Settings

  func read(_ input: InputName) throws(Problem) -> Reading {
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
      if let bytes = try file.readAll(limit: InputReader.sizeLimit) {
        return reading(of: bytes, from: input)
      }
    } catch {
      throw Problem(path: input.displayName, fact: .failed(error))
    }
    throw Problem(path: input.displayName, fact: .tooLarge(limit: InputReader.sizeLimit))
  }

  private func reading(of bytes: consuming Bytes, from input: InputName) -> Reading {
    let isEmpty = bytes.isEmpty
    let format = Format(of: input, bytes: bytes.span)
    var listing =
      switch format {
      case .markdown: MarkdownReader.read(bytes)
      case .indentedText: IndentedTextReader.read(bytes, name: input.displayName)
      }
    if listing.texts.isEmpty && !isEmpty {
      listing.problems.append(Problem(path: input.displayName, fact: .noRows(format)))
    }
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
