import CGTK

@main
struct Desktop {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.showsHelp { return print(Options.help) }
      // The measurement of both models starts this program once for each model.
      if let rows = options.measuredRows, options.model == nil { return Measurement.table(rows) }
      g_set_prgname("desktop")  // the name that screen readers announce
      guard gtk_init_check() != 0 else {
        throw Options.Failure("no display; Samples/Desktop/run headless uses a virtual one")
      }
      MainLoop.attachMainActor()
      try run(options)
    } catch {
      print("desktop: \(error)\nRun desktop --help for all options.")
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    if let rows = options.measuredRows {
      Measurement(rows, options.model ?? .outline).printRow()
    } else if let count = options.randomChanges {
      try RandomRun(seed: options.seed).run(count)
    } else if let rows = options.rows {
      TreeWindow(GeneratedTree(rows: rows), options.model ?? .outline).run()
    } else {
      let disk = Disk(root: options.folder, delay: options.delay, pageSize: options.pageSize)
      BrowserWindow(try Browser(disk), log: options.log).run()
    }
  }
}
