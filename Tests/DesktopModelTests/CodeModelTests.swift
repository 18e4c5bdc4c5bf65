import AgentAPI
import DesktopModel
import Foundation
import Localization
import SecretMemory
import Testing

@Suite("The one-time code of a revealed text", .timeLimit(.minutes(1)))
@MainActor
struct CodeModelTests {
  private let codes = Codes()

  @Test("is shown with the seconds that are left, and goes when they are over")
  func time() async throws {
    let model = CodeModel(codes) { _ in }
    var seen: [String] = []
    model.changed = { seen.append(Self.words($0)) }
    codes.validity = CodeValidity(seconds: 3)
    model.show(UUID())
    await until { seen.last == "over" }
    #expect(seen == ["asking", "123456 3", "123456 2", "123456 1", "over"] && model.shown == nil)
  }

  @Test("that is good until it was used stays")
  func counter() async {
    let model = CodeModel(codes) { _ in Issue.record("somebody waits") }
    model.show(UUID())
    await until { model.shown != nil }
    #expect(Self.words(model.state) == "123456 -")
    model.hide()
    #expect(model.shown == nil && Self.words(model.state) == "hidden")
  }

  @Test("is not shown where it was hidden before it came")
  func hidden() async {
    let model = CodeModel(codes) { _ in }
    codes.validity = CodeValidity(seconds: 9)
    codes.answering = { model.hide() }
    var seen: [String] = []
    model.changed = { seen.append(Self.words($0)) }
    model.show(UUID())
    await until { codes.hasAnswered }
    await meanwhile()
    #expect(seen == ["asking", "hidden"])
  }

  @Test("that can't be made is told in words, and nothing of a question that was declined")
  func failure() async {
    let model = CodeModel(codes) { _ in }
    codes.failure = Failure(.badData, "The otpauth:// line makes no codes: it has no secret.")
    model.show(UUID())
    await until { Self.words(model.state) == "failed" }
    codes.failure = Failure(.refused, "Nothing was done.")
    model.show(UUID())
    await until { Self.words(model.state) == "hidden" }
  }

  @Test(
    "is offered where a line begins as the address of one",
    arguments: [
      ("otpauth://totp/a?secret=AA", true), ("Mail\n  OTPAuth://hotp/a\n", true), ("\r\n\totpauth://x", true),
      ("otpauth://", false), ("see otpauth://totp/a", false), ("", false), ("otpauth:/", false), ("\n\n", false),
    ])
  func address(text: String, hasAddress: Bool) throws {
    #expect(SharedSecret(try SecretBytes(Array(text.utf8))).hasCodeAddress == hasAddress)
  }

  private static func words(_ state: CodeModel.State) -> String {
    switch state {
    case .hidden: "hidden"
    case .asking: "asking"
    case .shown(let code, let seconds):
      code.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } + " " + (seconds.map(String.init) ?? "-")
    case .over: "over"
    case .failed: "failed"
    }
  }
}

/// Sends one code.
private final class Codes: CodeRevealing, @unchecked Sendable {
  // All of it is used on the main actor, one question after the other.
  nonisolated(unsafe) var validity = CodeValidity(seconds: nil)
  nonisolated(unsafe) var failure: Failure?
  nonisolated(unsafe) var answering: @MainActor () -> Void = {}
  nonisolated(unsafe) var hasAnswered = false

  @MainActor
  func code(
    _ id: UUID, _ received: @escaping @MainActor (SharedSecret) -> Void
  ) async throws(Failure) -> CodeValidity {
    if let failure { throw failure }
    guard let bytes = try? SecretBytes(Array("123456".utf8)) else { throw Failure(.unavailable, "There is no memory.") }
    received(SharedSecret(bytes))
    answering()
    hasAnswered = true
    return validity
  }
}
