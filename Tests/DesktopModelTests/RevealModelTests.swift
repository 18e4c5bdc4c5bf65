import AgentAPI
import DesktopModel
import Foundation
import Localization
import SecretMemory
import Testing

@Suite("A protected text in the window", .timeLimit(.minutes(1)))
@MainActor
struct RevealModelTests {
  private let texts = Texts()
  private let clock = Clock()

  private func model() -> RevealModel {
    RevealModel(texts) { [clock] _ in try await clock.wait() }
  }

  @Test("is shown once it is there, and hidden when its time is over")
  func time() async {
    let model = model()
    model.reveal(UUID())
    await texts.send("text")
    #expect(model.isShown)
    let hidden = Change(of: model)
    await clock.ring()
    await hidden.wait()
    #expect(model.hidingReason == .timeOver)
  }

  @Test("is not shown when the vault was locked before it came")
  func lockedMeanwhile() async {
    let model = model()
    model.reveal(UUID())
    await texts.wait()
    model.hide(.locked)
    await texts.send("text")
    #expect(!model.isShown)
  }

  @Test("that is not there, and others that fail after the first, are told in words")
  func missing() async throws {
    let none = model()
    none.reveal(nil)
    await texts.wait()
    let told = Change(of: none)
    texts.end()
    await told.wait()
    guard case .failed(let failure) = none.state else {
      Issue.record("nothing is told")
      return
    }
    #expect(failure.message == "There are no protected tasks.")
    let some = model()
    some.reveal(nil)
    await texts.wait()
    await texts.send("first", isLast: false)
    let more = Change(of: some)
    texts.fail(Failure(.badData, "The record is damaged."))
    await more.wait()
    guard case .shown(let shown, let problem?) = some.state else {
      Issue.record("the failure is lost")
      return
    }
    #expect(shown.count == 1 && problem.message == "The record is damaged.")
  }

  @Test("of a task that was given up does not come in the place of another one's")
  func givenUp() async throws {
    let model = model()
    model.reveal(UUID())
    await texts.wait()
    let former = texts.received
    model.reveal(UUID())
    await texts.wait()
    former?(secret("first"), SecretNotice(kind: .protectedText))
    #expect(!model.isShown)
    await texts.send("second")
    let shown = try #require(model.shown.first)
    #expect(shown.text.bytes.withUnsafeBytes { Array($0) } == Array("second".utf8))
  }

  @Test("is erased from the model as it is hidden", arguments: [RevealModel.HidingReason.locked, .leftBehind])
  func hidden(reason: RevealModel.HidingReason) async {
    let model = model()
    model.reveal(UUID())
    await texts.send("text")
    model.hide(reason)
    #expect(model.hidingReason == reason)
    model.hide(nil)
    #expect(model.hidingReason == nil)
  }

  @Test("that can't be had leaves its reason, unless it was given up")
  func failure() async {
    let model = model()
    model.reveal(UUID())
    await texts.wait()
    let failed = Change(of: model)
    texts.fail(Failure(.refused, "Wrong PIN."))
    await failed.wait()
    guard case .failed(let failure) = model.state else {
      Issue.record("it did not fail")
      return
    }
    #expect(failure.message == "Wrong PIN.")
  }
}

private func secret(_ text: String) -> SharedSecret {
  guard let bytes = try? SecretBytes(Array(text.utf8)) else { fatalError("there is no memory") }
  return SharedSecret(bytes)
}

extension RevealModel {
  /// Why the text is hidden, if it is and somebody said why.
  fileprivate var hidingReason: HidingReason? { if case .hidden(let reason) = state { reason } else { nil } }
}

/// The next change of a model.
@MainActor
private final class Change {
  private var waiting: CheckedContinuation<Void, Never>?
  private var hasCome = false

  init(of model: RevealModel) {
    model.changed = { [weak self] _ in
      self?.hasCome = true
      self?.waiting?.resume()
      self?.waiting = nil
    }
  }

  func wait() async { if !hasCome { await withCheckedContinuation { waiting = $0 } } }
}

/// Texts that come when the test says so.
@MainActor
private final class Texts: TextRevealing {
  private(set) var received: (@MainActor (SharedSecret, SecretNotice) -> Void)?
  private var reply: CheckedContinuation<Result<Void, Failure>, Never>?
  private var asking: CheckedContinuation<Void, Never>?
  private var isAsked = false

  func reveal(
    _ id: UUID?, _ received: @escaping @MainActor (SharedSecret, SecretNotice) -> Void
  ) async throws(Failure) -> String {
    self.received = received
    isAsked = true
    asking?.resume()
    asking = nil
    try await withCheckedContinuation { reply = $0 }.get()
    return "There are no protected tasks."
  }

  /// Waits for the next question.
  func wait() async {
    if !isAsked { await withCheckedContinuation { asking = $0 } }
    isAsked = false
  }

  /// Ends the request.
  func end() {
    reply?.resume(returning: .success(()))
    reply = nil
  }

  /// Sends a text, and ends the request with it unless more is to come.
  func send(_ text: String, isLast: Bool = true) async {
    if received == nil { await wait() }
    received?(secret(text), SecretNotice(kind: .protectedText))
    guard isLast else { return }
    reply?.resume(returning: .success(()))
    reply = nil
  }

  func fail(_ failure: Failure) {
    reply?.resume(returning: .failure(failure))
    reply = nil
  }
}

/// A clock that rings when the test says so.
private actor Clock {
  private var waiting: CheckedContinuation<Void, Never>?
  private var hasRung = false

  func wait() async throws {
    if !hasRung { await withCheckedContinuation { waiting = $0 } }
    try Task.checkCancellation()
  }

  func ring() {
    hasRung = true
    waiting?.resume()
    waiting = nil
  }
}
