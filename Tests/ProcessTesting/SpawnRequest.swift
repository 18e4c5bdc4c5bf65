public import Glibc
internal import LinuxSystem

/// Starts programs for tests without handing down any descriptor of the tests.
///
/// Not Foundation's `Process`: tests run side by side, and what one of them opens while another starts a program would
/// be inherited. Two programs that hold the ends of each other's pipes never end.
public enum SpawnRequest {
  /// Starts `arguments[0]`, a path, after `actions`, with no signal blocked or ignored and no descriptor from 3 on.
  ///
  /// - Parameters:
  ///   - environment: the whole environment of the program.
  ///   - newSession: whether it leads a session of its own.
  /// - Returns: its process number.
  public static func start(
    _ arguments: [String], environment: [String: String], newSession: Bool = false,
    actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    _ = SpawnActions.closeDescriptors(from: 3, in: &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    SpawnActions.resetSignals(in: &attributes, flags: newSession ? SpawnActions.newSession : 0)
    var argv = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in argv + variables { free(string) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, &variables)
    guard result == 0 else { throw SystemError("posix_spawn \(arguments[0])", code: result) }
    return pid
  }
}
