internal import Foundation
internal import ProcessTesting

/// A stand-in for logind on a private bus, by python3-dbusmock.
public final class MockLogind: Sendable {
  private static let name = "org.freedesktop.login1"
  private static let manager = "/org/freedesktop/login1"
  private static let mock = "org.freedesktop.DBus.Mock"

  private let bus: PrivateBus
  private let process: ChildProcess

  /// Starts it on `bus` and waits until it is there.
  public init(on bus: PrivateBus) throws {
    self.bus = bus
    process = try bus.start(["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"])
    try bus.waitForOwner(of: Self.name)
    // The template owns its name before it has its methods.
    try waitUntil("logind answers") {
      try bus.succeeds([
        "gdbus", "call", "--address", bus.address, "--dest", Self.name, "--object-path", Self.manager,
        "--method", "\(Self.name).Manager.ListInhibitors",
      ])
    }
  }

  deinit { process.end() }

  /// Ends it, as a crash would.
  public func end() { process.end() }

  /// Adds a session; `announced` sends `SessionNew` too.
  public func addSession(_ id: String, uid: UInt32, announced: Bool = false) throws {
    try call(Self.manager, "\(Self.mock).AddSession", "'\(id)'", "'seat0'", "uint32 \(uid)", "'someone'", "true")
    if announced { try emit(Self.manager, "Manager", "SessionNew", "so", "[<'\(id)'>, <objectpath '\(path(id))'>]") }
  }

  /// Removes a session and sends `SessionRemoved`.
  public func removeSession(_ id: String) throws {
    try emit(Self.manager, "Manager", "SessionRemoved", "so", "[<'\(id)'>, <objectpath '\(path(id))'>]")
  }

  /// Sends `Lock` of a session.
  public func lock(_ id: String) throws { try emit(path(id), "Session", "Lock", "", "@av []") }

  /// Sends `Unlock` of a session.
  public func unlock(_ id: String) throws { try emit(path(id), "Session", "Unlock", "", "@av []") }

  /// Sets `LockedHint` of a session, with `PropertiesChanged`.
  public func setLockedHint(_ id: String, _ isLocked: Bool) throws {
    try call(path(id), "\(Self.name).Session.SetLockedHint", "\(isLocked)")
  }

  /// Sends `PrepareForSleep`.
  public func prepareForSleep(_ isSleeping: Bool) throws {
    try emit(Self.manager, "Manager", "PrepareForSleep", "b", "[<\(isSleeping)>]")
  }

  /// How many hold sleep back.
  public func inhibitorCount() throws -> Int {
    try call(Self.manager, "\(Self.name).Manager.ListInhibitors").components(separatedBy: "'sleep'").count - 1
  }

  private func path(_ id: String) -> String { "/org/freedesktop/login1/session/\(id)" }

  @discardableResult
  private func call(_ path: String, _ method: String, _ arguments: String...) throws -> String {
    try bus.run(
      ["gdbus", "call", "--address", bus.address, "--dest", Self.name, "--object-path", path, "--method", method]
        + arguments)
  }

  private func emit(
    _ path: String, _ interface: String, _ signal: String, _ signature: String, _ arguments: String
  ) throws {
    try call(
      path, "\(Self.mock).EmitSignal", "'\(Self.name).\(interface)'", "'\(signal)'", "'\(signature)'", arguments)
  }
}
