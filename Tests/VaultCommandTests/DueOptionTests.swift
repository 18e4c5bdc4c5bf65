import AgentAPI
import Foundation
import Localization
import Testing
import VaultModel
import VaultTesting

@Suite("add --due")
struct DueOptionTests {
  /// An agent that takes one task and says when it is due.
  private func agent() throws -> ScriptedAgent {
    try ScriptedAgent { talk in
      guard let draft = try talk.request().decoded(as: AddTask.self)?.draft else { return }
      try talk.send(.failure(Failure(.tryLater, "due \(draft.due?.date.timeIntervalSince1970 ?? 0)")))
    }
  }

  @Test(
    "the client means the time of its zone",
    arguments: [
      ("Europe/Berlin", "2099-12-24 18:00", "4101814800.0"), ("America/New_York", "24 dec 2099 18:00", "4101836400.0"),
      ("UTC", "24.12.2099", "4101839999.0"), ("Asia/Kathmandu", "2099-12-24T18:00Z", "4101818400.0"),
    ])
  func zones(_ zone: String, _ typed: String, _ expected: String) throws {
    let ended = try Program.run(["add", "x", "--due", typed], agent: agent(), environment: ["TZ": zone])
    #expect(ended.errors == "vault: due \(expected)\n")
  }

  @Test("what is odd about a date is told, and the task is added")
  func notes() throws {
    let ended = try Program.run(
      ["add", "x", "--due", "2026-03-29 2:30"], agent: agent(), environment: ["TZ": "Europe/Berlin"])
    #expect(
      ended.errors == """
        vault: 02:30 does not exist on that day; 03:00 is used.
        vault: That is in the past.
        vault: due 1774746000.0

        """)
  }

  @Test("a date that is not understood ends with 64, says why and what to do, and asks no agent")
  func refused() throws {
    let ended = try Program.run(["add", "x", "--due", "tomorow\u{1B}"], agent: agent())
    #expect(ended.status == 64 && ended.output.isEmpty)
    #expect(
      ended.errors == #"""
        vault: "tomorow\x1B" is not a known date or time; did you mean "tomorrow"?
          For instance: tomorrow, fri 18:00, in 2h, 24 dec, 2026-12-24 18:00

        """#)
  }
}
