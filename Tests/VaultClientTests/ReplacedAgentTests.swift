import AgentAPI
import Localization
import Synchronization
import Testing
import VaultClient
import VaultTesting

@Suite("An agent whose program was replaced")
struct ReplacedAgentTests {
  @Test("is asked to end, though it is of the client's own build, and the next one is asked")
  func asked() throws {
    let isReplaced = Mutex(true)
    let agent = try ScriptedAgent(
      script: { talk in
        guard try talk.request() == StopAgent() else { return try talk.reply(Acknowledgement("new")) }
        isReplaced.withLock { $0 = false }
      },
      answer: { _ in .welcome(ScriptedAgent.welcome(isReplaced: isReplaced.withLock { $0 })) }
    )
    let connector = AgentConnector(paths: agent.paths, environment: agent.environment, isInteractive: false)
    let client = try connector.connect()
    #expect(client.replacedOlderAgent)
    var person = RecordingConversation()
    #expect(try client.send(LockVault(), &person) == Acknowledgement("new"))
  }
}
