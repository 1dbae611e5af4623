/// The command-line tool: reads its arguments, runs the command, and ends with its exit code.
@main
enum OutlineTool {
  static let version = "0.1.0"

  static func main() {
    Process.ignoreBrokenPipes()
    var console = Console()
    do throws(SystemError) {
      try run(Process.arguments(), on: &console)
      try console.output.close()
    } catch {
      // Whoever closes the pipe, as `head` does, has seen enough: that is no error.
      if !error.isBrokenPipe { console.tell(.outputFailed(error)) }
    }
    Process.end(withCode: console.exitCode.rawValue)
  }

  private static func run(_ arguments: [Bytes], on console: inout Console) throws(SystemError) {
    let invocation: Invocation
    do throws(ArgumentError) {
      invocation = try ArgumentParser.parse(arguments)
    } catch {
      console.tell(.badArguments(error))
      return
    }
    switch invocation {
    case .help:
      console.output.append(HelpText.full)
    case .version:
      console.output.append("outline-tool \(version)\n")
    case .show(let inputs, let settings):
      if inputs.isEmpty && Process.isInputTerminal() {
        console.tell(.badArguments(.noInput))
      } else {
        let show = ShowCommand(settings: settings)
        try show.run(inputs.isEmpty ? [.standardInput] : inputs, on: &console)
      }
    }
  }
}
