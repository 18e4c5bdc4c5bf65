/// Why the vault locked.
public enum LockReason: String, Sendable, CaseIterable {
  /// Somebody asked for it.
  case command
  /// Nothing was revealed for the idle timeout.
  case idle
  /// The machine goes to sleep.
  case sleep
  /// The desktop session was locked, or its screen saver began.
  case sessionLocked
  /// A bus or service that was watched for locks is gone.
  case watchLost
  /// The agent ends.
  case stopping
  /// The PIN, the recovery code or the way to verify changed.
  case keysChanged
  /// Another program has taken the place of the agent's, as an upgrade puts it there.
  case replaced
}
