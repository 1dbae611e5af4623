/// The numbers of shown rows, worded as by `tree`.
struct Summary {
  private var directories = 0
  private var others = 0
  private let isOfDirectory: Bool
  /// The size of a directory with its contents, if an option asks for sizes.
  private var size: Int64?

  init(of document: Document, options: PrintingOptions) {
    if case .directory = document.source { isOfDirectory = true } else { isOfDirectory = false }
    let size = EntryFacts.Name.size.rawValue.utf8
    if isOfDirectory && options.attributes.contains(where: { $0.elementsEqual(size) }) {
      self.size = document.rootFacts.size
    }

    for case .row(let row) in PrintedRows(document, options: options) {
      for node in document.chain(of: row) + [row.node] {
        let isDirectory = isOfDirectory && document.facts[Int(node.number)].isDirectory
        if isDirectory { directories += 1 } else { others += 1 }
      }
    }
  }

  /// Prints an empty line and the numbers.
  func print(to output: inout OutputBuffer) throws(SystemError) {
    try output.endLine()
    if isOfDirectory {
      output.append(directories == 1 ? "1 directory, " : "\(directories) directories, ")
      output.append(others == 1 ? "1 file" : "\(others) files")
      if let size { output.append(size == 1 ? ", 1 byte" : ", \(size) bytes") }
    } else {
      output.append(others == 1 ? "1 row" : "\(others) rows")
    }
    try output.endLine()
  }
}
