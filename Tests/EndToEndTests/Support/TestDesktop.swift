import Foundation
import PrivateDesktop
import ProcessTesting

/// A desktop of its own for one vault: a bus, a display, and a program that stands for a terminal: what it was to run is all that is
/// asked of it.
final class TestDesktop: Sendable {
  let bus: PrivateBus
  let display: PrivateDisplay
  let vault: TestVault
  private let opened: URL

  init(on display: PrivateDisplay? = nil, extra: [String: String] = [:]) throws {
    bus = try PrivateBus()
    self.display = try display ?? PrivateDisplay()
    let terminal = bus.directory.appendingPathComponent("terminal")
    opened = bus.directory.appendingPathComponent("terminal.ran")
    let variables = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": self.display.name, "TERMINAL": terminal.path,
    ]
    vault = try TestVault(extra: variables.merging(extra) { $1 })
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$0.ran.part\"\nmv \"$0.ran.part\" \"$0.ran\"\n"
    try script.write(to: terminal, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: terminal.path)
  }

  /// Kills the agent once it has noted what it shows: what it has not noted yet, the next run can't take down.
  func killAgentThatHasNoted() throws {
    let databases = ["", "-wal"].map { vault.root.appendingPathComponent("data/tasks.db\($0)") }
    try waitUntil("it is noted what is shown") {
      try databases.contains { try String(decoding: Data(contentsOf: $0), as: UTF8.self).contains(/"ids":\[\d/) }
    }
    vault.killAgent()
  }

  /// What a terminal was opened for since the last time, once one was.
  func openedWords() throws -> String {
    try waitUntil("a terminal was opened") { FileManager.default.fileExists(atPath: opened.path) }
    let words = try String(contentsOf: opened, encoding: .utf8)
    try FileManager.default.removeItem(at: opened)
    return words
  }
}
