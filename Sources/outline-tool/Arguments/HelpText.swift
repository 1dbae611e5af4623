/// The texts of `--help`, with the options from the table that the parser uses.
enum HelpText {
  static let usage = "usage: outline-tool [show] [OPTION...] FILE|DIR|- ..."
  static let diffUsage = "usage: outline-tool diff [OPTION...] OLD NEW"
  static let browseUsage = "usage: outline-tool browse [OPTION...] FILE|DIR|-"
  static let hint = "Try 'outline-tool --help'."

  static func text(about topic: HelpTopic?) -> String {
    switch topic {
    case .rows: rows
    case .patterns: patterns
    case .formats: "FORMATS:\n\(formats)\n\n" + conversion
    case .diff: diff + diffOptions
    case .matching: matching
    case .browse: browse
    case nil:
      overview + "OPTIONS:\n\(options)\n\n" + patterns + "\nFORMATS:\n\(formats)\n\n" + conversion
        + "\n" + rows + "\n" + diff + diffOptions + "\n" + matching + "\n" + browse + "\n"
        + environment
    }
  }

  /// Returns a page with the most common options of a command.
  static func page(about command: Command) -> String {
    let (usage, summary, common, topics) =
      switch command {
      case .show:
        (
          usage, "Prints outlines as trees, from files of many formats and directories.",
          [
            "--depth", "--expand", "--collapse", "--match", "--ignore", "--sort", "--count",
            "--attribute", "--rows", "--json", "--from", "-a", "--follow", "--gitignore",
            "--output", "--verbose",
          ],
          "'outline-tool --help formats', '--help patterns', '--help rows',\n"
            + "'--help diff', '--help matching' or '--help browse'."
        )
      case .diff:
        (
          diffUsage,
          "Prints the rows that differ: + inserted, - removed, > moved with its\n"
            + "descendants, ~ changed.",
          ["--attribute", "--notes", "--rows", "--json", "--stat", "--quiet"],
          "'outline-tool --help diff' or '--help matching'."
        )
      case .browse:
        (
          browseUsage, "Shows an outline on the whole screen, where ? shows the keys.",
          ["--expand", "--match", "--where", "--sort", "--from", "-a", "--gitignore"],
          "'outline-tool --help browse', which also lists the keys."
        )
      }
    let own = OptionGroup.all.filter { $0.command == command }.flatMap(\.options)
    let options = own + common.compactMap { NamedOption($0.utf8)?.description }
    return """
      \(usage)

      \(summary)

      \(options.map { $0.line(indent: 2) }.joined(separator: "\n"))

      For all options, run 'outline-tool --help'. For a topic, run
      \(topics)

      """
  }

  private static let overview = """
    OVERVIEW: Prints outlines as trees, from files of many formats and directories.

    USAGE: outline-tool [show] [OPTION...] FILE|DIR|- ...
           outline-tool diff [OPTION...] OLD NEW
           outline-tool browse [OPTION...] FILE|DIR|-

      outline-tool notes.txt                text indented by tabs or spaces
      outline-tool -L2 README.md            two levels of headings and lists
      outline-tool --expand stored a.opml   rows expanded as the file stores them
      outline-tool --gitignore -P '*.c' .   directories that contain C sources
      curl -s URL | outline-tool            standard input
      outline-tool diff a.opml b.opml       the rows that differ
      outline-tool browse notes.org         the outline on the whole screen

    ARGUMENTS:
      FILE        A file in one of the formats below. The tool detects the format by
                  the name of the file, or else by its contents.
      DIR         A directory. The tool reads only the directories that it expands,
                  and sorts their entries by name. It follows links only with
                  --follow, and only the first of several links to a directory.
      -           Standard input, the default unless it is a terminal.

      After '--', every argument is an input. For a file named 'show', 'diff' or
      'browse', write './show'.


    """

  static let patterns = """
    PATTERNS: A pattern applies to the text of a row without its bullet, or to the
      name of a directory entry. A glob must match the whole text. Its syntax is
      * ? [a-z] [!a] {a,b}, and a backslash escapes the next character. A regular
      expression is written between slashes, such as /word/, and must match a part
      of the text. The form /word/i ignores case. The syntax of regular expressions
      is . [a-z] [[:alpha:]] \\d \\w \\s \\b ^ $ ( ) | * + ? {2,5}.
      Options that take a PATTERN can be repeated. If all rows were read, a warning
      names each pattern that matches no row, except for --ignore. The tool neither
      searches nor counts the contents of collapsed directories. --expand and
      --depth also apply to the rows that --match keeps.
      --at takes a number or a path, as --rows prints them with the same options for
      rows. A path need not begin with the name of the directory. The texts in a
      path can be globs, and ** stands for any number of levels, as in '**/Beds/*'.
      Each row with the address becomes a root, and --expand and --depth count
      levels from it.
      --sort takes 'text', 'natural' (numbers by value, regardless of case),
      'folders' (rows with children first), 'none', or the name of an attribute such
      as size. Numbers and dates are sorted by value, and rows without the attribute
      come last. A minus sign reverses an order: --sort -size.
      --where takes a condition: the name of an attribute, = != < > <= >= or :, and
      a value, which can be in quotes. Numbers (also sizes such as 4.0K) and dates
      (2026-03-01, <2026-03-01 Sun> or in RFC 822 form) are compared as such, and
      other values as text; after < and >, texts need quotes. A date without a time
      stands for the whole day, 2026-03 for a month, and 2026 for a year. A colon
      finds the value as a word in the attribute, and NAME~PATTERN matches it with a
      pattern. 'NAME is missing' also finds empty attributes, and 'NAME is not
      missing' others. Otherwise, rows without the attribute satisfy only !=. Days
      can be relative: today, tomorrow, yesterday, or a number of days, weeks,
      months or years such as +1w or today-3d. 'not' before a condition negates it,
      and 'or' joins several, such as 'url is missing or not tag:x'. A value with
      the words 'and' or 'or', or that begins with a quote, needs quotes. For 'and',
      repeat --where.
      The attribute 'state' is the keyword at the start of a task, or else TODO or
      DONE for a check box, for another task or for an attribute such as _complete.
      The attribute 'note' is the note of a row. tag:home finds #home or @home in
      texts, and 'home' in attributes such as TAGS and category. alltags:home also
      finds the descendants of these rows, and all rows of a file with
      '#+FILETAGS: :home:'. Rows must satisfy all conditions and match --match, if
      it is given. Their ancestors are kept, and --prune applies.

    """

  static let rows = """
    ROWS: The mark ▸ (+ in ASCII) precedes rows with hidden children, and
      directories that were not read. The tool prints control characters, line
      separators and characters that change the direction of text as \\t, \\n, \\r or
      \\u{1B}, and invalid UTF-8 as \\xFF. If the locale names a charset other than
      UTF-8, the tool prints all non-ASCII characters in the form \\u{15B}.
      From level 1000 on, the number of the level replaces the lines, and rows show
      no numbers. Wrapped rows have at least 20 columns for text, even if --width
      leaves fewer.
      --rows prints NUMBER, LEVEL, STATE (leaf, expanded, collapsed), PATH and TEXT,
      separated by tabs. In texts and paths, a backslash is \\\\. In the texts of a
      path, a slash is \\/. From level 1000 on, NUMBER and PATH are empty. With
      -c, the number of hidden rows follows, then the line with --line, then each
      --attribute. With several inputs, each section begins with a line that has '-'
      as LEVEL, 'section' as STATE and the name as TEXT.
      --json prints an array with an object for each input. The object has the
      members 'section' (its name) and 'children' (its rows). A row has 'text',
      'collapsed' if it hides others, and 'children'. Options add 'number', 'line',
      'hidden' (-c) and 'attributes'. With -v, a section also has 'format' and
      'reason'.
      Only one of --rows, --json, --to and --stat can be given. If an option with a
      single value is repeated, the last value counts.
      --notes shows the texts that belong to rows, such as the paragraphs below a
      heading, and the attributes _note, note and notes of all formats. With --rows,
      a note follows its row on a separate line, with the LEVEL of the row and
      'note' as STATE. With --json, it is the member 'note' of the row.
      --line shows the line of a row in its file, which can be an included one.
      Directory entries have no line, and neither has a row whose text is not in one
      piece in the file.
      The attributes of directory entries are 'size' (bytes), 'files' (the number of
      files in a directory) and 'modified' (in UTC). Sizes and numbers include all
      levels of a directory, even hidden ones, but no entries that -I or --gitignore
      omits, or that need -a. As in du, a file with several names counts once, and
      directories and links also have sizes.

    """

  static var conversion: String {
    """
    CONVERSION: --to FORMAT prints the shown rows as tree, rows, json, or in one of
      these formats. All but html are read again with the same texts, from a pipe
      with --from. If text looks like another format, such as a list of paths, a
      message says that it needs --from text.
    \(writers)
      Formats that hold collapsed rows also contain the rows that these hide. Other
      formats contain only the visible rows. With several inputs, the name of each
      input is a row above its rows. Without --attribute, all attributes are kept.
      Check boxes, and the keywords TODO and DONE, become those of the format.
      For each kind of loss, a message names the first row. The exit status is 1 if
      a row is missing, because it is too deep, or if a text has changed.
      None of this applies to tree, rows (as --rows) and json (as --json). They
      print attributes only with --attribute, and notes only with --notes.

    """
  }

  private static var writers: String {
    Layout.writers.map { writer in
      "    \(writer.name)" + String(repeating: " ", count: 10 - writer.name.utf8.count)
        + writer.help
    }.joined(separator: "\n")
  }

  static var browse: String {
    """
    BROWSE: 'outline-tool browse' shows an outline on the whole screen. The options
      for rows, files and directories apply. Without a terminal, or with -o, --rows,
      --json, --stat or --to, browse prints the outline as show does.
      Rows are expanded as --expand says, or else as you left the file (stored in
      XDG_STATE_HOME or ~/.local/state), or else as the file stores them. Searches
      find only rows that were read. A text with a capital distinguishes case.
      On the screen, ? shows the keys below.
    \(options(of: .browse))
        \(KeyBinding.lines.joined(separator: "\n    "))

    """
  }

  static var diff: String {
    """
    DIFF: 'outline-tool diff OLD NEW' compares two files or two directories. With
      'diff OLD... --with NEW...', inputs with the same file name are compared, and
      rows can move from one to another. Each changed row has a mark: + inserted,
      - removed, > moved with its descendants, ~ changed. As few rows move as
      possible. For the rules that match rows, see '--help matching'.
      Attributes are compared if both files have the same format. Those that
      --attribute names are compared in all formats and in directories. Notes are
      compared, but not the text above the first row. --notes shows the lines of
      changed notes.
      Directories are compared by the names of their entries and the targets of
      links. --contents also compares the kinds of entries and the bytes of files.
      The options for rows and files apply to both sides, so rows that the old or
      the new file hides with '--expand stored' count as removed or inserted. With
      --ignore-expansion, '--expand stored' hides no rows. diff does not take
      \(optionsOfShow)
      --rows prints CHANGES (inserted, removed, or a list of moved, renamed,
      contents, attributes, note, expanded, collapsed, leaf), the old and the new
      number, and the old and the new text. With --notes, both notes follow on a
      line with 'note' as CHANGES. A section of several inputs begins with a line of
      '-' or 'moved', 'section', and both names. Rows from level 1000 on have no
      number.
      --json prints a JSON Patch (RFC 6902) from the output of 'outline-tool --json
      OLD' to that of NEW with the same options. If the output does not show a
      change of a row, a 'test' of the row lists it in the member 'changes'.
      The exit status is 0 for equal inputs, 1 for different ones, and 2 for an
      error. Warnings do not change it. With -q, diff prints only errors.

    """
  }

  static let matching = """
    MATCHING: diff matches rows by these rules, in this order. Duplicates match
      first if they also have the same attributes, note and descendants. Others
      match from top to bottom.
        id     Rows with the same identity match. The identity is the attribute
               that --id names, or else the one in '--help formats'. One of the
               first 100 rows must have it. By default, at least half of the
               identities must occur on both sides. Rows with different
               identities do not match, but rows can gain or lose one.
        path   Siblings below matching parents match if they have the same text.
               Those with the same descendants match first.
        text   Members below matching parents match by their keys, the texts
               before ': ', if all siblings without descendants have different
               keys. Then rows match rows elsewhere that have the same text and
               descendants. Then rows below matching parents match that share
               descendants or a note, unless others have their texts. What a
               sibling with a match has, too, does not count. Then rows
               without descendants match if their texts or those of their
               parents are unique. Then rows below matching parents match even
               if their texts differ: rows that share descendants or a note,
               single rows between the same siblings, and rows with similar
               texts.
      The positions of elements in arrays of JSON and the numbers of items in lists
      are not compared.
      --by id applies the rules id and path, --by path only path, and --by text the
      rules path and text.

    """

  /// The options that `diff` does not take, wrapped as lines of the help.
  private static var optionsOfShow: String {
    let names = OptionGroup.all.flatMap(\.options).filter(\.isOnlyForShow).map { $0.names[0] }
    let words = names.dropLast().map { $0 + "," } + ["or", (names.last ?? "") + "."]
    var lines = [words[0]]
    for word in words.dropFirst() {
      let line = lines[lines.count - 1] + " " + word
      if line.utf8.count <= 77 { lines[lines.count - 1] = line } else { lines.append(word) }
    }
    return lines.joined(separator: "\n  ")
  }

  static let environment = """
    ENVIRONMENT: NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR and TERM=dumb
      control colors. Output to git's pager is also colored (GIT_PAGER_IN_USE).
      PAGER names the program for long output on a terminal; the default is 'less'
      with LESS=FRX, and an empty value turns paging off. VISUAL and EDITOR name the
      editor of browse. LC_ALL, LC_CTYPE and LANG determine the charset.

    EXIT STATUS:
      0   Success, even if the reader closes the output early.
      1   Success with warnings on standard error: an unreadable subdirectory, mixed
          indents, a nonempty file without rows, a file that ends too early or is
          not text, a pattern without a match, an address or conditions without a
          row, an attribute that no row has, an option without effect, a message
          of a program in a list of paths, a line without the columns of the
          others or with other values for the same path, or a row or a text that
          the format of --to cannot hold.
      2   Wrong usage, an unreadable input, a binary file, an input that --strict
          rejects, or an error while writing the output.

    """

  private static var formats: String {
    Formats.all.map { format in
      let name = "  \(format.name)" + String(repeating: " ", count: 12 - format.name.utf8.count)
      return name + format.allHelp.joined(separator: "\n" + String(repeating: " ", count: 14))
    }.joined(separator: "\n")
  }

  private static var options: String {
    OptionGroup.all.filter { $0.command == nil }.map { "  \($0.title)\n" + $0.lines }.joined(
      separator: "\n")
  }

  private static func options(of command: Command) -> String {
    OptionGroup.all.filter { $0.command == command }.map(\.lines).joined()
  }

  private static var diffOptions: String { options(of: .diff) + "\n" }
}

extension OptionGroup {
  fileprivate var lines: String {
    options.map { $0.line(indent: 4) }.joined(separator: "\n")
  }
}

extension OptionDescription {
  /// Returns the usage and the help, on two lines if the usage is long.
  fileprivate func line(indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    let gap =
      usage.utf8.count < 24
      ? String(repeating: " ", count: 24 - usage.utf8.count)
      : "\n" + margin + String(repeating: " ", count: 24)
    return margin + usage + gap + help
  }
}

enum HelpTopic: String, CaseIterable {
  case rows
  case patterns
  case formats
  case diff
  case matching
  case browse

  /// Finds the topic with a name, or the one that describes an option or argument.
  init?(named name: String) {
    switch name {
    case "where", "match", "at": self = .patterns
    case "files", "from": self = .formats
    default: self.init(rawValue: name)
    }
  }
}
