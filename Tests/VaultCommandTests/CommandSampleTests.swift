import AgentAPI
import Foundation
import Localization
import Testing
import VaultTesting

/// Samples of requests say how a command line makes one and what it prints of the reply.
@Suite("Commands of samples")
struct CommandSampleTests {
  @Test("send their request, and print its reply as text and as JSON")
  func all() throws {
    var count = 0
    for sample in RequestSamples.all {
      guard let command = sample.command, let reply = sample.reply else { continue }
      count += 1
      let agent = try agent(sample.request, reply.value)
      let plain = try Program.run(command.arguments, agent: agent)
      #expect(plain.status == 0 && plain.output == command.output, "\(command.arguments): \(plain)")
      guard let json = command.json else { continue }
      let printed = try Program.run(command.arguments + ["--json"], agent: agent)
      #expect(try printed.status == 0 && value(printed.output) == value(json), "\(command.arguments): \(printed)")
      #expect(agent.problems.isEmpty)
    }
    #expect(count > 3)
  }

  /// An agent that expects one request and gives one reply.
  private func agent<Request: AgentRequest>(
    _ request: Request, _ reply: any Codable & Equatable & Sendable
  ) throws -> ScriptedAgent {
    try ScriptedAgent { talk in
      let got = try talk.request()
      guard got == request else { return try talk.send(.failure(Failure(.internal, "unexpected \(got)"))) }
      try talk.reply(reply)
    }
  }

  private func value(_ json: String) throws -> NSObject {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSObject)
  }
}
