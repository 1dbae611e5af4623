/// Writes a page of nested lists that needs no other file, and in which nothing runs or loads.
struct HTMLWriter: OutlineWriter {
  let name = "html"
  let help = "A page without scripts, for browsers and printers."
  // A browser limits the depth of a page to 512 elements. A level has three.
  let levelLimit = 160
  let holdsExpansion = true
  let textRule = "no control characters"

  private var openCount = 0

  mutating func begin(
    title: Bytes, attributeNames: [Bytes], to output: inout OutputBuffer
  ) {
    output.append(HTMLWriter.start)
    output.append("<title>")
    _ = output.appendMarkup(title.span, dialect: .html)
    output.append(
      "</title>\n<style>\(HTMLWriter.style)</style>\n</head>\n<body>\n<main>\n<h1><bdi>")
    _ = output.appendMarkup(title.span, dialect: .html)
    output.append("</bdi></h1>\n<ul role=\"list\">\n")
  }

  mutating func write(
    _ row: WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer
  ) -> WritingLoss {
    close(to: row.level, in: &output)
    var loss: WritingLoss = []
    output.append("<li>")
    if row.hasChildren { output.append(row.isCollapsed ? "<details><summary>" : HTMLWriter.open) }

    let address = row.link?.value.followableAddress
    if row.link != nil && address == nil { loss.insert(.link) }
    if let address {
      output.append("<a rel=\"noopener noreferrer\" href=\"")
      _ = output.appendMarkup(address.span, dialect: .html)
      output.append("\">")
    }
    output.append("<bdi>")
    if !output.appendMarkup(text, dialect: .html) { loss.insert(.text) }
    output.append(address == nil ? "</bdi>" : "</bdi></a>")
    if row.hasChildren { output.append("</summary>") }

    let others = row.attributes.filter { $0 != row.link || address == nil }
    if !others.isEmpty {
      output.append("<dl>")
      for attribute in others {
        output.append("<dt><bdi>")
        let isName = output.appendMarkup(attribute.name.span, dialect: .html)
        output.append("</bdi></dt><dd><bdi>")
        let isValue = output.appendMarkup(attribute.value.span, dialect: .html)
        output.append("</bdi></dd>")
        if !isName || !isValue { loss.insert(.attributes) }
      }
      output.append("</dl>")
    }
    if let note = row.note {
      output.append("<p dir=\"auto\">")
      if !output.appendMarkup(note.span, dialect: .html) { loss.insert(.noteText) }
      output.append("</p>")
    }

    if row.hasChildren {
      output.append("<ul role=\"list\">\n")
      openCount += 1
    } else {
      output.append("</li>\n")
    }
    return loss
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
