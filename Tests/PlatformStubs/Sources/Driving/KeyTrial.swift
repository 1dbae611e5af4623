import Outline
import Testing
import ViewSimulation

/// A screen whose adapter handles all keys.
@MainActor public protocol KeyScreen: Screen {
  func allowMultipleSelection(_ isAllowed: Bool)
  /// Sets the titles that the user finds by typing their first letters.
  func setTitle(_ title: @escaping (_ item: Int) -> String)
  /// Types a character at a time in seconds.
  func type(_ character: String, at time: Double)
}

/// Selects rows by keys, and expects that the screen scrolls to them.
@MainActor public func expectKeys(
  _ makeScreen: @escaping @MainActor (Program) -> any KeyScreen
) async {
  await expectNoViolations { program in
    program.source.update { snapshot in
      try? snapshot.appendSections([0])
      try? snapshot[0].append(0..<Program.itemCount)
    }
    let last = Program.itemCount - 1
    let screen = makeScreen(program)
    screen.attach()
    screen.layOut()
    screen.select([0])
    screen.press(.end)
    #expect(screen.selection == [last])
    #expect(screen.displayedRows.contains(last), "scrolls down")
    screen.press(.up, .shift)
    #expect(screen.selection == [last - 1], "the view selects one row")
    screen.allowMultipleSelection(true)
    screen.press(.up, .shift)
    screen.press(.up, .shift)
    #expect(screen.selection.sorted() == [last - 3, last - 2, last - 1])
    screen.press(.down, .shift)
    #expect(screen.selection.sorted() == [last - 2, last - 1])
    screen.press(.home, .control)
    #expect(screen.selection.count == 2, "another command of the app")
    expectRangeToFollow(program.source, screen)
    screen.select([1])
    screen.press(.up)
    #expect(screen.selection == [0])
    #expect(screen.displayedRows.contains(0), "scrolls up")
    expectLeftToEndLoad(program.source, screen)
    expectTypeAhead(screen)
    screen.detach()
  }
}

/// Deletes and inserts items in a range that keys have selected.
@MainActor private func expectRangeToFollow(
  _ source: OutlineDataSource<Int, Int>, _ screen: any KeyScreen
) {
  screen.select([2])
  for _ in 0..<3 { screen.press(.down, .shift) }
  source.update { try? $0.deleteItems([3]) }
  screen.press(.down, .shift)
  #expect(screen.selection == [2, 4, 5, 6])
  source.update { try? $0.insertItems([3], afterItem: 2) }
  screen.press(.up, .shift)
  #expect(screen.selection == [2, 3, 4, 5])
}

/// Types the first letters of titles.
@MainActor private func expectTypeAhead(_ screen: any KeyScreen) {
  let last = Program.itemCount - 1
  screen.select([0])
  screen.type("p", at: 0)
  #expect(screen.selection == [0], "no item has a title")
  screen.setTitle { $0 == last ? "zest" : ["pear", "apple", "plum", "peach"][$0 % 4] }
  screen.type("P", at: 10)
  #expect(screen.selection == [2])
  screen.type("e", at: 10.5)
  #expect(screen.selection == [3])
  screen.type("z", at: 11)
  #expect(screen.selection == [3], "no title begins with 'Pez'")
  screen.type("z", at: 12)
  #expect(screen.selection == [last], "a pause begins a new search")
  #expect(screen.displayedRows.contains(last - 1), "scrolls down")
  screen.press(.home)
  screen.type("p", at: 12.5)
  #expect(screen.selection == [2], "another key begins a new search")
  screen.type("", at: 12.6)
  screen.type("e", at: 12.7)
  #expect(screen.selection == [3], "keys without a character are no letters")
  let ends = [("\r", "a", 5), ("\t", "p", 6), ("UIKeyInputEscape", "a", 9), ("\u{F704}", "p", 10)]
  for (number, (key, letter, item)) in ends.enumerated() {
    screen.type(key, at: 12.8 + Double(number) / 10)
    screen.type(letter, at: 12.8 + Double(number) / 10)
    #expect(screen.selection == [item], "the key begins a new search")
  }
  screen.setTitle { "box \($0)" }
  screen.type(" ", at: 14.5)
  #expect(screen.selection == [10], "a space begins no search")
  for (number, character) in "box \(last)".enumerated() {
    screen.type(String(character), at: 15 + Double(number) / 10)
  }
  #expect(screen.selection == [last])
}

/// Expands an item whose children do not arrive, and presses the key that collapses it.
@MainActor private func expectLeftToEndLoad(
  _ source: OutlineDataSource<Int, Int>, _ screen: any KeyScreen
) {
  source.update { try? $0.moveItems([1], to: .into(0)) }
  source.update { $0.expand([0]) }
  source.childLoader = ChildLoader(
    hasChildren: { $0 == 1 },
    children: { _ in
      try await Task.sleep(for: .seconds(100))
      return []
    })
  screen.select([1])
  screen.press(.right)
  #expect(source.loadingState(of: .item(1)) == .loading)
  screen.press(.left)
  #expect(source.loadingState(of: .item(1)) == .notLoaded)
  #expect(screen.selection == [1])
  screen.press(.left)
  #expect(screen.selection == [0])
}
