import AgentAPI
import Localization
import Testing

@testable import AgentService

@Suite("Requests that hold a whole file in memory")
struct LargeRequestLimiterTests {
  @Test("are bounded in their number, and each gives its place back, also where it fails")
  func places() async throws {
    let large = LargeRequestLimiter()
    let refused = try await large.run { () throws(Failure) in
      try await large.run { () async throws(Failure) -> Failure.Code? in
        do throws(Failure) { try await large.run { () throws(Failure) in } } catch { return error.code }
        return nil
      }
    }
    #expect(refused == .tryLater)
    for _ in 0..<(LargeRequestLimiter.maximumCount + 1) {
      await #expect(throws: Failure(.internal, "it failed")) {
        try await large.run { () throws(Failure) in throw Failure(.internal, "it failed") }
      }
    }
  }
}
