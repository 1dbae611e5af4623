import OutlineViews

/// The model of the app: boxes with things, and boxes in a cellar whose contents load slowly.
@MainActor final class Boxes {
  let source = OutlineDataSource<String, String>()
  private var count = 0
  /// The box and the section that open when the user tries again.
  private var locked: Set = ["Cellar box 2", "Garage"]

  private struct Locked: Error {}

  init() {
    source.childLoader = ChildLoader(
      hasChildren: { $0.hasPrefix("Cellar box") && !$0.contains("thing") },
      pages: { @MainActor [weak self] (box, last: Int?) in
        try await Task.sleep(for: .seconds(2))
        try self?.unlock(box)
        let numbers = (last ?? 0) + 1...(last ?? 0) + 3
        let isLast = box != "Cellar box 3" || numbers.upperBound == 9
        return ChildPage(
          numbers.map { "\(box), thing \($0)" }, cursor: isLast ? nil : numbers.upperBound)
      })
    source.rootLoader = ChildLoader { @MainActor [weak self] section in
      try await Task.sleep(for: .seconds(2))
      try self?.unlock(section)
      return (1...3).map { "\(section) box \($0)" }
    }
    source.reorderingHandlers.canReorderItem = { !$0.hasPrefix("Box 3") }
    // The things in a box can be elsewhere, but they cannot contain anything.
    source.reorderingHandlers.canDropItems = { _, destination in
      if case .into(let item) = destination { !item.contains("thing") } else { true }
    }
    source.update(animatingDifferences: false) { snapshot in
      do {
        try snapshot.appendSections(["Attic", "Cellar", "Garage"])
        for box in 1...20 {
          try snapshot["Attic"].append(["Box \(box)"])
          try snapshot["Attic"].append((1...3).map { "Box \(box), thing \($0)" }, to: "Box \(box)")
        }
        try snapshot["Cellar"].append((1...20).map { "Cellar box \($0)" })
      } catch {
        assertionFailure("\(error)")
      }
    }
    Task { [source] in try await source.loadChildren(of: .section("Garage")) }
  }

  private func unlock(_ place: String) throws {
    if locked.remove(place) != nil { throw Locked() }
  }

  /// Adds two boxes above all others.
  func addAbove() {
    count += 2
    source.update { snapshot in
      guard let first = snapshot["Attic"].rootItems.first else { return }
      // Fails only for known items.
      try? snapshot.insertItems(["New box \(count - 1)", "New box \(count)"], beforeItem: first)
    }
  }

  func addLater() {
    Task {
      try await Task.sleep(for: .seconds(5))
      addAbove()
    }
  }

  func shuffle() {
    source.update { snapshot in
      try? snapshot["Attic"].setChildren(snapshot["Attic"].rootItems.shuffled(), of: nil)
    }
  }

  func reload() {
    source.applySnapshotUsingReloadData(source.snapshot())
  }
}

extension OutlineDataSource<String, String> {
  /// Adds a box where the user has dropped something of another app.
  func addBox(at destination: Snapshot<String, String>.Destination) {
    update { snapshot in
      let box = "Dropped box \(snapshot.itemIdentifiers.count)"
      do {
        try snapshot.appendItems([box])
        try snapshot.moveItems([box], to: destination)
      } catch {
        assertionFailure("\(error)")
      }
    }
  }
}
