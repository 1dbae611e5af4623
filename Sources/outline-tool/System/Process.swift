#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The process and its environment.
enum Process {
  static let standardInput = STDIN_FILENO
  static let standardOutput = STDOUT_FILENO
  static let standardError = STDERR_FILENO

  /// Returns the arguments after the program name, as bytes, since file names need not be UTF-8.
  static func arguments() -> [Bytes] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe bytes(of: $0) }
    }
  }

  static func environmentValue(_ name: String) -> Bytes? {
    unsafe getenv(name).map { unsafe bytes(of: $0) }
  }

  /// The environment in the form that C functions take.
  static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      unsafe _NSGetEnviron().pointee
    #else
      unsafe environ
    #endif
  }

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// Returns the number of columns of a terminal, or `nil` if it is unknown.
  static func columns(of terminal: Int32) -> Int? { size(of: terminal)?.columns }

  /// Returns the size of a terminal, or `nil` if it is unknown.
  static func size(of terminal: Int32) -> (rows: Int, columns: Int)? {
    var size = winsize()
    #if canImport(Darwin)
      let request: UInt = 0x4008_7468  // TIOCGWINSZ, which is too complex a macro to import
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    guard unsafe ioctl(terminal, request, &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Returns the path of a terminal, or `nil` for another file.
  static func terminalName(of descriptor: Int32) -> Bytes? {
    guard let name = unsafe ttyname(descriptor) else { return nil }
    return unsafe bytes(of: name)
  }

  /// The current day in the local time zone.
  static var today: (year: Int, month: Int, day: Int) {
    var now = time(nil)
    var parts = unsafe tm()
    _ = unsafe localtime_r(&now, &parts)
    return unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }

  /// Returns the seconds since an arbitrary moment.
  static func seconds() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the URL of a file with the host name, since a terminal may be remote.
  static func fileAddress(of path: Bytes) -> Bytes {
    var path = path
    if path.starts(with: "./".utf8) { path.removeFirst(2) }
    if path.first != UInt8(ascii: "/") {
      path = workingDirectory + "/".utf8 + path
    }
    let isKept: (UInt8) -> Bool = { byte in
      byte.isASCIILetter || byte.isASCIIDigit || "-._~/".utf8.contains(byte)
    }
    return Bytes("file://".utf8) + hostName + path.percentEscaped(keeping: isKept)
  }

  /// Returns the absolute path of a file without symbolic links, or `nil`.
  static func absolutePath(of path: Bytes) -> Bytes? {
    guard !path.contains(0), let name = unsafe realpath(path.cString, nil) else { return nil }
    defer { unsafe free(name) }
    return unsafe bytes(of: name)
  }

  /// Returns the target of a link, or `nil`.
  static func linkTarget(of path: Bytes, in directory: Int32 = AT_FDCWD) -> Bytes? {
    var target = [CChar](repeating: 0, count: 4096)
    let length = unsafe readlinkat(directory, path.cString, &target, target.count)
    return length < 0 ? nil : bytes(of: target[..<length])
  }

  static func fileExists(_ path: Bytes, in directory: Int32 = AT_FDCWD) -> Bool {
    unsafe faccessat(directory, path.cString, F_OK, 0) == 0
  }

  private static let workingDirectory: Bytes = {
    guard let name = unsafe getcwd(nil, 0) else { return [] }
    defer { unsafe free(name) }
    return unsafe bytes(of: name)
  }()

  private static let hostName: Bytes = {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return [] }
    return bytes(of: name.prefix { $0 != 0 })
  }()

  /// The signals that report a closed pipe and a file beyond the limit of its size.
  private static let signalsOfWriting = [SIGPIPE, SIGXFSZ]

  /// Makes writing that fails an ordinary error instead of a fatal signal.
  static func ignoreSignalsOfWriting() {
    for number in signalsOfWriting { _ = signal(number, SIG_IGN) }
  }

  static func end(withCode code: Int32) -> Never {
    exit(code)
  }

  /// Starts a shell command that reads `input` as its standard input.
  ///
  /// - Parameter arguments: The values of `$1` and so on.
  static func startShell(
    _ command: String, arguments: [Bytes] = [], input: Int32
  ) -> pid_t? {
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
    for number in signalsOfWriting + [SIGINT, SIGQUIT] { _ = unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // Threads of Dispatch block signals.
    _ = unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let words = ["sh", "-c", command, "sh"].map { Bytes($0.utf8) } + arguments
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0.cString) }
    unsafe arguments.append(nil)
    defer {
      while let argument = unsafe arguments.popLast() { unsafe free(argument) }
    }

    var process: pid_t = 0
    let error = unsafe posix_spawn(
      &process, "/bin/sh", &actions, &attributes, &arguments, environment)
    return error == 0 ? process : nil
  }

  /// Waits for the end of a process and returns its exit status, as a shell does: that of a signal
  /// is 128 plus its number.
  static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return signal > 0 ? 128 + signal : status >> 8
  }

  private static func bytes(of text: ArraySlice<CChar>) -> Bytes {
    Bytes(text.lazy.map { UInt8(bitPattern: $0) })
  }

  private static func bytes(of text: UnsafeMutablePointer<CChar>) -> Bytes {
    unsafe Bytes(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}
