import Outline

extension Driver {
  /// Changes the snapshot as a program does.
  func edit() {
    let isAnimated = random.once(in: 2)
    switch number(below: 12) {
    case 0:
      var snapshot = Snapshot<Int, Int>()
      for _ in 0..<number(below: 40) { try? edit(&snapshot) }
      source.apply(
        snapshot, animatingDifferences: isAnimated, keepingExpansion: random.once(in: 2))
    case 1: source.applySnapshotUsingReloadData(source.snapshot())
    default:
      let count = random.once(in: 2) ? 1 : number(below: 8)
      source.update(animatingDifferences: isAnimated) { snapshot in
        // Some edits are impossible.
        for _ in 0..<count { try? edit(&snapshot) }
        // A mark is lost with its section.
        if random.once(in: 10) { try? changeSectionTitle(in: &snapshot) }
      }
    }
  }

  func expandOrCollapse() {
    let item = number(below: Program.itemCount)
    switch number(below: 4) {
    case 0: source.expandSubtree(of: item)
    case 1: source.collapseSubtree(of: item)
    case 2:
      source.update { snapshot in
        for section in snapshot.sectionIdentifiers { snapshot[section].expandAll() }
      }
    default: source.update { $0.collapse([item]) }
    }
  }

  private func changeSectionTitle(in snapshot: inout Snapshot<Int, Int>) throws {
    let section = number(below: Program.sectionCount)
    try snapshot.reloadSections([section])
    program.sectionTitles[section] += 1
  }

  private func edit(_ snapshot: inout Snapshot<Int, Int>) throws {
    let section = number(below: Program.sectionCount)
    let (item, other) = (number(below: Program.itemCount), number(below: Program.itemCount))
    switch number(below: 15) {
    case 0, 1: try snapshot.appendSections([section])
    case 2: try snapshot.moveSection(section, beforeSection: number(below: Program.sectionCount))
    case 3: if random.once(in: 3) { try snapshot.deleteSections([section]) }
    case 4: try snapshot.reloadItems([item])
    case 5: try snapshot.reconfigureItems([item])
    case 6, 7: try snapshot.appendItems([item, other], toSection: section)
    case 8: try snapshot.deleteItems([item])
    case 9: try snapshot.moveItem(item, beforeItem: other)
    case 10, 11: try snapshot.moveItems([item], to: .into(other))
    default:
      guard let section = snapshot.sectionIdentifier(containingItem: item) else { return }
      if !snapshot.contains(other) { try snapshot[section].append([other], to: item) }
      random.once(in: 3) ? snapshot.collapse([item]) : snapshot.expand([item])
    }
  }
}
