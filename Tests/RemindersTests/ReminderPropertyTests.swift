import FoundationEssentials
import TaskStore
import Testing
import VaultModel

@testable import Reminders

@Suite("Reminders, whatever happens")
struct ReminderPropertyTests {
  @Test(
    "each comes once for its date, in its time, outside quiet hours, and goes with its task",
    arguments: 0..<200)
  func anySequence(seed: UInt64) async throws {
    let world = try World(seed: seed)
    await world.begin()
    for _ in 0..<150 {
      try await world.step()
      guard world.failures.isEmpty else { break }
    }
    #expect(world.failures == [], "seed \(seed): \(world.story.suffix(12))")
  }

  @Test("many stories together touch all there is")
  func coverage() async throws {
    var kinds: Set<String> = []
    var showCount = 0
    for seed: UInt64 in 1000..<1020 {
      let world = try World(seed: seed)
      await world.begin()
      for _ in 0..<150 { try await world.step() }
      kinds.formUnion(world.seen)
      showCount += world.showCount
      #expect(world.failures == [])
    }
    #expect(showCount > 600)
    #expect(kinds.isSuperset(of: ["group", "update", "missed", "told", "again", "crash", "snoozed"]))
  }
}
