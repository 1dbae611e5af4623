import Outline

extension Browser {
  /// Copies a text to the clipboard, if the terminal allows that.
  func copy(_ text: Bytes?) {
    guard let text else { return }
    try? screen.copy(text)
    message = Bytes("copied: ".utf8) + Screen.visiblePart(of: text[...])
  }

  /// Returns the path of a directory entry, or the texts of a row and its ancestors.
  func fullPath(of node: Node) -> Bytes {
    if case .directory = document.source { return path(of: node) }
    let ancestors = outline.ancestors(of: node) ?? []
    return Bytes(
      (ancestors.reversed() + [node]).map { document.text(of: $0) }
        .joined(separator: Bytes("/".utf8)))
  }

  /// Opens the file at the line of the selected row in an editor, and then shows the new version.
  func edit() async {
    var arguments: [Bytes]
    if case .directory = document.source {
      guard let selected else { return }
      arguments = [path(of: selected)]
    } else if case .path(let path) = input {
      arguments = [path]
      if let selected, let line = document.line(of: selected) {
        arguments.insert(Bytes("+\(line)".utf8), at: 0)
      }
    } else {
      message = Bytes("standard input has no file to edit".utf8)
      return
    }
    // An option of an editor begins with a hyphen or a plus sign.
    if let path = arguments.last, let first = path.first, "-+".utf8.contains(first) {
      arguments[arguments.count - 1] = Bytes("./".utf8) + path
    }

    let editor =
      ["VISUAL", "EDITOR"].lazy.compactMap(Process.environmentValue).first { !$0.isEmpty }
      ?? Bytes("vi".utf8)
    let hasSucceeded = terminal.run(
      String(decoding: editor, as: UTF8.self) + " \"$@\"", arguments: arguments)
    screen.clear(terminal.size)
    if !hasSucceeded { message = Bytes("the editor failed: ".utf8) + editor }
    if document.format != nil { readAgain() }
  }

  /// Begins to read the input again; ``didRead`` receives its new version.
  func readAgain() {
    guard reading == .none else {
      reading = .outdated
      return
    }
    reading = .inProgress
    let bytes = arriving?.lines
    Task {
      let start = ContinuousClock.now
      do throws(Problem) {
        let new = try await reader.read(input, arrived: bytes)
        didRead(.success(new), start)
      } catch {
        didRead(.failure(error), start)
      }
    }
  }

  /// Shows the result of reading the input again, and reads it once more if it has changed since.
  func show(
    _ result: Result<Document, Problem>, begunAt start: ContinuousClock.Instant
  ) async {
    switch result {
    case .failure(let problem): message = problem.cause
    // A file without bytes has just been emptied.
    case .success(let new) where new.file.bytes.isEmpty && watchedStatus != nil: break
    case .success(let new): await show(new)
    }
    arriving?.didShow(in: .now - start)
    let isOutdated = reading == .outdated
    reading = .none
    if isOutdated { readAgain() }
  }

  /// Shows a new version of the outline: rows that it still has stay expanded and selected.
  private func show(_ new: Document) async {
    var sides = (old: document, new: new)
    sides.old.outline = source.snapshot()[0]
    sides.old.outline.expandAll()
    sides.new.outline.expandAll()
    let text = filter?.text
    // Rows that arrive below the others do not change their numbers.
    if !sides.new.begins(withRowsOf: sides.old) { renumber(from: sides.old, to: sides.new) }
    var outline = new.outline
    let old = source.snapshot()[0]
    if new.file.storedExpansion == nil && options.arrangement.expansion == .stored {
      outline.restoreExpansion(old.expandedItems)
    } else {
      outline.keepExpansion(of: old)
    }
    document = new
    filter = nil
    source.applySnapshotUsingReloadData(Self.snapshot(outline))
    forgetRemovedRows()
    if let text { await applyFilter(text) }
  }

  /// Gives old rows the numbers of the new ones that they match, and removed rows further numbers.
  private func renumber(from old: Document, to new: Document) {
    let hasher = TextHasher()
    let side = ComparedSide([old], hasher: hasher)
    let matching = RowMatching(
      side, ComparedSide([new], hasher: hasher), sectionMatches: [0], findsMoves: true)
    var numbers: [Node: Node] = [:]
    for (row, counterpart) in matching.counterparts.enumerated() {
      let number =
        counterpart < 0
        ? new.file.texts.count + row : Int(matching.new.nodes[Int(counterpart)].number)
      numbers[side.nodes[row]] = Node(number)
    }
    renumber { numbers[$0] ?? $0 }
  }
}

extension Document {
  /// Returns whether the first visible rows are those of another document, with the same numbers.
  fileprivate func begins(withRowsOf other: Document) -> Bool {
    let rows = outline.rows
    let others = other.outline.rows
    return others.count <= rows.count
      && zip(rows, others).allSatisfy { row, otherRow in
        row.item == otherRow.item && row.level == otherRow.level
          && file.bytes.span.equals(
            range(of: row.item), other.file.bytes.span, other.range(of: otherRow.item))
      }
  }
}
