import AgentAPI
import DesktopModel
import Localization
import Testing

@Suite("A new vault at the window", .timeLimit(.minutes(1)))
@MainActor
struct FirstRunModelTests {
  private let owner = NewOwner()

  @Test("is set up where nobody has begun with it: no PIN, no code, no login, no task")
  func wanted() async {
    let model = FirstRunModel(owner)
    #expect(await model.isWanted() == true)
    for change in [
      { (owner: NewOwner) in owner.hasPIN = true }, { $0.hasCode = true }, { $0.tasks = true },
      { $0.account.email = "ada@example.org" }, { $0.account.state = .loggedOut }, { $0.account.state = .loggedIn },
      { $0.failure = Failure(.unavailable, "No agent.") },
    ] {
      let owner = NewOwner()
      change(owner)
      #expect(await FirstRunModel(owner).isWanted() != true)
      // What can't be told now is asked again.
      #expect(await (FirstRunModel(owner).isWanted() == nil) == (owner.failure != nil))
    }
  }

  @Test("has a PIN and a code after one step, then a server or none")
  func steps() async {
    let model = FirstRunModel(owner)
    var steps: [FirstRunModel.Step] = []
    model.changed = { if steps.last != model.step { steps.append(model.step) } }
    model.proceed()
    model.proceed()
    while model.isWaiting { await Task.yield() }
    #expect(steps == [.pin, .recoveryCode, .server])
    #expect(model.step == .server && model.told == "The PIN is set." && owner.calls == ["set"])
    model.proceed()
    #expect(!model.isWaiting && owner.calls == ["set"])
    model.finish()
    #expect(model.step == .done)
  }

  @Test("can be without a PIN for now, and with a server")
  func later() {
    let model = FirstRunModel(owner)
    model.skipPIN()
    #expect(model.step == .server && owner.calls.isEmpty)
    model.finish()
    model.skipPIN()
    #expect(model.step == .done)
  }

  @Test("is at the PIN again where the agent ends before both are there")
  func agentEnds() async {
    let model = FirstRunModel(owner)
    owner.endsWithCode = true
    model.proceed()
    while model.isWaiting { await Task.yield() }
    #expect(model.step == .pin && model.problem == "The agent has ended.")
  }

  @Test("may come out of a backup, as long as nobody has begun with it")
  func restored() async {
    let model = FirstRunModel(owner)
    #expect(await model.looksEmpty() && model.mayRestore)
    owner.refusal = Failure(.badData, "That is no backup.")
    model.restore(from: "/tasks.vault")
    model.restore(from: "/tasks.vault")
    while model.isWaiting { await Task.yield() }
    #expect(model.step == .pin && model.problem == "That is no backup." && owner.calls == ["restore /tasks.vault"])
    owner.refusal = nil
    model.restore(from: "/tasks.vault")
    while model.isWaiting { await Task.yield() }
    #expect(model.step == .server && model.problem == nil && model.told == "2 tasks are restored.")
    model.restore(from: "/tasks.vault")
    #expect(!model.isWaiting && owner.calls.count == 2)
    #expect(await !model.looksEmpty() && !model.mayRestore)
  }

  @Test("is no backup's any more where somebody has begun meanwhile")
  func begun() async {
    let model = FirstRunModel(owner)
    owner.tasks = true
    #expect(await !model.looksEmpty())
    #expect(model.problem?.hasPrefix("This vault has tasks already.") == true && model.step == .pin)
    owner.hasCode = true
    #expect(await !model.looksEmpty())
    #expect(model.step == .pin && !model.mayRestore)
    #expect(model.told == "The recovery code unlocks this vault until a PIN is chosen.")
    owner.hasPIN = true
    model.proceed()
    while model.isWaiting { await Task.yield() }
    #expect(model.step == .server)
  }

  @Test("says what went wrong, and goes on from what there is")
  func failures() async {
    let model = FirstRunModel(owner)
    owner.refusal = Failure(.refused, "The code was not typed back.", hint: "Write it down.")
    model.proceed()
    while model.isWaiting { await Task.yield() }
    #expect(model.step == .pin && model.problem == "The code was not typed back. Write it down.")
    // Somebody has set a PIN at the command line meanwhile.
    owner.hasPIN = true
    model.proceed()
    while model.isWaiting { await Task.yield() }
    #expect(model.step == .recoveryCode)
    owner.refusal = nil
    model.proceed()
    while model.isWaiting { await Task.yield() }
    #expect(model.step == .server && model.problem == nil && owner.calls == ["set", "set", "code"])
  }

  @Test("has its owner change one thing at a time in the preferences")
  func changes() async {
    let model = OwnerModel(owner)
    model.make(.pin)
    #expect(!model.isWaiting, "nothing is known yet")
    model.refresh()
    while model.status == nil { await Task.yield() }
    for change in [OwnerModel.Change.pin, .pin, .recoveryCode, .verification(.pam)] {
      model.make(change)
      model.make(.pin)
      while model.isWaiting { await Task.yield() }
      // It is read again then.
      await Task.yield()
      await Task.yield()
    }
    #expect(owner.calls == ["set", "change", "code", "pam"])
    owner.refusal = Failure(.refused, "The PIN is wrong.")
    model.make(.pin)
    while model.isWaiting { await Task.yield() }
    #expect(model.told == .failure(Failure(.refused, "The PIN is wrong.")))
  }
}

/// An owner who has nothing yet.
@MainActor
private final class NewOwner: OwnerService, BackupService {
  var hasPIN = false
  var hasCode = false
  var tasks = false
  var endsWithCode = false
  var account = AccountStatus(state: .needsCredentials)
  var failure: Failure?
  var refusal: Failure?
  var calls: [String] = []

  func status() async throws(Failure) -> VaultStatus {
    if let failure { throw failure }
    return VaultStatus(
      isUnlocked: false, unlockedUntil: nil, hasPIN: hasPIN, hasRecoveryCode: hasCode, verification: .pin,
      account: account, store: nil, openTaskCount: 0, protectedTaskCount: 0, notices: [])
  }

  func hasTasks() async throws(Failure) -> Bool { tasks }

  func setPIN(_ codeComes: @escaping @MainActor () -> Void) async throws(Failure) -> String {
    try call("set")
    codeComes()
    await Task.yield()
    if endsWithCode {
      failure = Failure(.unavailable, "The agent has ended.")
      throw Failure(.unavailable, "The agent has ended.")
    }
    (hasPIN, hasCode) = (true, true)
    return "The PIN is set."
  }

  func backUp(to path: String) async throws(Failure) -> String { "" }

  func restoring() async throws(Failure) -> Restoring {
    hasPIN || hasCode ? .lostTexts : tasks ? .nothing : .everything
  }

  func restore(from path: String, textsOnly: Bool) async throws(Failure) -> String {
    try call("restore \(path)")
    (hasPIN, hasCode) = (true, true)
    return "2 tasks are restored."
  }

  func changePIN() async throws(Failure) -> String {
    try call("change")
    return "The PIN is changed."
  }

  func createRecoveryCode() async throws(Failure) -> String {
    try call("code")
    hasCode = true
    return "The new code is in force."
  }

  func useVerification(_ method: VerificationMethod) async throws(Failure) -> String {
    try call(method.rawValue)
    return "From now on."
  }

  private func call(_ name: String) throws(Failure) {
    calls.append(name)
    if let refusal { throw refusal }
  }
}
