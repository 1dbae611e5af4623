/// A shell whose users can complete the commands, options and values of the tool.
enum Shell: String, CaseIterable {
  case bash
  case fish
  case zsh

  static let value = OptionValue(
    placeholder: "SHELL", noun: "shell", meaning: "bash, fish or zsh",
    keywords: allCases.map(\.rawValue))

  /// The script for the shell, made from the option table.
  var script: String {
    switch self {
    case .bash: Shell.bashScript
    case .fish: Shell.fishScript
    case .zsh: Shell.zshScript
    }
  }

  /// The commands that must be named.
  private static let named = Command.allCases.filter { $0 != .show }
  private static let topics = HelpTopic.allCases.map(\.rawValue)
  private static let commands = Command.allCases.map(\.rawValue).joined(separator: " ")

  /// Returns the options that a command takes.
  private static func options(of command: Command) -> [OptionDescription] {
    OptionGroup.all.filter { $0.command == nil || $0.command == command }.flatMap(\.options)
      .filter { command != .diff || !$0.isOnlyForShow }
  }

  private static var bashScript: String {
    // Words are separated by line ends, so that file names can contain blanks.
    func words(_ words: [String]) -> String { "'" + words.joined(separator: "\n") + "'" }
    func reply(_ command: Command) -> String {
      let names = options(of: command).flatMap(\.names)
      return "COMPREPLY=($(compgen -W \(words(names)) -- \"$current\")) ;;\n"
    }
    let replies = named.map { "    \($0.rawValue),-*) \(reply($0))" }.joined()
    var values = ""
    for option in OptionGroup.all.flatMap(\.options) {
      guard let value = option.value else { continue }
      let generator =
        value.placeholder == "FILE"
        ? "compgen -f" : "compgen -W \(words(value.keywords))"
      values += "    \(option.names.joined(separator: "|")))\n"
      values += "      COMPREPLY=($(\(generator) -- \"$current\"))\n      return ;;\n"
    }
    values += "    --help)\n      COMPREPLY=($(compgen -W \(words(topics)) -- \"$current\"))\n"
    values += "      return ;;\n"
    return """
      # Completions of outline-tool for bash: eval "$(outline-tool --completions bash)"
      _outline_tool() {
        local IFS=$'\\n' current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        if [ "$current" = = ]; then
          current=
        elif [ "$previous" = = ]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        case $previous in
      \(values)  esac
        case ${COMP_WORDS[1]},$current in
      \(replies)    *,-*) \(reply(.show))\
          *)
            COMPREPLY=($(compgen -f -- "$current"))
            [ "$COMP_CWORD" -gt 1 ] ||
              COMPREPLY+=($(compgen -W \(words(Command.allCases.map(\.rawValue))) -- "$current")) ;;
        esac
      }
      complete -o filenames -F _outline_tool outline-tool

      """
  }

  private static var fishScript: String {
    var script = """
      # Completions of outline-tool for fish: outline-tool --completions fish | source
      complete -c outline-tool -n __fish_use_subcommand -a '\(commands)'
      complete -c outline-tool -n '__fish_prev_arg_in --help' -x -a '\(topics.joined(separator: " "))'

      """
    for group in OptionGroup.all {
      for option in group.options {
        script += "complete -c outline-tool"
        if let command = group.command {
          script += " -n '__fish_seen_subcommand_from \(command.rawValue)'"
        } else if option.isOnlyForShow {
          script += " -n 'not __fish_seen_subcommand_from diff'"
        }
        for name in option.names {
          let word = name.drop { $0 == "-" }
          script += name.hasPrefix("--") ? " -l \(word)" : " -s \(word)"
        }
        if let value = option.value {
          script += value.placeholder == "FILE" ? " -r -F" : " -x"
          if !value.keywords.isEmpty {
            script += " -a '\(value.keywords.joined(separator: " "))'"
          }
        }
        script += " -d \(option.quotedHelp())\n"
      }
    }
    return script
  }

  private static var zshScript: String {
    func specifications(of command: Command) -> String {
      options(of: command).flatMap { option in
        option.names.map { name in
          let sign = option.value == nil ? "" : name.hasPrefix("--") ? "=" : "+"
          let topic = name == "--help" ? "::topic:(\(topics.joined(separator: " ")))" : nil
          let action = option.value.map { value in
            let keywords =
              value.keywords.isEmpty ? " " : "(\(value.keywords.joined(separator: " ")))"
            return ":\(value.noun):\(value.placeholder == "FILE" ? "_files" : keywords)"
          }
          return
            "    '*\(name)\(sign)['\(option.quotedHelp(escaping: "[]:"))']\(action ?? topic ?? "")'"
        }
      }.joined(separator: " \\\n")
    }
    let cases = named.map { command in
      "  \(command.rawValue))\n    _arguments -s -S '1:command:(\(command.rawValue))' "
        + "'*:file:_files' \\\n\(specifications(of: command)) ;;\n"
    }.joined()
    return """
      #compdef outline-tool
      # Completions of outline-tool for zsh: source <(outline-tool --completions zsh)
      _outline_tool_inputs() {
        _alternative 'commands:command:(\(commands))' 'files:file:_files'
      }
      _outline_tool() {
        case $words[2] in
      \(cases)  *)
          _arguments -s -S '1:command or file:_outline_tool_inputs' '*:file:_files' \\
      \(specifications(of: .show)) ;;
        esac
      }
      compdef _outline_tool outline-tool

      """
  }
}

extension OptionDescription {
  /// Returns the help in quotes of a shell, with a backslash before some characters.
  fileprivate func quotedHelp(escaping characters: String = "") -> String {
    var text = ""
    for character in help {
      if characters.contains(character) { text.append("\\") }
      text += character == "'" ? #"'\''"# : String(character)
    }
    return "'\(text)'"
  }
}
