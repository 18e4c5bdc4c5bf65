import AgentAPI
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
    let dialogs = DialogResponder(asker: asker, purpose: "It opens what is protected.")
    _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
    #expect(text(try await dialogs.answer(Prompt(.error, text: "That is not the PIN."))) == "")
    _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
    _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
    #expect(asker.asked == [.pin, .pin, .pin])
    #expect(asker.asides.map(\.mistake) == ["", "That is not the PIN.", ""])
    #expect(asker.asides.allSatisfy { $0.purpose == "It opens what is protected." })
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

  @Test("the code that is typed back can be looked at once more, and in no other question")
  func codeAgain() async throws {
    let dialogs = DialogResponder(asker: asker)
    try await dialogs.receive(try SecretBytes(Array("CODE".utf8)), SecretNotice(kind: .recoveryCode))
    _ = try await dialogs.answer(Prompt(.recoveryCodeConfirmation, text: "Type the code back"))
    _ = try await dialogs.answer(Prompt(.pin, text: "PIN"))
    #expect(asker.asides.map { $0.code != nil } == [true, false])
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
}

/// Answers everything.
@MainActor
private final class Asker: PromptAsking {
  var asked: [Prompt.Kind] = []
  var asides: [PromptAside] = []
  var shown = 0
  var writesDown = true

  func answer(_ prompt: Prompt, _ aside: PromptAside) async -> SharedSecret? {
    asked.append(prompt.kind)
    asides.append(aside)
    do { return SharedSecret(try SecretBytes(Array("an answer".utf8))) } catch { return nil }
  }

  func show(recoveryCode: SharedSecret) async -> Bool {
    shown += 1
    return writesDown
  }
}
