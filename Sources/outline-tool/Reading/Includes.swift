import Outline

/// A row that stands for another outline.
private struct Include {
  let node: Node
  let address: Bytes
  /// The file that the row is in, and what tells this file and those that include it from others.
  let path: Bytes
  let chain: [FileIdentity]
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
    var open = includes.reversed().map { include in
      Include(
        node: Node(include.row), address: include.address, path: path, chain: [identity])
    }
    while let include = open.popLast() {
      do throws(Problem) {
        let path = try include.localPath()
        let (listing, identity) = try read(path, for: include, beside: reading.document)
        let first = reading.document.texts.count
        reading.problems += listing.problems
        reading.document.graft(
          Document(listing, format: .opml, expansion: settings.expansion), below: include.node)
        open += listing.includes.reversed().map { next in
          Include(
            node: Node(first + next.row), address: next.address, path: path,
            chain: include.chain + [identity])
        }
      } catch {
        reading.problems.append(error)
      }
    }
  }

  private func read(
    _ path: Bytes, for include: Include, beside document: Document
  ) throws(Problem) -> (Listing, FileIdentity) {
    let contents: Bytes?
    let identity: FileIdentity
    do throws(SystemError) {
      let file = try FileDescriptor.openRegularFile(path)
      identity = try file.identity()
      if include.chain.contains(identity) {
        contents = nil
      } else {
        contents = try file.readAll(limit: InputReader.includeLimit - document.bytes.count)
      }
    } catch {
      throw Problem(path: path, fact: .failed(error))
    }
    if include.chain.contains(identity) { throw Problem(path: include.path, fact: .includeLoop) }
    guard let contents else {
      throw Problem(path: path, fact: .tooLarge(limit: InputReader.includeLimit))
    }
    let bytes = TextEncoding(of: contents.span).utf8(contents)
    return (OPMLReader.read(bytes, name: path, settings: settings), identity)
  }
}

extension Include {
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
