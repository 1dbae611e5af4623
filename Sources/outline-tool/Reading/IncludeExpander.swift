import OutlineCore

private struct Include {
  let node: Node
  let address: Bytes
  /// The file of the row, and the offset of its bytes in the document.
  let path: Bytes
  let fileStart: Int
  /// The number of files around the row that include each other.
  let depth: Int
}

/// Reads the files that rows include, and the files that those include.
struct IncludeExpander {
  /// The limit for the size of all files together, since a few files can include each other
  /// exponentially often.
  private static let sizeLimit = 1 << 28

  /// The format of the including and the included files.
  let format: any Format
  let options: InputOptions

  /// Adds the outlines of included files below the rows that include them.
  func expand(
    _ includes: [(row: Int, address: Bytes)], of path: Bytes, identity: FileIdentity,
    in document: inout Document
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
        let file = try read(path, for: include, in: &chain, beside: document)
        let first = document.file.texts.count
        let fileStart = document.file.bytes.count

        for problem in file.problems { problems.report(problem) }

        let expansion = options.arrangement.expansion
        document.graft(Document(file, format: format, expansion: expansion), below: include.node)
        open += file.includes.reversed().map { next in
          Include(
            node: Node(first + next.row), address: next.address, path: path,
            fileStart: fileStart, depth: include.depth + 1)
        }
      } catch {
        problems.report(error, of: include, in: document)
      }
    }

    document.file.problems += problems.all(of: path)
  }

  private func read(
    _ path: Bytes, for include: Include, in chain: inout IncludeChain, beside document: Document
  ) throws(Problem) -> ParsedFile {
    let contents: Bytes?
    let isCycle: Bool
    do throws(SystemError) {
      let file = try FileDescriptor(regularFile: path)
      isCycle = try !chain.descend(into: file.identity())
      let limit = IncludeExpander.sizeLimit - document.file.bytes.count
      contents = isCycle ? nil : try file.readAll(limit: limit)
    } catch {
      throw Problem(path: include.path, kind: .include(Problem(path: path, kind: .failed(error))))
    }

    if isCycle { throw Problem(path: include.path, kind: .includeCycle) }
    guard let contents else {
      let problem = Problem(path: path, kind: .tooLarge(limit: IncludeExpander.sizeLimit))
      throw Problem(path: include.path, kind: .include(problem))
    }

    let encoding = TextEncoding(of: contents.span)
    let length = contents.count
    let bytes = encoding.utf8(consume contents)
    let problem =
      encoding.problem(in: bytes.span, ofBytes: length, format: format, name: path)
      ?? Problem(invalidUTF8In: bytes.span, of: path)

    var file = format.readWithLines(consume bytes, name: path, options: options.reader)
    if let problem { file.problems.insert(problem, at: 0) }
    return file
  }
}

/// The files that include each other on the path to the current one.
private struct IncludeChain {
  private var files: [FileIdentity]
  private var known: Set<FileIdentity>

  init(_ root: FileIdentity) {
    files = [root]
    known = [root]
  }

  mutating func ascend(toDepth depth: Int) {
    while files.count > depth + 1 { known.remove(files.removeLast()) }
  }

  /// Descends into a file, unless it is on the path; returns whether it did.
  mutating func descend(into file: FileIdentity) -> Bool {
    guard known.insert(file).inserted else { return false }
    files.append(file)
    return true
  }
}

/// The first problems with included files, and the number of others.
private struct IncludeProblems {
  private static let limit = 10

  private var first: [Problem] = []
  private var furtherCount = 0
  private var isWarning = false
  private var reportedPaths: Set<Bytes> = []

  /// Returns whether to report a problem individually; the first warning always is, because it
  /// changes the exit code.
  private func keeps(_ problem: Problem) -> Bool {
    first.count < IncludeProblems.limit || problem.isWarning && !isWarning
  }

  mutating func report(_ problem: Problem) {
    let isKept = keeps(problem)
    isWarning = isWarning || problem.isWarning
    if isKept {
      first.append(problem)
    } else if case .more(let count) = problem.kind {
      furtherCount += count
    } else {
      furtherCount += 1
    }
  }

  /// Reports why an outline is not included, at the row that includes it.
  mutating func report(_ problem: Problem, of include: Include, in document: Document) {
    var problem = problem
    // Report each file once, no matter how often it is included.
    if case .include(let cause) = problem.kind, !reportedPaths.insert(cause.path).inserted {
      furtherCount += 1
      return
    }
    // Locations take time to find, so only find those of reported problems.
    if keeps(problem) { problem.location = include.location(in: document) }
    report(problem)
  }

  func all(of path: Bytes) -> [Problem] {
    let further = Problem(path: path, kind: .more(count: furtherCount))
    return furtherCount > 0 ? first + [further] : first
  }
}

extension Include {
  /// Returns the line and the column of the row's element.
  func location(in document: Document) -> SourceLocation {
    let bytes = document.file.bytes.span
    // The start is that of the attributes, which follow the tag's name.
    var start = Int(document.file.starts[Int(node.number)])
    while start > fileStart && bytes[start] != UInt8(ascii: "<") { start -= 1 }
    return SourceLocation(of: start - fileStart, in: bytes.extracting(fileStart...))
  }

  func localPath() throws(Problem) -> Bytes {
    let text = address.span
    if text.starts(with: "file:///", ignoringCase: true) {
      return Bytes(address.dropFirst(7)).withoutPercentEscapes
    }
    if text.isEmpty || address.starts(with: "//".utf8) || text.end(of: "://", from: 0) != nil {
      throw Problem(path: path, kind: .notLocal(address))
    }
    return address.relative(toDirectoryOf: path)
  }
}
