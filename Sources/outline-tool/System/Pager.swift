#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The program that shows long output page by page.
@safe struct Pager {
  /// The descriptor to write the output to.
  let input: Int32
  private let process: pid_t

  /// Starts the pager in the environment, or `less` if it exists.
  static func start() -> Pager? {
    let named = Process.environmentValue("PAGER")
    if let named, named.isEmpty || named.elementsEqual("cat".utf8) { return nil }
    guard named != nil || hasLess else { return nil }

    // Quit if the output fits on the screen, and pass colors through.
    unsafe setenv("LESS", "FRX", 0)

    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let command = String(decoding: named ?? Bytes("less".utf8), as: UTF8.self)
    let process = spawn(command, input: ends[0])
    _ = close(ends[0])

    guard let process else {
      _ = close(ends[1])
      return nil
    }
    SignalHandling.leaveToPager()
    return Pager(input: ends[1], process: process)
  }

  /// Waits until the user quits the pager; throws if the shell did not find it.
  func wait() throws(SystemError) {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let codeOfMissingCommand: Int32 = 127
    if status >> 8 == codeOfMissingCommand { throw .noSuchFile }
  }

  /// The command in `PAGER`, if it is a plain name or path that does not exist.
  static var missingCommand: Bytes? {
    guard let named = Process.environmentValue("PAGER"),
      let word = named.split(separator: UInt8(ascii: " ")).first.map(Bytes.init),
      // The shell interprets other characters.
      word.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "/._+-".utf8.contains($0) })
    else { return nil }
    return exists(word) ? nil : word
  }

  private static var hasLess: Bool { exists(Bytes("less".utf8)) }

  /// Returns whether the shell would find a command.
  private static func exists(_ command: Bytes) -> Bool {
    if command.contains(UInt8(ascii: "/")) { return unsafe access(command.cString, X_OK) == 0 }
    // A shell has some commands built in.
    if ["true", "false", "echo", ":"].contains(where: { command.elementsEqual($0.utf8) }) {
      return true
    }
    let path = Process.environmentValue("PATH") ?? []
    return path.split(separator: UInt8(ascii: ":")).contains { folder in
      unsafe access((Bytes(folder) + "/".utf8 + command).cString, X_OK) == 0
    }
  }

  /// Starts a shell command that reads `input` as its standard input.
  private static func spawn(_ command: String, input: Int32) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    var signals = sigset_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }

    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_addclose(&actions, input)

    // Restore the default actions of signals that this process ignores.
    _ = unsafe sigemptyset(&signals)
    for number in [SIGPIPE, SIGINT, SIGQUIT] { _ = unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    let words = ["sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer {
      while let argument = unsafe arguments.popLast() { unsafe free(argument) }
    }

    var process: pid_t = 0
    let error = unsafe posix_spawn(
      &process, "/bin/sh", &actions, &attributes, &arguments, Process.environment)
    return error == 0 ? process : nil
  }
}
