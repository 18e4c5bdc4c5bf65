public import FoundationEssentials
internal import ServerAPI
internal import Synchronization

/// Remembers, beyond the end of the process, what makes this machine one device of its user.
public protocol DeviceRegistrationStore: Sendable {
  /// The device's token for a user of a server, made once: 16 to 64 characters of base64url, of random bytes.
  func token(for user: UUID, at origin: ServerOrigin) async throws -> String
  /// The server says that a token is another user's device: the next one is made anew.
  func forgetToken(for user: UUID, at origin: ServerOrigin) async throws
  /// The servers that may have this device registered. Where nobody is logged in it is yet to be unregistered.
  func registrations() async throws -> Set<ServerOrigin>
  /// Keeps whether a server may have it; told before it is registered, and after it was unregistered.
  func setRegistered(_ isRegistered: Bool, at origin: ServerOrigin) async throws
}

/// Remembers as long as the process lives: for tests and previews.
public final class InMemoryDeviceRegistrationStore: DeviceRegistrationStore {
  private let first: String
  private let renewals = Mutex<[UUID: Int]>([:])
  private let origins = Mutex<Set<ServerOrigin>>([])

  /// Begins with a token, which every user has until it is forgotten.
  public init(token: String) { first = token }

  /// The token.
  public func token(for user: UUID, at origin: ServerOrigin) -> String {
    renewals.withLock { $0[user] }.map { "\(first)-\(user.uuidString.prefix(8))-\($0)" } ?? first
  }

  /// Makes a new one.
  public func forgetToken(for user: UUID, at origin: ServerOrigin) { renewals.withLock { $0[user, default: 0] += 1 } }

  /// The servers that were kept.
  public func registrations() -> Set<ServerOrigin> { origins.withLock { $0 } }

  /// Keeps one.
  public func setRegistered(_ isRegistered: Bool, at origin: ServerOrigin) {
    origins.withLock { origins in
      if isRegistered { origins.insert(origin) } else { origins.remove(origin) }
    }
  }
}
