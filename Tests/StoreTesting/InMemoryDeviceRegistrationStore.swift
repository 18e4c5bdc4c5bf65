public import FoundationEssentials
public import ServerClient
import Synchronization

/// Remembers as long as the process lives.
public final class InMemoryDeviceRegistrationStore: DeviceRegistrationStore {
  private let first: String
  private let renewals = Mutex<[UUID: Int]>([:])
  private let owners = Mutex<[UUID: Set<ServerOrigin>]>([:])

  /// Begins with a token, which every user has until it is forgotten.
  public init(token: String) { first = token }

  /// The token.
  public func token(for user: UUID, at origin: ServerOrigin) -> String {
    renewals.withLock { $0[user] }.map { "\(first)-\(user.uuidString.prefix(8))-\($0)" } ?? first
  }

  /// Makes a new one.
  public func forgetToken(for user: UUID, at origin: ServerOrigin) { renewals.withLock { $0[user, default: 0] += 1 } }

  /// The servers that were kept.
  public func registrations() -> Set<ServerOrigin> { owners.withLock { $0.values.reduce([]) { $0.union($1) } } }

  /// Keeps one.
  public func setRegistered(_ isRegistered: Bool, for user: UUID, at origin: ServerOrigin) {
    owners.withLock { owners in
      if isRegistered { owners[user, default: []].insert(origin) } else { owners[user]?.remove(origin) }
    }
  }
}
