import Foundation
import VaultTesting

/// The built `vault`, run against a scripted agent.
enum Program {
  /// Where it is: beside the tests.
  static let path =
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/vault"

  /// Runs it without a terminal.
  static func run(
    _ arguments: [String], agent: ScriptedAgent, input: String? = nil, environment: [String: String] = [:]
  ) throws -> Child.Ended {
    let variables = agent.environment.merging(environment) { $1 }
    return try Child(path, arguments, environment: variables, input: input).waitForEnd()
  }

  /// Starts it at a terminal.
  static func start(
    _ arguments: [String], agent: ScriptedAgent, terminal: PseudoTerminal, input: String? = nil,
    outputToFile: Bool = false, environment: [String: String] = [:]
  ) throws -> Child {
    try Child(
      path, arguments, environment: agent.environment.merging(environment) { $1 }, terminal: terminal, input: input,
      outputToFile: outputToFile)
  }
}
