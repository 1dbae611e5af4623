/// An entry of the table of keys, which the browser and the help share.
struct KeyBinding {
  let actions: [(key: Key, action: Action)]
  let help: String
  /// The names of the keys in the help.
  let names: String

  private init(_ keys: Key..., names: String? = nil, action: Action, help: String) {
    actions = keys.map { ($0, action) }
    self.help = help
    self.names = names ?? keys.map(\.name).joined(separator: ", ")
  }

  /// Creates an entry for two keys with similar actions.
  private init(_ first: (Key, Action), _ second: (Key, Action), help: String) {
    actions = [first, second]
    self.help = help
    names = actions.map(\.key.name).joined(separator: ", ")
  }

  static let all = [
    KeyBinding(.down, .character("j"), action: .move(1), help: "go to the next row"),
    KeyBinding(.up, .character("k"), action: .move(-1), help: "go to the previous row"),
    KeyBinding(
      .right, .character("l"), action: .expand, help: "expand the row, or go to its first child"),
    KeyBinding(
      .left, .character("h"), action: .collapse, help: "collapse the row, or go to its parent"),
    KeyBinding(
      .enter, .character(" "), names: "enter, space", action: .toggle,
      help: "expand or collapse the row"),
    KeyBinding(.character("p"), action: .goToParent, help: "go to the parent"),
    KeyBinding(
      (.character("J"), .goToSibling(1)), (.character("K"), .goToSibling(-1)),
      help: "go to the next or the previous sibling"),
    KeyBinding(.home, .character("g"), action: .goToFirst, help: "go to the first row"),
    KeyBinding(.end, .character("G"), action: .goToLast, help: "go to the last row"),
    KeyBinding(.pageDown, .control("f"), action: .page(2), help: "go down a page"),
    KeyBinding(.pageUp, .control("b"), action: .page(-2), help: "go up a page"),
    KeyBinding(
      (.control("d"), .page(1)), (.control("u"), .page(-1)), help: "go down or up half a page"),
    KeyBinding(.character("*"), action: .expandSiblings, help: "expand the row and its siblings"),
    KeyBinding(
      .character("1"), .character("2"), .character("3"), .character("4"), .character("5"),
      .character("6"), .character("7"), .character("8"), .character("9"), names: "1 to 9",
      action: .showLevels, help: "show this number of levels"),
    KeyBinding(.character("E"), .character("+"), action: .expandAll, help: "expand all rows"),
    KeyBinding(.character("C"), .character("-"), action: .collapseAll, help: "collapse all rows"),
    KeyBinding(
      .character("r"), action: .showSubtree, help: "show only the row and its descendants"),
    KeyBinding(
      .character("R"), .backspace, action: .leaveSubtree, help: "show what was shown before r"),
    KeyBinding(.character("/"), action: .search, help: "find a row by a part of its text"),
    KeyBinding(
      (.character("n"), .findNext(1)), (.character("N"), .findNext(-1)),
      help: "find the next or the previous row"),
    KeyBinding(
      .character("f"), action: .filter, help: "show only rows with a text, and their ancestors"),
    KeyBinding(.escape, names: "esc", action: .leaveFilter, help: "show all rows again"),
    KeyBinding(.character("?"), .help, action: .help, help: "show or leave this help"),
    KeyBinding(
      (.character("y"), .copyText), (.character("Y"), .copyPath),
      help: "copy the text or the path of the row"),
    KeyBinding(.character("i"), action: .showNote, help: "show the note of the row"),
    KeyBinding(.character("e"), action: .edit, help: "edit the file at the line of the row"),
    KeyBinding(.character("o"), action: .printRows, help: "print the visible rows, and quit"),
    KeyBinding(.control("l"), action: .redraw, help: "draw the screen again"),
    KeyBinding(.control("z"), action: .pause, help: "pause; the shell continues with fg"),
    KeyBinding(
      .click(row: 0, column: 0), names: "click", action: .point,
      help: "select the row; again, or on its mark: toggle it"),
    KeyBinding(.wheelDown, names: "wheel", action: .point, help: "scroll"),
    KeyBinding(.character("q"), .control("c"), action: .quit, help: "quit"),
  ]

  /// The table as lines of text.
  static var lines: [String] {
    let width = all.map(\.names.count).max() ?? 0
    return all.map { binding in
      binding.names + String(repeating: " ", count: width + 2 - binding.names.count) + binding.help
    }
  }

  /// The actions by key.
  static let actions: [Key: Action] = Dictionary(
    uniqueKeysWithValues: all.flatMap { $0.actions.map { ($0.key, $0.action) } })
}

enum Action {
  /// The mouse acts on a place.
  case point
  /// Moves the selection by a row, or scrolls a text by a number of lines.
  case move(Int)
  /// Moves the selection by a number of half pages.
  case page(Int)
  case goToSibling(Int)
  case goToParent
  case goToFirst
  case goToLast
  case expand
  case collapse
  case toggle
  case expandSiblings
  case expandAll
  case collapseAll
  case showLevels
  case showSubtree
  case leaveSubtree
  case search
  case findNext(Int)
  case filter
  case leaveFilter
  case help
  case showNote
  case copyText
  case copyPath
  case edit
  case printRows
  case redraw
  case pause
  case quit
}
