import AgentAPI
import Foundation
import ProcessTesting
import Testing
import VaultModel

@Suite("An export while tasks change")
struct ExportRaceTests {
  @Test("an export leaves out no task that was there all the time, whatever is added and deleted meanwhile")
  func exportRace() async throws {
    let vault = try TestVault()
    let names = (0..<1200).map { ($0.isMultiple(of: 3) ? "goes " : "stays ") + "\($0)" }
    try vault.mustRun("import", "-", "--format", "todotxt", input: names.joined(separator: "\n"))
    let stays = Set(names.filter { $0.hasPrefix("stays") })
    let going = try rows(vault.mustRun("export")).filter { $0.name.hasPrefix("goes") }.map(\.id)
    let changes = Task.detached {
      let agent = DrivenAgent(vault)
      for id in going {
        _ = try agent.run(DeleteTasks([id]))
        _ = try agent.run(AddTask(TaskDraft(name: "new \(id)")))
      }
    }
    for _ in 0..<8 {
      let exported = try rows(vault.mustRun("export")).map(\.name)
      #expect(Set(exported).isSuperset(of: stays) && Set(exported).count == exported.count)
    }
    try await changes.value
    #expect(try rows(vault.mustRun("export")).allSatisfy { !$0.name.hasPrefix("goes") })
  }

  private struct Exported: Decodable {
    struct Row: Decodable {
      let id: String
      let name: String
    }
    let tasks: [Row]
  }

  private func rows(_ json: String) throws -> [Exported.Row] {
    try JSONDecoder().decode(Exported.self, from: Data(json.utf8)).tasks
  }
}
