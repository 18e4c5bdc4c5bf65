internal import Foundation
internal import Testing

/// A private bus with a stand-in for fprintd on it, in the place of the system bus.
final class FingerprintBus: Sendable {
  /// What the reader does.
  enum Scenario: String {
    case match
    case noMatch = "no-match"
    case noReader = "no-reader"
    case notEnrolled = "not-enrolled"
  }

  /// For the child's environment.
  var environment: [String] { ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"] }

  private let address: String
  private let bus: ToolProcess
  private let mock: ToolProcess

  init(_ scenario: Scenario) throws {
    bus = try ToolProcess("/usr/bin/dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address=1"])
    address = try #require(bus.readLine(), "dbus-daemon does not start (package dbus)")
    let script = "\(Programs.repository)/Tests/PAMTests/Support/fprintd-mock.py"
    mock = try ToolProcess("/usr/bin/python3", ["-B", script, scenario.rawValue, address])
    try #require(mock.readLine() == "ready", "the mock of fprintd does not start (package python3-dbusmock)")
  }
}
