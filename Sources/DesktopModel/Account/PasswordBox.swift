public import SecretMemory
internal import Synchronization

/// Holds a password until it is taken, and not for as long as a server thinks about it.
public final class PasswordBox: Sendable {
  private let password: Mutex<SharedSecret?>

  /// Holds one.
  public init(_ password: SharedSecret) { self.password = Mutex(password) }

  /// The password, which whoever takes it holds alone; nil where it was taken before.
  public func take() -> SharedSecret? {
    password.withLock { password in
      defer { password = nil }
      return password
    }
  }
}
