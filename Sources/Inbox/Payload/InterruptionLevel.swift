/// How much a push wants to interrupt, as APNs has it.
public enum InterruptionLevel: String, Sendable {
  /// It waits in the list, without a sound.
  case passive
  /// The usual.
  case active
  /// It wants to be seen now.
  case timeSensitive = "time-sensitive"
  /// It wants to be seen and heard whatever the person has switched off.
  case critical
}
