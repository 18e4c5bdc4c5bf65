internal import ServerAPI
internal import Synchronization

/// Remembers, beyond the end of the process, what makes this machine one device of its user.
public protocol DeviceMemory: Sendable {
  /// The device's token, made once: 16 to 64 characters of base64url, of random bytes.
  func token() async throws -> String
  /// The servers that may have this device registered. Where nobody is logged in it is yet to be unregistered.
  func registrations() async throws -> Set<ServerOrigin>
  /// Keeps whether a server may have it; told before it is registered, and after it was unregistered.
  func setRegistered(_ isRegistered: Bool, at origin: ServerOrigin) async throws
}

/// Remembers as long as the process lives: for tests and previews.
public final class InMemoryDeviceMemory: DeviceMemory {
  private let deviceToken: String
  private let origins = Mutex<Set<ServerOrigin>>([])

  /// Begins with a token.
  public init(token: String) { deviceToken = token }

  /// The token.
  public func token() -> String { deviceToken }

  /// The servers that were kept.
  public func registrations() -> Set<ServerOrigin> { origins.withLock { $0 } }

  /// Keeps one.
  public func setRegistered(_ isRegistered: Bool, at origin: ServerOrigin) {
    origins.withLock { origins in
      if isRegistered { origins.insert(origin) } else { origins.remove(origin) }
    }
  }
}
