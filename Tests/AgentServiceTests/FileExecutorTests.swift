import AgentAPI
import Dispatch
import Localization
import Testing

@testable import AgentService

@Suite("Work on a file that may not answer")
struct FileExecutorTests {
  private struct Trouble: Error {}

  @Test("gives back what it comes to, or says what it throws")
  func outcome() async throws {
    #expect(
      try await FileExecutor.value(of: "/f") { () throws(Trouble) in
        7
      } failing: { _ in
        Failure(.internal, "")
      } == 7)
    await #expect(throws: Failure(.badData, "said")) {
      try await FileExecutor.value(of: "/f") { () throws(Trouble) -> Int in
        throw Trouble()
      } failing: { _ in
        Failure(.badData, "said")
      }
    }
  }

  @Test("is given up after its time, and only so many wait at once; all others go on meanwhile")
  func silent() async throws {
    let answer = DispatchSemaphore(value: 0)
    await withTaskGroup(of: Failure.Code?.self) { group in
      for _ in 0..<(FileExecutor.maximumCount + 3) {
        group.addTask {
          do throws(Failure) {
            return try await FileExecutor.value(of: "/silent", within: 0.2) { () throws(Trouble) -> Failure.Code? in
              answer.wait()
              return nil
            } failing: { _ in
              Failure(.internal, "")
            }
          } catch { return error.code }
        }
      }
      var codes: [Failure.Code?] = []
      for await code in group { codes.append(code) }
      #expect(codes.count { $0 == .unavailable } == FileExecutor.maximumCount, "\(codes)")
      #expect(codes.count { $0 == .tryLater } == 3, "\(codes)")
    }
    for _ in 0..<FileExecutor.maximumCount { answer.signal() }
  }
}
