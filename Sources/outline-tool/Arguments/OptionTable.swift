struct OptionGroup {
  let title: String
  let options: [OptionDescription]
  /// The command that takes the options, or `nil` for all.
  var command: Command?

  static let all = [
    OptionGroup(title: "ROWS", options: rows),
    OptionGroup(title: "APPEARANCE", options: appearance),
    OptionGroup(title: "FILES", options: reading),
    OptionGroup(title: "DIRECTORIES", options: directories),
    OptionGroup(title: "OUTPUT", options: output),
    // The help shows these groups elsewhere.
    OptionGroup(title: "BROWSE", options: browse, command: .browse),
    OptionGroup(title: "DIFF", options: diff, command: .diff),
  ]
}

extension OptionGroup {
  private static let rows = [
    OptionDescription(
      "-L", "--depth", otherNames: ["--level", "--levels", "--max-depth", "--maxdepth"],
      kind: .number("depth", \.input.arrangement.depth),
      help: "show N levels, and read no deeper directories"),
    OptionDescription(
      "--expand",
      kind: .parsed(
        "WHAT", "expansion", "all, stored, none or a number of levels",
        keywords: ["all", "stored", "none"]
      ) { settings, value in
        guard let expansion = Expansion(value) else { return false }
        settings.input.arrangement.expansion = expansion
        return true
      },
      help: "expand all, stored (as in file), none or N levels"),
    OptionDescription(
      "--collapse", kind: .pattern(\.input.arrangement.collapsed),
      help: "collapse rows that match"),
    OptionDescription(
      "-P", "--match", otherNames: ["--grep", "--filter", "--find", "--search", "--include"],
      kind: .pattern(\.input.arrangement.matched),
      help: "omit rows that do not match"),
    OptionDescription(
      "--where", kind: .condition,
      help: "omit rows whose attributes do not satisfy CONDITION"),
    OptionDescription(
      "--prune", kind: .choice("MODE", "mode", \.input.arrangement.pruning),
      help: "also keep ancestors (default), subtree or both"),
    OptionDescription(
      "-I", "--ignore", otherNames: ["--exclude"], kind: .pattern(\.input.arrangement.ignored),
      help: "omit rows that match, with their descendants"),
    OptionDescription(
      "--at",
      kind: .parsed("ADDRESS", "address", "a number such as 2.1 or a path such as A/B") {
        settings, value in
        guard let address = RowAddress(value) else { return false }
        settings.input.arrangement.selected.append(address)
        return true
      },
      help: "show only rows with a number or path, as roots"),
    OptionDescription(
      "--ignore-case", kind: .ignoreCase, help: "ignore case in patterns, conditions and addresses"),
    OptionDescription(
      "--sort",
      kind: .parsed(
        "ORDER", "order",
        "text, natural, folders, none or an attribute, with '-' before it in reverse",
        keywords: ["text", "natural", "folders", "none", "size", "modified"]
      ) { settings, value in
        settings.input.arrangement.sorting = Sorting(value)
        return settings.input.arrangement.sorting != nil
      },
      help: "sort by text, natural, folders or an attribute"),
  ]

  private static let appearance = [
    OptionDescription(
      "-c", "--count", kind: .flag(\.printing.countsHidden, true), isOnlyForShow: true,
      help: "show the number of rows that each row hides"),
    OptionDescription(
      "--numbered", kind: .flag(\.printing.isNumbered, true), isOnlyForShow: true,
      help: "show a number such as 2.1 before each row"),
    OptionDescription(
      "--attribute",
      kind: .parsed("NAME", "name", "any text") { settings, value in
        settings.printing.attributes.append(value)
        return true
      },
      help: "show the attribute NAME of each row"),
    OptionDescription(
      "--line", kind: .flag(\.printing.showsLines, true), isOnlyForShow: true,
      help: "show the line number of each row in its file"),
    OptionDescription(
      "--notes", kind: .flag(\.printing.showsNotes, true),
      help: "show notes, such as paragraphs, below their rows"),
    OptionDescription(
      "--stat", otherNames: ["--stats"], kind: .flag(\.printing.layout, .statistics),
      question: \Settings.printing.layout, help: "print only the numbers of rows, or of changes"),
    OptionDescription(
      "--rows", kind: .flag(\.printing.layout, .rows), question: \Settings.printing.layout,
      help: "print number, level, state, path and text"),
    OptionDescription(
      "--json", kind: .flag(\.printing.layout, .json), question: \Settings.printing.layout,
      help: "print JSON with a section for each input"),
    OptionDescription(
      "--to", otherNames: ["--format", "--output-format"],
      kind: .parsed(
        "FORMAT", "format", Layout.names.joined(separator: ", "), keywords: Layout.names
      ) { settings, value in
        guard let layout = Layout(named: value.lowercasedText) else { return false }
        settings.printing.layout = layout
        return true
      }, question: \Settings.printing.layout, isOnlyForShow: true,
      help: "print FORMAT, such as html; see --help formats"),
    OptionDescription(
      "--charset",
      kind: .parsed("CHARSET", "charset", "utf8 or ascii", keywords: ["utf8", "ascii"]) {
        settings, value in
        settings.printing.charset = Charset(rawValue: String(decoding: value, as: UTF8.self))
        return settings.printing.charset != nil
      },
      help: "draw lines in utf8 or ascii; default: by locale"),
    OptionDescription(
      "--color", kind: .choice("WHEN", "value", \.printing.color),
      question: \Settings.printing.color, help: "use colors auto (on terminals), always or never"),
    OptionDescription(
      "--no-color", kind: .flag(\.printing.color, .never), question: \Settings.printing.color,
      help: "print no colors"),
    OptionDescription(
      "--hyperlink", kind: .choice("WHEN", "value", \.printing.hyperlinks), isOnlyForShow: true,
      help: "link rows to files and addresses; see --color"),
    OptionDescription(
      "--width", kind: .number("width", \.printing.width),
      help: "use N columns; default: the width of the terminal"),
    OptionDescription(
      "--wrap", kind: .choice("HOW", "value", \.printing.wrapping),
      help: "wrap long rows at words (default), cut or never"),
  ]

  private static let reading = [
    OptionDescription(
      "--from",
      kind: .parsed(
        "FORMAT", "format", Formats.names.joined(separator: ", "), keywords: Formats.names
      ) { settings, value in
        settings.input.format = Formats.named(value.lowercasedText)
        return settings.input.format != nil
      },
      help: "read all files as FORMAT"),
    OptionDescription(
      "--children", kind: .field(\.children), help: "JSON member with the children of a row"),
    OptionDescription(
      "--label", kind: .field(\.label), help: "member or column with the text of a row"),
    OptionDescription(
      "--id", kind: .field(\.identity), help: "member or column with the identity of a record"),
    OptionDescription(
      "--parent", kind: .field(\.parent), help: "member or column with the parent of a record"),
    OptionDescription(
      "-v", "--verbose", kind: .flag(\.printing.isVerbose, true),
      help: "report the format of each file, and the reason"),
    OptionDescription(
      "--tree", kind: .choice("WHAT", "kind of row", \.input.reader.rowKinds),
      help: "show only headings, only list items or both"),
    OptionDescription(
      "--strict", kind: .flag(\.input.isStrict, true),
      help: "reject files with syntax errors or invalid UTF-8"),
    OptionDescription(
      "--follow-includes", kind: .flag(\.input.reader.findsIncludes, true),
      help: "also read the local files that rows include"),
  ]

  private static let directories = [
    OptionDescription(
      "-a", otherNames: ["--all", "--hidden"],
      kind: .flag(\.input.directories.showsHiddenFiles, true),
      help: "also show entries whose names begin with a dot"),
    OptionDescription(
      "--dirs-only", otherNames: ["-d"],
      kind: .flag(\.input.directories.showsOnlyDirectories, true),
      help: "show only directories"),
    OptionDescription(
      "--follow", kind: .flag(\.input.directories.followsLinks, true),
      help: "show the contents of linked directories"),
    OptionDescription(
      "--gitignore", kind: .flag(\.input.directories.honorsGitignore, true),
      help: "omit files that git ignores"),
  ]

  private static let output = [
    OptionDescription(
      "-o", "--output",
      kind: .parsed("FILE", "file", "a name") { settings, value in
        settings.output = value
        return !value.isEmpty
      },
      help: "write to FILE, and replace it only at the end"),
    OptionDescription(
      "-q", "--quiet", otherNames: ["--silent"], kind: .flag(\.isQuiet, true),
      help: "omit warnings; with diff, print only errors"),
    OptionDescription(
      "--no-pager", kind: .flag(\.usesPager, false), help: "do not send long output to $PAGER"),
    OptionDescription("-h", kind: .help(isShort: true), help: "print the most common options"),
    OptionDescription(
      "--help", kind: .help(isShort: false),
      help: "print all help, or a topic such as formats"),
    OptionDescription("--version", kind: .version, help: "print the version"),
    OptionDescription("--man", kind: .manual, help: "print the manual page, for man -l -"),
    OptionDescription(
      "--completions", kind: .completions, help: "print completions for bash, zsh or fish"),
  ]

  private static let browse = [
    OptionDescription(
      "--watch", kind: .flag(\.watches, true), help: "show changes on disk"),
    OptionDescription(
      "--no-state", kind: .flag(\.remembersRows, false),
      help: "do not remember the expanded rows of a file"),
  ]

  private static let diff = [
    OptionDescription(
      "--by", kind: .choice("WHAT", "property", \.comparison.strategy),
      help: "match rows by id, path, text or auto (default)"),
    OptionDescription(
      "-U", "--context", otherNames: ["--unified"],
      kind: .parsed("N", "number of rows", "a number") { settings, value in
        settings.comparison.context = value.number
        return settings.comparison.context != nil
      }, help: "show N rows around each change; default: 1"),
    OptionDescription(
      "--ignore-expansion", kind: .flag(\.comparison.ignoresExpansion, true),
      help: "ignore which rows are expanded"),
    OptionDescription(
      "--ignore-attribute",
      kind: .parsed("NAME", "name", "any text") { settings, value in
        settings.comparison.ignoredAttributes.insert(value)
        return true
      },
      help: "ignore the attribute NAME, such as MODIFIED"),
    OptionDescription(
      "--ignore-notes",
      kind: .flag { $0.comparison.ignoredAttributes.insert(RowAttribute.noteName) },
      help: "ignore the notes of rows, such as paragraphs"),
    OptionDescription(
      "--contents", kind: .flag(\.comparison.comparesContents, true),
      help: "also compare the bytes of files in directories"),
    OptionDescription(
      "--ignore-order", kind: .flag(\.comparison.ignoresOrder, true),
      help: "ignore the order of siblings and inputs"),
    OptionDescription(
      "--no-moves", kind: .flag(\.comparison.showsMovesAsRemovals, true),
      help: "show moved rows as removed and inserted"),
    OptionDescription(
      "--with", kind: .endOfOldInputs,
      help: "compare the inputs before --with with those after it"),
  ]
}
