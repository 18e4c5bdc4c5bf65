import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import AgentService

@Suite("The deadline of an agent's end")
struct EndDeadlineTests {
  /// Hears nothing of its end until somebody lets it go.
  private struct Deaf: Service {
    let release: AsyncStream<Void>

    func run() async throws { for await _ in release { return } }
  }

  @Test("ends the process though a service does not, and not before it was told to end")
  func deaf() async throws {
    let (release, releasing) = AsyncStream.makeStream(of: Void.self)
    let (ends, ending) = AsyncStream.makeStream(of: Void.self)
    let deadline = EndDeadline(logger: Logger(label: "test"), seconds: 0.1) { ending.yield() }
    let group = ServiceGroup(
      services: [Deaf(release: release), deadline], gracefulShutdownSignals: [], logger: Logger(label: "test"))
    let running = Task { try await group.run() }
    await group.triggerGracefulShutdown()
    for await _ in ends { break }
    releasing.yield()
    try await running.value
  }
}
