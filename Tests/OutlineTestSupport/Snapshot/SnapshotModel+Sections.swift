public import Outline

extension SnapshotModel {
  public mutating func appendSections(_ sections: some Collection<Section>) throws(Failure) {
    try insert(Array(sections), at: entries.count)
  }

  public mutating func insertSections(
    _ sections: some Collection<Section>, beforeSection anchor: Section
  ) throws(Failure) {
    try insert(Array(sections), at: try index(ofAnchor: anchor, excluding: Array(sections)))
  }

  public mutating func insertSections(
    _ sections: some Collection<Section>, afterSection anchor: Section
  ) throws(Failure) {
    try insert(Array(sections), at: try index(ofAnchor: anchor, excluding: Array(sections)) + 1)
  }

  public mutating func deleteSections(_ sections: some Collection<Section>) throws(Failure) {
    guard sections.repetitions.isEmpty else { throw .duplicateSections(sections.repetitions) }
    entries.removeAll { sections.contains($0.section) }
    forgetMarks()
  }

  public mutating func moveSection(
    _ section: Section, beforeSection anchor: Section
  ) throws(Failure) {
    try move(section, to: anchor, offset: 0)
  }

  public mutating func moveSection(
    _ section: Section, afterSection anchor: Section
  ) throws(Failure) {
    try move(section, to: anchor, offset: 1)
  }

  public mutating func reloadSections(_ sections: some Collection<Section>) throws(Failure) {
    guard sections.repetitions.isEmpty else { throw .duplicateSections(sections.repetitions) }
    let unknown = sections.filter { !self.sections.contains($0) }
    guard unknown.isEmpty else { throw .unknownSections(unknown) }
    reloadedSectionIdentifiers = (reloadedSectionIdentifiers + sections).uniqued
  }

  private func index(
    ofAnchor anchor: Section, excluding sections: [Section]
  ) throws(Failure) -> Int {
    guard sections.repetitions.isEmpty else { throw .duplicateSections(sections.repetitions) }
    guard !sections.contains(anchor) else { throw .anchorAmongSections(anchor) }
    guard let index = self.sections.firstIndex(of: anchor) else {
      throw .unknownSections([anchor])
    }
    return index
  }

  private mutating func insert(_ new: [Section], at index: Int) throws(Failure) {
    let old = Set(sections)
    var seen = old
    let duplicates = new.filter { !seen.insert($0).inserted }
    guard duplicates.isEmpty else { throw .duplicateSections(duplicates.uniqued) }
    entries.insert(contentsOf: new.map { Entry(section: $0) }, at: index)
  }

  private mutating func move(_ section: Section, to anchor: Section, offset: Int) throws(Failure) {
    guard section != anchor else { throw .moveSectionToItself(section) }
    let unknown = [section, anchor].filter { !sections.contains($0) }
    guard unknown.isEmpty else { throw .unknownSections(unknown) }
    guard let start = sections.firstIndex(of: section) else { return }
    let entry = entries.remove(at: start)
    guard let index = sections.firstIndex(of: anchor) else { return }
    entries.insert(entry, at: index + offset)
  }
}
