/// Writes a page of nested lists that needs no other file, and in which nothing runs or loads.
struct HTMLWriter: OutlineWriter {
  let name = "html"
  let help = "A page without scripts, for browsers and printers."
  // A browser limits the depth of a page to 512 elements. A level has three.
  let levelLimit = 160
  let holdsExpansion = true
  let holdsAttributes = true
  let textRule: String? = "UTF-8 without control characters"

  private var openCount = 0

  mutating func begin(
    _ head: inout DocumentHead, name: Bytes, columns: AttributeColumns,
    to output: inout OutputBuffer
  ) {
    let title = head.title ?? name
    output.append(HTMLWriter.start)
    output.append("<title>")
    if output.appendMarkup(title.span, dialect: .html) { head.title = nil }
    output.append(
      "</title>\n<style>\(HTMLWriter.style)</style>\n</head>\n<body>\n<main>\n<h1><bdi>")
    _ = output.appendMarkup(title.span, dialect: .html)
    output.append("</bdi></h1>\n")
    let hasNote = head.note != nil
    head.changesNote = !write(&head.note, to: &output)
    if hasNote { output.append("\n") }
    // Lists and blocks have no value in one line.
    head.attributes =
      head.attributes.filter(\.value.isEmpty)
      + write(head.attributes.filter { !$0.value.isEmpty }, to: &output)
    output.append("<ul role=\"list\">\n")
  }

  func linkedPart(of text: Span<UInt8>) -> Range<Int>? { 0..<text.count }

  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer) {
    close(to: row.level, in: &output)
    output.append("<li>")
    if row.hasChildren { output.append(row.isCollapsed ? "<details><summary>" : HTMLWriter.open) }

    let links = row.links.outermost.filter { $0.address.addressInPage != nil }
    row.changesText = !write(text, with: links, to: &output)
    if row.hasChildren { output.append("</summary>") }

    row.remove(links)
    // An address that is not safe to follow is text.
    let link = row.attributes.filter { $0 == row.link }
    row.attributes = link + write(row.attributes, to: &output).filter { $0 != row.link }
    row.changesNote = !write(&row.note, to: &output)

    if row.hasChildren {
      output.append("<ul role=\"list\">\n")
      openCount += 1
    } else {
      output.append("</li>\n")
    }
  }

  /// Writes and removes a note, and returns whether all of its characters are allowed.
  private func write(_ note: inout Bytes?, to output: inout OutputBuffer) -> Bool {
    guard let text = note else { return true }
    output.append("<p dir=\"auto\">")
    defer { output.append("</p>") }
    guard output.appendMarkup(text.span, dialect: .html) else { return false }
    note = nil
    return true
  }

  /// Writes a text with links, and returns whether all of its characters are allowed.
  private func write(
    _ text: Span<UInt8>, with links: [TextLink], to output: inout OutputBuffer
  ) -> Bool {
    func write(_ piece: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
      output.append("<bdi>")
      defer { output.append("</bdi>") }
      return output.appendMarkup(piece, dialect: .html)
    }

    var isExact = true
    var end = 0
    for link in links {
      if link.range.lowerBound > end {
        isExact = write(text.extracting(end..<link.range.lowerBound), to: &output) && isExact
      }
      output.append("<a rel=\"noopener noreferrer\" href=\"")
      let address = link.address.addressInPage ?? []
      _ = output.appendMarkup(address.span, dialect: .html)
      output.append("\">")
      isExact = write(text.extracting(link.range), to: &output) && isExact
      output.append("</a>")
      end = link.range.upperBound
    }
    if end == text.count && !links.isEmpty { return isExact }
    return write(text.extracting(end...), to: &output) && isExact
  }

  /// Writes attributes, and returns those with characters that are not allowed.
  private func write(
    _ attributes: [RowAttribute], to output: inout OutputBuffer
  ) -> [RowAttribute] {
    if attributes.isEmpty { return [] }
    output.append("<dl>")
    defer { output.append("</dl>") }
    return attributes.filter { attribute in
      output.append("<dt><bdi>")
      let isName = output.appendMarkup(attribute.name.span, dialect: .html)
      output.append("</bdi></dt><dd><bdi>")
      let isValue = output.appendMarkup(attribute.value.span, dialect: .html)
      output.append("</bdi></dd>")
      return !isName || !isValue
    }
  }

  mutating func end(to output: inout OutputBuffer) {
    close(to: 0, in: &output)
    output.append("</ul>\n</main>\n</body>\n</html>\n")
  }

  private mutating func close(to level: Int, in output: inout OutputBuffer) {
    while openCount > level {
      output.append("</ul></details></li>\n")
      openCount -= 1
    }
  }
}

extension HTMLWriter {
  private static let open = "<details open><summary>"

  /// The policy names the hash of the style, so that no other style applies.
  private static let start = """
    <!DOCTYPE html>
    <html dir="auto">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'sha256-SYvkX5ihTcZPcByREmUifw4Bo0QnEqxNyptfTS+FeEg='; base-uri 'none'; form-action 'none'">
    <meta name="referrer" content="no-referrer">
    <meta name="viewport" content="width=device-width">

    """

  private static let style = """
    :root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif }
    body { margin: 2rem auto; max-width: 50rem; padding: 0 1rem }
    h1 { font-size: 1.25rem; overflow-wrap: anywhere }
    ul { list-style: none; margin: 0; padding-inline-start: 1.25rem }
    main > ul { padding-inline-start: 0 }
    li { overflow-wrap: anywhere; padding-inline-start: 1rem }
    li:has(> details) { padding-inline-start: 0 }
    summary { cursor: pointer }
    bdi, p { white-space: pre-wrap }
    dl, p { font-size: 0.875rem; margin: 0; padding-inline-start: 1rem }
    dt, dd { display: inline; margin: 0 }
    dt::after { content: ": " }
    dd::after { content: "\\A"; white-space: pre }
    dt { font-style: italic }
    @media (prefers-color-scheme: dark) { :root { background: #181818; color: #ddd } }
    @media print {
    body { margin: 0; max-width: none }
    a { color: inherit }
    details::details-content { content-visibility: visible; block-size: auto }
    }
    """
}

extension Bytes {
  /// The address of a link, or `nil` if it is neither safe to follow nor the relative one of a
  /// file.
  fileprivate var addressInPage: Bytes? {
    if let followableAddress { return followableAddress }
    let path = prefix { !"?#".utf8.contains($0) }
    let isRelative =
      path.contains { "./".utf8.contains($0) } && !path.starts(with: "//".utf8)
      && !path.contains { ":\\".utf8.contains($0) }
    return isRelative ? percentEscaped(keeping: \.isInAddress) : nil
  }
}
