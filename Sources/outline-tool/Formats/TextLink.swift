/// A link or an image in the text of a row.
struct TextLink: Hashable {
  /// The text of the link, as offsets from the start of the row's text.
  let range: Range<Int>
  let address: Bytes
  var isImage = false
}

extension [TextLink] {
  /// The links that are not within the text of another one.
  var outermost: Self {
    var end = 0
    return filter { link in
      defer { end = Swift.max(end, link.range.upperBound) }
      return link.range.lowerBound >= end
    }
  }

  /// Returns the links in a part of the text, relative to its start.
  func within(_ part: Range<Int>) -> Self {
    compactMap { link in
      let range = link.range.clamped(to: part)
      if range.isEmpty { return nil }
      let start = range.lowerBound - part.lowerBound
      return TextLink(
        range: start..<start + range.count, address: link.address, isImage: link.isImage)
    }
  }

  /// Returns the links of a text whose first bytes were replaced by others.
  func shifted(by distance: Int) -> Self {
    compactMap { link in
      let start = Swift.max(0, link.range.lowerBound + distance)
      let end = link.range.upperBound + distance
      if start >= end { return nil }
      return TextLink(range: start..<end, address: link.address, isImage: link.isImage)
    }
  }
}
