import FoundationEssentials
import Testing

@testable import Reminders

@Suite("The wall clock", .timeLimit(.minutes(5)))
struct WallClockTests {
  @Test("wakes each sleeper at its moment, in order, and not before")
  func order() async throws {
    let clock = try SystemWallClock()
    let start = clock.now
    let woken = await withTaskGroup(of: Int.self) { group in
      for number in [3, 1, 2] {
        group.addTask {
          let date = start.addingTimeInterval(Double(number) * 0.03)
          do { try await clock.sleep(until: date) } catch { Issue.record(error) }
          return clock.now >= date ? number : -1
        }
      }
      var woken: [Int] = []
      for await number in group { woken.append(number) }
      return woken
    }
    #expect(woken == [1, 2, 3])
  }

  @Test("a moment that is past does not wait", arguments: [-1e12, -1, 0])
  func past(seconds: Double) async throws {
    let clock = try SystemWallClock()
    try await clock.sleep(until: clock.now.addingTimeInterval(seconds))
  }

  @Test("a cancelled sleeper wakes at once, the others sleep on", arguments: [3600, 1e12])
  func cancelled(seconds: Double) async throws {
    let clock = try SystemWallClock()
    let far = Task { try await clock.sleep(until: clock.now.addingTimeInterval(seconds)) }
    let near = clock.now.addingTimeInterval(0.03)
    async let other: Void = clock.sleep(until: near)
    far.cancel()
    try await far.value
    try await other
    #expect(clock.now >= near)
    let early = Task { try await clock.sleep(until: .distantFuture) }
    early.cancel()
    try await early.value
  }
}
