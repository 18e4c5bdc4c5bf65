internal import Foundation
public import ProcessTesting

/// A real GNOME Keyring on a private bus, unlocked, with an empty collection "login".
public final class PrivateKeyring: Sendable {
  /// The object path of its default collection.
  public static let collection = "/org/freedesktop/secrets/collection/login"
  private static let name = "org.freedesktop.secrets"
  private static let service = "/org/freedesktop/secrets"

  /// The bus it is on.
  public let bus: PrivateBus
  /// The daemon.
  public let daemon: ChildProcess

  /// Starts a bus and a keyring on it.
  public convenience init() throws { try self.init(on: try PrivateBus()) }

  /// Starts a keyring on `bus`.
  ///
  /// - Parameter password: nil starts it locked and without any collection.
  public init(on bus: PrivateBus, password: String? = "a password of the tests") throws {
    self.bus = bus
    var arguments = [
      "gnome-keyring-daemon", "--components=secrets", "--foreground",
      "--control-directory=\(bus.directory.path)/run/keyring",
    ]
    if password != nil { arguments.append("--unlock") }
    daemon = try bus.start(arguments, input: password ?? "")
    try bus.waitForOwner(of: Self.name)
    guard password != nil else { return }
    try waitUntil("the keyring has its collection") {
      try bus.call(Self.name, Self.service, "org.freedesktop.Secret.Service.ReadAlias", "default")
        .contains(Self.collection)
    }
  }

  deinit { daemon.end() }

  /// Locks the default collection.
  public func lock() throws {
    try bus.call(Self.name, Self.service, "org.freedesktop.Secret.Service.Lock", "['\(Self.collection)']")
  }
}
