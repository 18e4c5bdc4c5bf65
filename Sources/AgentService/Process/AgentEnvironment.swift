internal import FoundationEssentials
internal import Glibc

/// The environment that the agent was started in, and what of it counts.
///
/// Whoever starts the agent chooses its environment, and libraries load code and weaken guards by what stands there:
/// `OPENSSL_CONF`, `GIO_EXTRA_MODULES`, `SSL_CERT_FILE` and many more. So the process keeps only what it needs. What the loader
/// itself goes by (`LD_PRELOAD`) has run by then; `vault doctor` tells it.
struct AgentEnvironment: Sendable {
  /// All that it was started with, for the terminals that it opens.
  let environment: [String: String]
  /// The variables that are not followed though their makers meant them to load or redirect something, in order.
  let ignored: [String]

  private static let needed: Set<String> = [
    "HOME", "PATH", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TERMINAL", "DISPLAY", "WAYLAND_DISPLAY",
    "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "INVOCATION_ID", "NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS",
    "LISTEN_FDNAMES", "LISTEN_PIDFDID",
  ]
  #if DEBUG
  /// The loader's words stay for the doctor; sanitizers and the measuring of tests have theirs in debug builds.
  private static let neededBeginnings = ["VAULT_", "XDG_", "LC_", "LD_", "ASAN_", "TSAN_", "UBSAN_", "LLVM_PROFILE_"]
  #else
  /// The loader's words stay for the doctor.
  private static let neededBeginnings = ["VAULT_", "XDG_", "LC_", "LD_"]
  #endif
  /// Read before a program's first line: by Swift's runtime, by the C library, by constructors of other libraries.
  private static let readEarly = [
    "SWIFT_DEBUG_", "SWIFT_ROOT", "GLIBC_TUNABLES", "MALLOC_", "OPENSSL_", "G_", "GOBJECT_", "GIO_", "CF", "__CF",
    "TZFILE",
  ]
  /// By which libraries load code, look elsewhere, or trust somebody else.
  private static let reportedBeginnings = [
    "GCONV_PATH", "LOCPATH", "SSL_CERT_", "SSL_DIR", "SECRET_",
    "DBUS_SYSTEM_BUS_ADDRESS", "HOSTALIASES", "RES_OPTIONS", "LOCALDOMAIN", "TZDIR",
    "SQLITE_TMPDIR", "ICU_",
  ]
  /// Names, to the agent that starts again, what is no longer there.
  private static let takenAway = "VAULT_AGENT_TAKEN_AWAY"

  /// Looks at this process's environment and takes out of it what the agent doesn't need. Where something was read already,
  /// the program starts again without it. Call it before there is a second thread.
  static func sanitize() -> AgentEnvironment {
    var environment = ProcessInfo.processInfo.environment
    let earlier = environment.removeValue(forKey: takenAway)
    unsetenv(takenAway)
    let early = environment.keys.filter { begins($0, with: readEarly) }.sorted()
    // As often as there are any: each time there are fewer.
    if !early.isEmpty { startAgain(environment, without: early, and: names(in: earlier ?? "")) }
    for name in environment.keys where !needed.contains(name) && !begins(name, with: neededBeginnings) {
      unsetenv(name)
    }
    let reported = environment.keys.filter { begins($0, with: reportedBeginnings) } + names(in: earlier ?? "")
    return AgentEnvironment(environment: environment, ignored: reported.sorted())
  }

  private static func begins(_ name: String, with beginnings: [String]) -> Bool {
    beginnings.contains { name.hasPrefix($0) }
  }

  /// Whoever started the agent may have written them: nothing but names.
  private static func names(in text: String) -> [String] {
    text.split(separator: ",").prefix(20).map(String.init).filter { begins($0, with: readEarly) }
      .map { String($0.prefix(60).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) }
  }

  /// The same process and program, without these variables.
  ///
  /// - Parameter earlier: those that were taken out before.
  private static func startAgain(
    _ environment: [String: String], without names: [String], and earlier: [String]
  ) {
    var kept = environment.filter { !names.contains($0.key) }
    kept[takenAway] = (earlier + names).joined(separator: ",")
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    var variables = kept.map { strdup("\($0.key)=\($0.value)") } + [nil]
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    if count > 0 { execve(path, &arguments, &variables) }
    let words = Array("vault-agent: it can't be started with \(names.joined(separator: ", ")) set.\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    exit(71)
  }
}
