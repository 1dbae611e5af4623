/// The entry point: parses the arguments, runs the command and exits.
@main
@MainActor
enum OutlineTool {
  static let version = "0.1.0"

  static func main() {
    Process.ignoreSignalsOfWriting()
    SignalHandling.reportExhaustedMemory()
    var console = Console()
    do throws(ArgumentError) {
      run(try ArgumentParser.parse(Process.arguments()), on: &console)
    } catch {
      console.report(.badArguments(error))
    }
    Process.end(withCode: console.exitCode.rawValue)
  }

  private static func run(_ invocation: Invocation, on console: inout Console) {
    switch invocation {
    case .help(let command):
      write(to: &console) { console throws(SystemError) in
        console.output.append(HelpText.page(about: command))
      }
    case .topic(let topic):
      write(to: &console) { console throws(SystemError) in
        console.output.append(HelpText.text(about: topic))
      }
    case .manual:
      write(to: &console) { console throws(SystemError) in
        console.output.append(HelpText.manual(version: version))
      }
    case .completions(let shell):
      write(to: &console) { console throws(SystemError) in
        console.output.append(shell.script)
      }
    case .version:
      write(to: &console) { console throws(SystemError) in
        console.output.append("outline-tool \(version)\n")
      }
    case .show(let inputs, let settings):
      if inputs.isEmpty && Process.isTerminal(Process.standardInput) {
        console.report(.badArguments(.noInput))
        return
      }
      let inputs = inputs.isEmpty ? [.standardInput] : inputs
      run(settings, inputs: inputs, on: &console) { console, appearance throws(SystemError) in
        var command = ShowCommand(inputs, settings: settings, appearance: appearance)
        try command.run(on: &console)
        return command.hasShown
      }
    case .browse(let input, let settings):
      if input == nil && Process.isTerminal(Process.standardInput) {
        console.report(.badArguments(.noInput))
      } else if let command = BrowseCommand(input ?? .standardInput, settings: settings) {
        if let option = command.optionWithoutEffect {
          console.report(.badArguments(.noEffectOnScreen(option)))
          return
        }
        console.isQuiet = settings.isQuiet
        command.run(on: &console)
      } else {
        run(.show([input ?? .standardInput], settings), on: &console)
      }
    case .diff(let old, let new, let settings):
      console.hasHarmlessWarnings = true
      run(settings, inputs: old + new, on: &console) { console, appearance throws(SystemError) in
        let command = DiffCommand(old, new, settings: settings, appearance: appearance)
        return try command.run(on: &console)
      }
    }
  }

  /// Runs a command that returns whether its output is complete despite errors.
  private static func run(
    _ settings: Settings, inputs: [InputName], on console: inout Console,
    _ command: (inout Console, Appearance) throws(SystemError) -> Bool
  ) {
    console.isQuiet = settings.isQuiet
    let device = settings.output == nil ? OutputDevice.ofStandardOutput : .other
    let isTerminal = device == .terminal

    var file: AtomicFile?
    if let path = settings.output, !path.elementsEqual("-".utf8) {
      if Self.isInput(path, inputs) {
        console.report(.badArguments(.outputIsInput(path)))
        return
      }
      do throws(SystemError) {
        let opened = try AtomicFile(path)
        console.redirect(to: opened.descriptor, named: path)
        file = opened
      } catch {
        console.report(.outputFailed(path, error))
        return
      }
    } else {
      console.wantsPager = isTerminal && settings.usesPager
    }

    let appearance = Appearance(
      settings.printing, device: device, isASCIIOnly: console.output.isASCIIOnly)
    if isTerminal && (appearance.usesColor || appearance.hasLinks) {
      SignalHandling.resetTerminal()
    }

    var isComplete = false
    write(to: &console) { console throws(SystemError) in
      isComplete = try command(&console, appearance)
    }
    // The old file stays if no input was readable. Otherwise, the readable inputs replace it.
    finish(&file, keepingIt: isComplete || console.exitCode < .failure, on: &console)
  }

  private static func finish(
    _ file: inout AtomicFile?, keepingIt isComplete: Bool, on console: inout Console
  ) {
    do throws(SystemError) {
      try console.pager?.wait()
    } catch {
      console.report(.outputFailed(Process.environmentValue("PAGER") ?? [], error))
    }
    do throws(SystemError) {
      try file?.finish(keeping: console.hasOutput && isComplete)
    } catch {
      console.report(.outputFailed(console.outputName, error))
    }
  }

  private static func isInput(_ path: Bytes, _ inputs: [InputName]) -> Bool {
    guard let target = Process.absolutePath(of: path) else { return false }
    return inputs.compactMap(\.path).contains { Process.absolutePath(of: $0) == target }
  }

  /// Runs a closure that writes, and closes the output.
  private static func write(
    to console: inout Console, _ body: (inout Console) throws(SystemError) -> Void
  ) {
    do throws(SystemError) {
      try body(&console)
      try console.output.close()
    } catch {
      // A reader such as `head` may close the pipe early. That is not an error.
      if !error.isBrokenPipe { console.report(.outputFailed(console.outputName, error)) }
    }
  }
}
