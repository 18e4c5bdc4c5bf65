import Testing

@testable import ServerClient

@Suite("Waiting until channels were compared", .timeLimit(.minutes(1)))
struct PendingChannelWorkTests {
  @Test("ends with the comparison, at once after it, with the connection, and with the one who waits")
  func waits() async {
    let work = PendingChannelWork(.init())
    async let waiting: Void = work.waitForComparison()
    work.recordComparison()
    await waiting
    await work.waitForComparison()
    let other = PendingChannelWork(.init())
    let task = Task { await other.waitForComparison() }
    task.cancel()
    await task.value
  }
}
