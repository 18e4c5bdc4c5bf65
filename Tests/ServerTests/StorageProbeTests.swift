import Logging
import Synchronization
import Testing

@testable import VaultServer

@Suite("Whether the storage can be read", .timeLimit(.minutes(5)))
struct StorageProbeTests {
  private struct Broken: Error {}
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test("is what it answers")
  func answers() async {
    #expect(await StorageProbe(logger: logger) {}.isReadable())
    #expect(await !StorageProbe(logger: logger) { throw Broken() }.isReadable())
  }

  @Test("is no while it hangs, and it is asked once, however many want to know")
  func hanging() async {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let questions = Mutex(0)
    let probe = StorageProbe(limit: .milliseconds(20), logger: logger) {
      questions.withLock { $0 += 1 }
      for await _ in answers { return }
    }
    for _ in 0..<3 { #expect(await !probe.isReadable()) }
    #expect(questions.withLock { $0 } == 1)
    answer.finish()
    await until { await probe.isReadable() }
  }
}
