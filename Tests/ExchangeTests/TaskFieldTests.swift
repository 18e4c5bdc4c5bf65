import CivilTime
import Exchange
import FoundationEssentials
import Testing
import VaultModel

@Suite("Fields that are texts, in other formats")
struct TaskFieldTests {
  @Test("come back, or are said to be lost", arguments: TaskFormat.allCases, TaskField.all.map(\.name))
  func roundTrip(_ format: TaskFormat, _ name: String) throws {
    let field = try #require(TaskField.all.first { $0.name == name })
    var task = TodoTask(id: UUID(), name: "Buy milk", createdAt: TaskFormat.now)
    task[field] = "value"
    var encoder = format.encoder(zone: .utc)
    let text = encoder.beginning + encoder.encode([task]) + encoder.end
    let isKept = try format.read(text).tasks.first?[field] == "value"
    #expect(isKept || encoder.notes.contains { $0.contains("no \(name)") }, "\(encoder.notes)")
  }

  @Test("of a protected task go out only if they stay readable", arguments: TaskFormat.allCases)
  func protected(_ format: TaskFormat) {
    var task = TodoTask(
      id: UUID(), label: "Door", seal: SealReference(version: 1, digest: [7]), createdAt: TaskFormat.now)
    task.name = "secret"
    for field in TaskField.sealed { task[field] = "secret" }
    #expect(!format.written([task]).contains("secret"))
  }
}
