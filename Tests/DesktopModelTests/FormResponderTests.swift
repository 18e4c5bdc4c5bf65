import AgentAPI
import FoundationEssentials
import Localization
import SecretMemory
import Testing

@testable import DesktopModel

@Suite("What a login form answers the agent")
@MainActor
struct FormResponderTests {
  private let asker = Asker()

  private func responder(_ password: String = "a password") throws -> FormResponder {
    FormResponder(PasswordBox(SharedSecret(try SecretBytes(Array(password.utf8)))), asker: asker)
  }

  private func text(_ secret: consuming SecretBytes?) -> String? {
    guard let secret else { return nil }
    return secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test("the password once: asked again, it declines")
  func password() async throws {
    let responder = try responder()
    #expect(text(try await responder.answer(Prompt(.password, text: "Password"))) == "a password")
    #expect(text(try await responder.answer(Prompt(.password, text: "Password"))) == nil)
    #expect(text(try await responder.answer(Prompt(.email, text: "Email"))) == nil)
    #expect(asker.asked.isEmpty)
  }

  @Test("what is told is kept for afterwards, and what no form has is asked in a dialog")
  func rest() async throws {
    let responder = try responder()
    #expect(text(try await responder.answer(Prompt(.information, text: "Something to know."))) == "")
    #expect(text(try await responder.answer(Prompt(.error, text: "Not stored."))) == "")
    #expect(responder.notes == ["Something to know.", "Not stored."])
    #expect(text(try await responder.answer(Prompt(.passphrase, text: "Passphrase"))) == "an answer")
    #expect(text(try await responder.answer(Prompt(.pin, text: "PIN"))) == "an answer")
    #expect(asker.asked == [.passphrase, .pin])
  }

  @Test("no dialog asks for a login, whenever a server wants one")
  func login() async throws {
    let dialogs = DialogResponder(asker: asker)
    for kind in [Prompt.Kind.email, .password] {
      await #expect(throws: Failure.notLoggedIn) { _ = try await dialogs.answer(Prompt(kind, text: "")) }
    }
    #expect(asker.asked.isEmpty && Failure.notLoggedIn.needsLogin)
  }

  @Test("a recovery code is shown by a dialog, and refused where nobody writes it down")
  func recoveryCode() async throws {
    var received = 0
    let dialogs = DialogResponder(asker: asker, received: { _, _ in received += 1 })
    try await dialogs.receive(try SecretBytes(Array("CODE".utf8)), SecretNotice(kind: .recoveryCode))
    #expect(asker.shown == 1 && received == 0)
    asker.writesDown = false
    await #expect(throws: Failure.self) {
      try await dialogs.receive(try SecretBytes(Array("CODE".utf8)), SecretNotice(kind: .recoveryCode))
    }
    try await dialogs.receive(try SecretBytes(Array("text".utf8)), SecretNotice(kind: .protectedText))
    #expect(asker.shown == 2 && received == 1)
  }

  @Test("what was wrong stands in the next question, and nobody has to answer it")
  func mistakes() async throws {
    let dialogs = DialogResponder(asker: asker, purpose: PromptPurpose(RevealTexts.self))
    _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
    #expect(text(try await dialogs.answer(Prompt(.error, text: "That is not the PIN."))) == "")
    _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
    _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
    #expect(asker.asked == [.pin, .pin, .pin])
    #expect(asker.asides.map(\.mistake) == ["", "That is not the PIN.", ""])
    let purposes = asker.asides.map(\.purpose)
    #expect(purposes.allSatisfy { $0.words == "It opens what is protected." && $0.action == "Reveal" })
  }

  @Test("a note stands in the next question, and is shown by itself where none follows")
  func notes() async throws {
    let dialogs = DialogResponder(asker: asker)
    _ = try await dialogs.answer(Prompt(.information, text: "The first unlock takes the PIN."))
    _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
    // On a busy machine it may have been shown by itself before.
    #expect(asker.asked.last == .pin && asker.asides.last?.note == "The first unlock takes the PIN.")
    asker.asked = []
    _ = try await dialogs.answer(Prompt(.information, text: "Swipe your finger."))
    while asker.asked.isEmpty { await Task.yield() }
    #expect(asker.asked == [.information])
  }

  @Test("a setting that waits for the owner's word is called as in the preferences")
  func settings() async throws {
    for (said, shown) in [
      ("To be confirmed: unlock-timeout 86400", "To be confirmed: Lock after 1 day"),
      ("To be confirmed: unlock-timeout ", "To be confirmed: Lock after Not set"),
      ("To be confirmed: hide-when-left off", "To be confirmed: Another window in front Keeps it"),
      ("To be confirmed: something-new 1", "To be confirmed: something-new 1"), ("The PIN.", "The PIN."),
    ] {
      let dialogs = DialogResponder(asker: asker)
      _ = try await dialogs.answer(Prompt(.information, text: LocalizedText(verbatim: said)))
      _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
      #expect(asker.asides.last?.note == shown)
    }
  }

  @Test("the code that is typed back can be looked at once more, and in no other question")
  func codeAgain() async throws {
    let dialogs = DialogResponder(asker: asker)
    try await dialogs.receive(try SecretBytes(Array("CODE".utf8)), SecretNotice(kind: .recoveryCode))
    _ = try await dialogs.answer(Prompt(.recoveryCodeConfirmation, text: "Type the code back"))
    _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
    #expect(asker.asides.map { $0.code != nil } == [true, false])
  }

  @Test("whoever declines the code loses the PIN that they have just chosen, and no other")
  func lostPIN() async throws {
    for isFirst in [true, false] {
      let asker = Asker()
      let dialogs = DialogResponder(asker: asker)
      _ = try await dialogs.answer(Prompt(isFirst ? .newPIN : .pin, text: "PIN"))
      try await dialogs.receive(try SecretBytes(Array("CODE".utf8)), SecretNotice(kind: .recoveryCode))
      _ = try await dialogs.answer(Prompt(.recoveryCodeConfirmation, text: "Type the code back"))
      #expect(asker.losses == [isFirst] && asker.asides.map(\.losesPIN) == [false, isFirst])
    }
  }

  @Test("what the agent says and no question follows is told once all is done, and never beside a failure")
  func lastWords() async throws {
    for isDone in [true, false] {
      asker.asked = []
      let dialogs = DialogResponder(asker: asker)
      do throws(Failure) {
        try await dialogs.during { () async throws(Failure) in
          _ = try await dialogs.answer(Prompt(.error, text: "It could not be stored."))
          if !isDone { throw Failure(.refused, "Three wrong answers.") }
        }
      } catch { #expect(error.message == "Three wrong answers.") }
      await Task.yield()
      await Task.yield()
      #expect(asker.asked == (isDone ? [.information] : []))
    }
  }

  @Test("after three wrong answers it asks again, as one and the same request")
  func threeWrong() async throws {
    let dialogs = DialogResponder(asker: asker)
    var rounds = 0
    try await dialogs.during { () async throws(Failure) in
      rounds += 1
      for _ in 0..<(rounds == 1 ? 3 : 1) {
        _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
        if rounds == 1 { _ = try await dialogs.answer(Prompt(.error, text: "That is not the PIN.")) }
      }
      if rounds == 1 { throw Failure(.refused, "Three wrong answers.") }
    }
    #expect(
      asker.asides.map(\.mistake) == ["", "That is not the PIN.", "That is not the PIN.", "That is not the PIN."])
    #expect(Set(asker.asides.map(\.request)).count == 1)
    #expect(asker.ends.count == 1 && asker.ends.first?.request == asker.asides.first?.request)
    #expect(asker.ends.first?.refusal == nil)
  }

  @Test("a wait leads to the question that takes the recovery code, or is told where the question was")
  func wait() async throws {
    for takesCode in [true, false] {
      (asker.asked, asker.ends) = ([], [])
      let dialogs = DialogResponder(asker: asker)
      var rounds = 0
      let early = Failure(.tryLater, "The next one can be tried in 25 s.", hint: "Wait.", retryAfterSeconds: 25)
      do throws(Failure) {
        try await dialogs.during { () async throws(Failure) in
          rounds += 1
          if rounds == 1 || takesCode { _ = try await dialogs.answer(Prompt(.pinOrRecoveryCode, text: "PIN")) }
          if rounds == 1 || !takesCode { throw early }
        }
      } catch { #expect(error == early) }
      #expect(rounds == 2 && asker.asked.count == (takesCode ? 2 : 1))
      #expect(asker.ends.map(\.refusal) == [takesCode ? nil : early])
    }
    #expect(
      Failure(.tryLater, "In 25 s.", hint: "Wait.", retryAfterSeconds: 25).line == "In 25 s. Wait.")
  }

  @Test("what fails after the right answer is not asked for again, and the question goes")
  func rightAnswer() async throws {
    let dialogs = DialogResponder(asker: asker)
    do throws(Failure) {
      try await dialogs.during { () async throws(Failure) in
        _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
        throw Failure(.usage, "There is no such task.")
      }
    } catch { #expect(error.code == .usage) }
    #expect(asker.asked == [.pin] && asker.ends.map(\.refusal) == [nil])
    let other = DialogResponder(asker: asker)
    _ = try await other.answer(Prompt(.pin, text: "PIN"))
    try await other.receive(Self.secret("text"), SecretNotice(kind: .protectedText))
    #expect(asker.ends.count == 2)
  }

  @Test("who does not want to answer is told nothing")
  func declined() async throws {
    asker.declines = true
    let dialogs = DialogResponder(asker: asker)
    do throws(Failure) {
      try await dialogs.during { () async throws(Failure) in _ = try await dialogs.answer(Prompt(.pin, text: "PIN")) }
      Issue.record("it was answered")
    } catch { #expect(error.isDeclined) }
    #expect(asker.ends.map(\.refusal) == [nil])
  }

  private static func secret(_ text: String) -> SecretBytes {
    do { return try SecretBytes(Array(text.utf8)) } catch { fatalError("no memory") }
  }
}

/// Answers everything.
@MainActor
private final class Asker: PromptAsking {
  var asked: [Prompt.Kind] = []
  var asides: [PromptAside] = []
  var shown = 0
  var losses: [Bool] = []
  var writesDown = true
  var declines = false
  var ends: [(request: UUID, refusal: Failure?)] = []

  func answer(_ prompt: Prompt, _ aside: PromptAside) async -> SharedSecret? {
    asked.append(prompt.kind)
    asides.append(aside)
    if declines { return nil }
    do { return SharedSecret(try SecretBytes(Array("an answer".utf8))) } catch { return nil }
  }

  func show(recoveryCode: SharedSecret, losesPIN: Bool) async -> Bool {
    shown += 1
    losses.append(losesPIN)
    return writesDown
  }

  func end(_ request: UUID, refusal: Failure?) { ends.append((request, refusal)) }
}
