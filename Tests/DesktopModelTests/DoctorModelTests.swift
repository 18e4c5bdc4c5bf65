import AgentAPI
import DesktopModel
import Localization
import Testing

@Suite("The doctor in the window", .timeLimit(.minutes(1)))
@MainActor
struct DoctorModelTests {
  private let agent = Checks()

  private func model() -> DoctorModel { DoctorModel(agent) { await Task.yield() } }

  /// Waits until the checks are made.
  private func read(_ model: DoctorModel) async {
    repeat { await Task.yield() } while model.state == .reading || model.isApplying
  }

  @Test("shows the worst first, and of each kind in the order of the checks")
  func sections() async {
    agent.found = [
      DoctorFinding(.ok, "a", ""), DoctorFinding(.problem, "b", ""), DoctorFinding(.warning, "c", ""),
      DoctorFinding(.ok, "d", ""),
    ]
    let model = model()
    model.refresh()
    await read(model)
    guard case .found(let sections) = model.state else {
      Issue.record("nothing was found")
      return
    }
    #expect(sections.map(\.severity) == [.problem, .warning, .ok])
    #expect(sections.map { $0.findings.map(\.subject) } == [["b"], ["c"], ["a", "d"]])
  }

  @Test("says why the checks can't be made, and waits for an agent that is being started")
  func failures() async {
    let model = model()
    agent.failures = [Failure(.internal, "A bug.")]
    model.refresh()
    await read(model)
    #expect(model.state == .failed(Failure(.internal, "A bug.")))
    agent.failures = Array(repeating: Failure(.unavailable, "Starting."), count: 5)
    model.refresh()
    await read(model)
    #expect(model.state == .found([]))
    agent.failures = Array(repeating: Failure(.unavailable, "Starting."), count: 500)
    model.refresh()
    await read(model)
    #expect(model.state == .failed(Failure(.unavailable, "Starting.")))
  }

  @Test("does one thing at a time about what was found, tells of it, and looks again")
  func remedies() async {
    let model = model()
    agent.found = [DoctorFinding(.ok, "PIN", "none", fix: .setPIN)]
    model.apply(.setPIN)
    model.apply(.logIn)
    #expect(model.isApplying)
    await read(model)
    #expect(agent.applied == [.setPIN] && model.told == .success("Done."))
    agent.refusal = Failure(.refused, "The PIN is wrong.")
    model.apply(.confirmSettings)
    await read(model)
    #expect(model.told == .failure(Failure(.refused, "The PIN is wrong.")) && !model.isApplying)
  }

  @Test("has a word for each remedy that can be asked for")
  func words() { #expect(Remedy.allCases.filter { $0.word == nil } == [.unknown]) }
}

/// An agent's checks.
@MainActor
private final class Checks: DoctorService {
  var found: [DoctorFinding] = []
  var failures: [Failure] = []
  var refusal: Failure?
  var applied: [Remedy] = []

  func findings() async throws(Failure) -> [DoctorFinding] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return found
  }

  func apply(_ remedy: Remedy) async throws(Failure) -> String {
    applied.append(remedy)
    if let refusal { throw refusal }
    return "Done."
  }
}
