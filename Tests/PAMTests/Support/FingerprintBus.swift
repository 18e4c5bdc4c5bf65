internal import Foundation
internal import ProcessTesting
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
  private let bus: ChildProcess
  private let mock: ChildProcess

  init(_ scenario: Scenario) throws {
    bus = try ChildProcess(["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"])
    address = try bus.line()
    let script = "\(Programs.repository)/Tests/PAMTests/Support/fprintd-mock.py"
    mock = try ChildProcess(["python3", "-B", script, scenario.rawValue, address])
    try #require(mock.line() == "ready", "the mock of fprintd does not start (package python3-dbusmock)")
  }
}
