internal import AgentAPI
internal import LinuxSystem
internal import Localization

/// Whether other programs of the same user get at the agent's memory.
struct ProcessMemoryCheck: HealthCheck {
  /// Whether Yama keeps programs of the same user from tracing each other; it can be set at any time.
  var isRestrictedByYama: @Sendable () -> Bool = { ProcessHardening.isRestrictedByYama }
  /// Whether others could open the agent's memory while it started.
  var wasOpenAtStart: @Sendable () -> Bool = { ProcessHardening.wasOpenAtStart }

  func findings() -> [DoctorFinding] {
    guard !isRestrictedByYama() else { return [] }
    guard wasOpenAtStart() else {
      return [
        DoctorFinding(
          .warning, "process memory",
          "A program of yours that traces your shell gets at the memory of what that starts.",
          remedy: "Let only parents trace: set kernel.yama.ptrace_scope to 1 (sysctl).")
      ]
    }
    return [
      DoctorFinding(
        .warning, "process memory", "Other programs of yours could open the memory of vault-agent while it started.",
        remedy: "Install the programs with make install, so that they are executable but not readable.")
    ]
  }
}
