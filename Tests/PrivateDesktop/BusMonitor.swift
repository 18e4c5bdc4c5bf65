internal import Foundation
internal import ProcessTesting

/// Writes down which methods are called on a private bus, and by whom.
public final class BusMonitor: Sendable {
  /// A method call.
  public struct Call: Sendable, Equatable {
    /// The unique name of whoever calls; empty for `Hello`, which asks for one.
    public let sender: String
    /// The name that is called.
    public let destination: String
    /// The method, with its interface.
    public let method: String
  }

  private let bus: PrivateBus
  private let process: ChildProcess

  /// Starts it and waits until it sees every call.
  public init(on bus: PrivateBus) throws {
    self.bus = bus
    process = try bus.start(["dbus-monitor", "--address", bus.address, "--profile", "type='method_call'"])
    let process = process
    try waitUntil("the monitor sees calls") {
      try Self.mark("/sees", on: bus)
      return process.output.text.contains("\t/sees\t")
    }
  }

  deinit { process.end() }

  /// The calls so far, in their order, but for those of ``PrivateBus`` and this monitor.
  public func calls() throws -> [Call] {
    let mark = "/mark/\(UUID().uuidString.filter(\.isHexDigit))"
    try Self.mark(mark, on: bus)
    let process = process
    try waitUntil("the monitor is up to date") { process.output.text.contains("\t\(mark)\t") }
    return process.output.text.split(separator: "\n").compactMap { line in
      // mc, time, serial, sender, destination, path, interface, member
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 8, fields[0] == "mc" else { return nil }
      return Call(sender: fields[3], destination: fields[4], method: "\(fields[6]).\(fields[7])")
    }
  }

  private static func mark(_ path: String, on bus: PrivateBus) throws {
    try bus.call("org.freedesktop.DBus", path, "org.freedesktop.DBus.Peer.Ping")
  }
}
