import Foundation
import VaultTesting

extension TestVault {
  /// Starts `vault` at a pseudo-terminal, in a session of its own.
  func start(_ arguments: String..., at terminal: PseudoTerminal) throws -> Child {
    try start(arguments, at: terminal)
  }

  func start(_ arguments: [String], at terminal: PseudoTerminal) throws -> Child {
    try Child(
      Self.programs.appendingPathComponent("vault").path, arguments, environment: environment, terminal: terminal)
  }
}

extension PseudoTerminal {
  /// Waits until `text` has been written `count` times, escapes and all.
  func waitForOutput(_ text: String, count: Int = 1, within seconds: Double = 60) throws {
    try wait(within: seconds, for: "\(text), \(count) times") { $0.written(text) >= count }
  }

  /// Waits until the last line on the screen is a question that begins like this.
  func waitForQuestion(_ beginning: String, within seconds: Double = 60) throws {
    try wait(within: seconds, for: beginning) { terminal in
      terminal.screen.lines.last { !$0.isEmpty }?.hasPrefix(beginning) == true
    }
  }

  /// How often `text` has been written to the terminal.
  func written(_ text: String) -> Int {
    String(decoding: transcript, as: UTF8.self).components(separatedBy: text).count - 1
  }
}
