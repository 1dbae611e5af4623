import OutlineViews

/// The model of the app: boxes with things, and boxes in a cellar whose contents load slowly.
@MainActor final class Boxes {
  let source = OutlineDataSource<String, String>()
  private var count = 0
  /// The second box in the cellar opens when the user tries again.
  private var isUnlocked = false

  private struct Locked: Error {}

  init() {
    source.childLoader = ChildLoader(
      hasChildren: { $0.hasPrefix("Cellar box") && !$0.contains("thing") },
      children: { @MainActor [weak self] box in
        try await Task.sleep(for: .seconds(2))
        if box == "Cellar box 2", let self, !isUnlocked {
          isUnlocked = true
          throw Locked()
        }
        return (1...3).map { "\(box), thing \($0)" }
      })
    source.reorderingHandlers.canReorderItem = { !$0.hasPrefix("Box 3") }
    // The things in a box can be elsewhere, but they cannot contain anything.
    source.reorderingHandlers.canDropItems = { _, destination in
      if case .into(let item) = destination { !item.contains("thing") } else { true }
    }
    source.update(animatingDifferences: false) { snapshot in
      do {
        try snapshot.appendSections(["Attic", "Cellar"])
        for box in 1...20 {
          try snapshot["Attic"].append(["Box \(box)"])
          try snapshot["Attic"].append((1...3).map { "Box \(box), thing \($0)" }, to: "Box \(box)")
        }
        try snapshot["Cellar"].append((1...20).map { "Cellar box \($0)" })
      } catch {
        assertionFailure("\(error)")
      }
    }
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
