/// The text of `--help`, with the options from the table that the parser uses.
enum HelpText {
  static let usage = "usage: outline-tool [show] [OPTION...] FILE|DIR|- ..."
  static let hint = "Try 'outline-tool --help'."

  static var full: String {
    """
    OVERVIEW: Prints outlines as trees, from files of many formats and directories.

    USAGE: outline-tool [show] [OPTION...] FILE|DIR|- ...

      outline-tool notes.txt             an outline indented by tabs or spaces
      outline-tool -L2 README.md         two levels of headings and lists
      outline-tool --expand stored a.opml   as the file was left
      outline-tool --gitignore -P '*.c' .   where the sources are
      curl -s URL | outline-tool         standard input

    ARGUMENTS:
      FILE        Its format is told by its name, or else by what is in it.
      DIR         Is read only as far as it is shown, in the order of names. Links
                  are shown, and followed with --follow, but not twice to one
                  directory.
      -           Standard input, which is also read if no input is named and it is
                  no terminal. After '--' every argument is an input. A file
                  named 'show' is './show'.

    OPTIONS:
    \(options)

    PATTERNS: What is compared is the text of a row, without its bullet; in a
      directory the name. A glob is for the whole text: * ? [a-z] [!a] {a,b}, and a
      backslash before a character that stands for itself. A regular expression
      stands between slashes, /like this/, and is searched for; /this/i ignores
      case. It has . [a-z] \\d \\w \\s ^ $ ( ) | * + ? {2,5}. Options with a
      pattern can be repeated. A pattern that nothing matches is told, unless it
      is one of --ignore or something was not read. Directories that stay closed
      are not read, and so neither searched nor counted. What --match keeps is
      shown as far as --expand and --depth open what is above it; *Word* finds
      rows with a word in them. --section compares the name of an input as given.

    FORMATS:
    \(formats)

    ROWS: The mark ▸ (ascii: +) stands before a row whose children are hidden and
      before a directory that was not read. Control characters, line separators
      and characters that change the direction of text are shown as \\t, \\n, \\r
      or \\u{1B}, bytes that are not UTF-8 as \\xFF. In a locale with another
      charset than UTF-8 all characters beyond ASCII are shown as \\u{15B}; C tells
      of no charset.
      --rows prints LEVEL, STATE (leaf, expanded, collapsed, more) and TEXT; with
      -c also how many rows are hidden, then each --attribute. Several inputs
      begin with a line of '-', 'section' and the name.
      --json prints an array with an object for each input: 'section' has its name
      and 'children' its rows. A row has 'text', 'collapsed' if it hides others,
      and 'children'; and with the option for that, 'number', 'path', 'hidden'
      (-c), 'attributes', and 'more', the number of its children that are left out.
      Of --rows and --json, the last one counts.

    ENVIRONMENT: NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR and TERM=dumb
      decide on colors, PAGER is what long output on a terminal goes through
      ('less', with LESS=FRX unless that is set, or nothing if it is empty), LC_ALL,
      LC_CTYPE and LANG tell the charset.

    EXIT STATUS:
      0   done; also when whoever reads the output has closed it
      1   done, with problems told on standard error: an unreadable directory in
          another, mixed indents, a file that is not empty but has no rows, ends too
          early or is no text, a pattern without a match, an attribute that no row
          has, --prune without --match
      2   bad usage, an input that cannot be read or is refused by --strict, or
          output that cannot be written

    """
  }

  private static var formats: String {
    Formats.all.map { format in
      let name = "  \(format.name)" + String(repeating: " ", count: 12 - format.name.utf8.count)
      return name + format.help.joined(separator: "\n" + String(repeating: " ", count: 14))
    }.joined(separator: "\n")
  }

  private static var options: String {
    OptionGroup.all.map { group in
      let lines = group.options.map { option in
        // A long option has a line to itself.
        let gap =
          option.usage.utf8.count < 24
          ? String(repeating: " ", count: 24 - option.usage.utf8.count)
          : "\n" + String(repeating: " ", count: 28)
        return "    \(option.usage)\(gap)\(option.help)"
      }
      return "  \(group.title)\n" + lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
