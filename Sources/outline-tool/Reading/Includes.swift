import Outline

/// A row that stands for another outline.
private struct Include {
  let node: Node
  let address: Bytes
  /// The file that the row is in, and where in the document's bytes that begins.
  let path: Bytes
  let fileStart: Int
  /// How many files include that file, one within the other.
  let depth: Int
}

extension InputReader {
  /// How large all files that include each other may be together: a few small ones can name each
  /// other so often that the outline would have no end.
  private static let includeLimit = 1 << 28

  /// Reads the local OPML files that rows stand for, and those that they include in turn, and puts
  /// their outlines below these rows.
  func follow(
    _ includes: [(row: Int, address: Bytes)], of path: Bytes, identity: FileIdentity,
    in reading: inout Reading
  ) {
    var problems = IncludeProblems()
    var chain = IncludeChain(identity)
    var open = includes.reversed().map { include in
      Include(
        node: Node(include.row), address: include.address, path: path, fileStart: 0, depth: 0)
    }
    while let include = open.popLast() {
      chain.ascend(toDepth: include.depth)
      do throws(Problem) {
        let path = try include.localPath()
        let listing = try read(path, for: include, in: &chain, beside: reading.document)
        let (first, fileStart) = (reading.document.texts.count, reading.document.bytes.count)
        for problem in listing.problems { problems.note(problem) }
        reading.document.graft(
          Document(listing, format: .opml, expansion: settings.expansion), below: include.node)
        open += listing.includes.reversed().map { next in
          Include(
            node: Node(first + next.row), address: next.address, path: path,
            fileStart: fileStart, depth: include.depth + 1)
        }
      } catch {
        problems.note(error, of: include, in: reading.document)
      }
    }
    reading.problems += problems.all(of: path)
  }

  private func read(
    _ path: Bytes, for include: Include, in chain: inout IncludeChain, beside document: Document
  ) throws(Problem) -> Listing {
    let contents: Bytes?
    let isLoop: Bool
    do throws(SystemError) {
      let file = try FileDescriptor.openRegularFile(path)
      isLoop = try !chain.descend(into: file.identity())
      contents =
        isLoop ? nil : try file.readAll(limit: InputReader.includeLimit - document.bytes.count)
    } catch {
      throw Problem(path: include.path, fact: .include(Problem(path: path, fact: .failed(error))))
    }
    if isLoop { throw Problem(path: include.path, fact: .includeLoop) }
    guard let contents else {
      let problem = Problem(path: path, fact: .tooLarge(limit: InputReader.includeLimit))
      throw Problem(path: include.path, fact: .include(problem))
    }
    let encoding = TextEncoding(of: contents.span)
    let length = contents.count
    let bytes = encoding.utf8(consume contents)
    let problem =
      encoding.problem(in: bytes.span, ofBytes: length, format: .opml, name: path)
      ?? Problem(bytesBesideUTF8In: bytes.span, of: path)
    var listing = OPMLReader.read(consume bytes, name: path, settings: settings)
    if let problem { listing.problems.insert(problem, at: 0) }
    return listing
  }
}

/// The files that include each other on the way down to where the reading is.
private struct IncludeChain {
  private var files: [FileIdentity]
  private var known: Set<FileIdentity>

  init(_ root: FileIdentity) {
    files = [root]
    known = [root]
  }

  /// Goes up until `depth` files are left below the root.
  mutating func ascend(toDepth depth: Int) {
    while files.count > depth + 1 { known.remove(files.removeLast()) }
  }

  /// Goes down into a file; returns whether it is none of those on the way.
  mutating func descend(into file: FileIdentity) -> Bool {
    guard known.insert(file).inserted else { return false }
    files.append(file)
    return true
  }
}

/// What is wrong with included files: the first problems, as nobody reads thousands, and how many
/// there are.
private struct IncludeProblems {
  private static let limit = 10

  private var first: [Problem] = []
  private var furtherCount = 0
  private var isDoubtful = false
  private var toldPaths: Set<Bytes> = []

  /// Whether a problem is told and not only counted: the exit code is to tell of what may be
  /// missing, however late that comes.
  private func keeps(_ problem: Problem) -> Bool {
    first.count < IncludeProblems.limit || problem.isDoubtful && !isDoubtful
  }

  /// Notes a problem of an included file.
  mutating func note(_ problem: Problem) {
    let isKept = keeps(problem)
    isDoubtful = isDoubtful || problem.isDoubtful
    if isKept {
      first.append(problem)
    } else if case .moreMalformed(let count) = problem.fact {
      furtherCount += count
    } else {
      furtherCount += 1
    }
  }

  /// Notes why an outline is not included, and where it would be.
  mutating func note(_ problem: Problem, of include: Include, in document: Document) {
    var problem = problem
    // What is wrong with a file is told once, however often it is included.
    if case .include(let cause) = problem.fact, !toldPaths.insert(cause.path).inserted {
      furtherCount += 1
      return
    }
    // Finding places takes time, which is spent on those that are told.
    if keeps(problem) { problem.place = include.place(in: document) }
    note(problem)
  }

  func all(of path: Bytes) -> [Problem] {
    let further = Problem(path: path, fact: .moreMalformed(furtherCount))
    return furtherCount > 0 ? first + [further] : first
  }
}

extension Include {
  /// The line and column of the row's element.
  func place(in document: Document) -> Place {
    let bytes = document.bytes.span
    // The attributes' place is known, the tag begins before its name.
    var start = Int(document.starts[Int(node.number)])
    while start > fileStart && bytes[start] != UInt8(ascii: "<") { start -= 1 }
    return Place(of: start - fileStart, in: bytes.extracting(fileStart...))
  }

  /// The path that the address stands for, if that is one of a file on this machine.
  func localPath() throws(Problem) -> Bytes {
    let text = address.span
    if text.starts(with: "file:///", ignoringCase: true) {
      return Bytes(address.dropFirst(7)).withoutPercentEscapes
    }
    if text.isEmpty || address.starts(with: "//".utf8) || text.end(of: "://", from: 0) != nil {
      throw Problem(path: path, fact: .notLocal(address))
    }
    if text[0] == UInt8(ascii: "/") { return address }
    let folder = path[..<((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)]
    return folder + address
  }
}

extension Document {
  /// Adds the nodes of another document below a node of this one.
  fileprivate mutating func graft(_ other: Document, below node: Node) {
    let (first, offset) = (texts.count, bytes.count)
    bytes += other.bytes
    texts += other.texts.lazy.map { $0.lowerBound + offset..<$0.upperBound + offset }
    starts += other.starts.lazy.map { $0 + UInt32(offset) }
    do {
      let added = try other.outline.compactMapItems { Node(Int($0.number) + first) }
      try outline.append(added, to: node)
    } catch {
      preconditionFailure("New nodes have new numbers: \(error)")
    }
  }
}

extension Bytes {
  /// The text with `%20` and its like as the bytes that they stand for.
  fileprivate var withoutPercentEscapes: Bytes {
    var result = Bytes()
    var index = 0
    while index < count {
      if self[index] == UInt8(ascii: "%"), index + 2 < count,
        let byte = UInt8(String(decoding: self[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }
}
