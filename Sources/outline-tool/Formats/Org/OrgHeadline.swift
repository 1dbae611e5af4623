/// A headline: stars followed by a space.
struct OrgHeadline {
  let stars: Int
  let text: Range<Int>

  init?(in bytes: Span<UInt8>, at line: Range<Int>) {
    var position = line.lowerBound
    while position < line.upperBound && bytes[position] == UInt8(ascii: "*") { position += 1 }
    stars = position - line.lowerBound
    // The line excludes trailing blanks, so the space may be after its end.
    guard stars > 0, position < bytes.count, bytes[position] == 0x20 else { return nil }
    while position < line.upperBound && bytes[position].isBlank { position += 1 }
    text = position..<line.upperBound
  }
}

/// A link in a headline: `[[address][text]]`, or `[[address]]`, whose text is the address.
struct OrgLink {
  let whole: Range<Int>
  let address: Range<Int>
  let text: Range<Int>

  init?(in range: Range<Int>, of bytes: Span<UInt8>) {
    let bytes = bytes.extracting(..<range.upperBound)
    var index = range.lowerBound
    while let start = bytes.firstIndex(of: UInt8(ascii: "["), from: index) {
      index = start + 1

      guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { continue }

      var end = start + 2
      while end < bytes.count && bytes[end] != UInt8(ascii: "]") && bytes[end] != UInt8(ascii: "[")
      {
        end += 1
      }
      guard end > start + 2, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "]") else {
        continue
      }

      if bytes[end + 1] == UInt8(ascii: "]") {
        whole = start..<end + 2
        address = start + 2..<end
        text = address
        return
      }

      guard bytes[end + 1] == UInt8(ascii: "[") else { continue }
      // No link follows without these brackets.
      guard let wholeEnd = bytes.end(of: "]]", from: end + 2) else { return nil }
      guard wholeEnd > end + 4 else { continue }
      whole = start..<wholeEnd
      address = start + 2..<end
      text = end + 2..<wholeEnd - 2
      return
    }
    return nil
  }
}

extension Span where Element == UInt8 {
  func orgTags(of headline: Range<Int>) -> Range<Int>? {
    guard headline.count > 2, self[headline.upperBound - 1] == UInt8(ascii: ":") else { return nil }
    var start = headline.upperBound - 1
    while start > headline.lowerBound && !self[start - 1].isBlank { start -= 1 }
    let isTagged = self[start] == UInt8(ascii: ":") && headline.upperBound - start > 2
    return isTagged ? start..<headline.upperBound : nil
  }

  /// Returns the priority of a headline: the letters or digits in `[#A]` or `[#12]`.
  func orgPriority(of headline: Range<Int>) -> Range<Int>? {
    let bytes = extracting(..<headline.upperBound)
    var index = headline.lowerBound
    while let start = bytes.end(of: "[#", from: index) {
      var end = start
      while end < bytes.count && (bytes[end].isASCIILetter || bytes[end].isASCIIDigit) { end += 1 }
      if end > start && end < bytes.count && bytes[end] == UInt8(ascii: "]") { return start..<end }
      index = start
    }
    return nil
  }

  /// Returns the visible pieces of a headline, and the links in the text that they form.
  ///
  /// The addresses of links with a text and the extra blanks before the tags are not visible.
  func orgText(
    of headline: Range<Int>, tags: Range<Int>?
  ) -> (pieces: [Range<Int>], links: [TextLink]) {
    var end = tags?.lowerBound ?? headline.upperBound
    while end > headline.lowerBound && self[end - 1].isBlank { end -= 1 }

    var pieces: [Range<Int>] = []
    var links: [TextLink] = []
    var length = 0
    var start = headline.lowerBound
    while let link = OrgLink(in: start..<end, of: self) {
      pieces += [start..<link.whole.lowerBound, link.text]
      length += link.whole.lowerBound - start
      links.append(
        TextLink(
          range: length..<length + link.text.count,
          address: Bytes(copying: extracting(link.address))))
      length += link.text.count
      start = link.whole.upperBound
    }

    let isPadded = tags.map { $0.lowerBound > end + 1 } ?? false
    if pieces.isEmpty && !isPadded { return ([headline], []) }
    pieces.append(start..<end)
    if let tags { pieces.append(max(tags.lowerBound - 1, end)..<tags.upperBound) }
    return (pieces.filter { !$0.isEmpty }, links)
  }
}
