/// The text of `--help`; its options come from the table that the parser reads.
enum HelpText {
  static let usage = "usage: outline-tool [show] [OPTION...] FILE|DIR|- ..."
  static let hint = "Try 'outline-tool --help'."

  static var full: String {
    """
    Shows outlines as trees: indented text, Markdown and directories.

    \(usage)

    examples:
      outline-tool notes.txt            an outline indented by tabs or spaces
      outline-tool -L2 README.md        two levels of headings and lists
      outline-tool --collapse build .   a directory, with 'build' closed and unread
      curl -s URL | outline-tool        standard input

    \(options)

    inputs:
      directory   Entries in the order of their names' bytes. Links are shown, not
                  followed.
      Markdown    A file named *.md or *.markdown, or a nameless one (standard
                  input, a name without a dot) that has front matter before a
                  heading, or begins with a '#' heading and has one of another
                  level, both between empty lines. Headings and list items are
                  rows; a list belongs to the heading above it.
      text        Any other file. A row belongs to the nearest row above it with a
                  smaller indent. The bullets '-', '*', '+' and '•' are stripped,
                  empty lines skipped. Where tabs and spaces are mixed, a tab
                  reaches to the next multiple of the smallest indent by spaces if
                  that is 2, 4 or 8, and of 8 otherwise; the exit status is then 1.
      -           Standard input, which is also read if no input is named and it is
                  no terminal.
      After '--' every argument is an input, whatever it begins with.

    rows:
      The mark ▸ (ascii: +) stands before a row whose children are hidden and
      before a directory that was not read. Control characters, line separators
      and characters that change the direction of text are shown as \\t, \\n, \\r
      or \\u{1B}, bytes that are not UTF-8 as \\xFF. In a locale with another
      charset than UTF-8 all characters beyond ASCII are shown as \\u{15B}.
      --collapse compares the whole text of a row, without its bullet. A TEXT that
      no row has is told, unless it may be in a directory that was not read.

    exit status:
      0   done; also when whoever reads the output has closed it
      1   done, with problems told on standard error: an unreadable directory in
          another, mixed indents, a TEXT or an input (not an empty one) without rows
      2   bad usage, an input that cannot be read, or output that cannot be written

    """
  }

  private static var options: String {
    let options = OptionGroup.all.flatMap(\.options)
    let width = options.map(\.usage.utf8.count).max() ?? 0
    return OptionGroup.all.map { group in
      let lines = group.options.map { option in
        let padding = String(repeating: " ", count: width - option.usage.utf8.count)
        return "  \(option.usage)\(padding)   \(option.help)"
      }
      return "options for \(group.title):\n" + lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
