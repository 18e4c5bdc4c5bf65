import AgentAPI
import Foundation
import LinuxSystem
import ServerClient
import StrictJSON
import Testing

@testable import AgentService
@testable import Localization

@Suite("The language of an answer")
final class AnswerLanguageTests: Sendable {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("answer-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// The product's catalogues, compiled.
  private func languages() throws -> InstalledLanguages {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../po")
    for name in ["uk", "de"] {
      let place = directory.appending(path: "\(name)/LC_MESSAGES")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/msgfmt")
      compiler.arguments = [
        "-o", place.appending(path: "vault-desktop.mo").path, sources.appending(path: "\(name).po").path,
      ]
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
    }
    return InstalledLanguages(catalogues: directory.path, adapting: WindowWords.text)
  }

  /// What a connection of that language is told, where all fail for one reason that was made before.
  private static func answer(_ handler: Failing, in language: String?) throws -> Failure? {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let client = FrameChannel(descriptor: ends[0])
    let connection = ClientConnection(
      channel: FrameChannel(descriptor: ends[1]), client: try ProcessIdentity(pid: getpid()), handler: handler)
    Thread.detachNewThread { connection.run() }
    defer { connection.close() }
    let deadline = Deadline.after(seconds: 20)
    let hello = Hello(
      protocolVersion: AgentProtocol.version, build: AgentProtocol.build,
      vault: VaultIdentity(path: "/", device: 1, inode: 1), settings: [:], isInteractive: false, language: language)
    try client.send(ClientMessage.hello(hello), deadline: deadline)
    guard case .welcome(let welcome) = try client.receive(AgentMessage.self, deadline: deadline) else { return nil }
    #expect(welcome.notices.count == 1)
    try client.send(RequestMessage(ShowStatus()), deadline: deadline)
    guard case .failure(let failure) = try client.receive(AgentMessage.self, deadline: deadline) else { return nil }
    return failure
  }

  /// The same on a thread of its own: what answers needs those that tasks share.
  private static func answered(_ handler: Failing, in language: String?) async throws -> Failure? {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try answer(handler, in: language) }) }
    }
  }

  @Test("is that of each connection, at the same time, and English for one that names none or none that there is")
  func connections() async throws {
    let handler = Failing(languages: try languages())
    let english = "That PIN or recovery code is wrong."
    let expected = [
      ("uk", "PIN-код або код відновлення неправильний."), ("de", "PIN oder Wiederherstellungscode ist falsch."),
      (nil, english), ("fr", english), ("../uk", english), ("", english),
    ]
    try await withThrowingTaskGroup(of: (Failure?, String).self) { group in
      for _ in 0..<5 {
        for (name, message) in expected {
          group.addTask { (try await Self.answered(handler, in: name), message) }
        }
      }
      for try await (failure, message) in group { #expect(failure?.message == message) }
    }
  }

  @Test("leaves out what only helps at a terminal, and says what the window has in its place")
  func window() throws {
    let languages = try languages()
    let failure = Failure.noSession
    let said = Localization.$answers.withValue(languages.language("uk")) { failure.$hint.text(in: .answers) }
    #expect(said == "Спершу ввійдіть: форма у «Вхідних».")
    #expect(failure.hint == "Log in with vault login." && failure.message == "The server knows no session.")
  }

  @Test("reaches what is put together of several parts, and never a log")
  func parts() throws {
    let languages = try languages()
    let failure = Failure(ServerClientError(.unreachable, "nothing answers there"))
    let said = Localization.$answers.withValue(languages.language("uk")) { failure.$message.text(in: .answers) }
    #expect(said == "Сервер недоступний: там ніхто не відповідає.")
    Localization.$answers.withValue(languages.language("uk")) {
      #expect(failure.message == "The server can't be reached: nothing answers there.")
    }
  }
}

/// What answers every request with one failure.
private struct Failing: RequestHandler {
  let languages: InstalledLanguages
  private static let failure = Failure(
    .refused, "That PIN or recovery code is wrong.", hint: "Try again, or use the recovery code.")

  func welcome(_ hello: Hello, on connection: UInt64) throws(Failure) -> Welcome {
    Welcome(
      protocolVersion: AgentProtocol.version, build: AgentProtocol.build, pid: .max, notices: ["The two differ."])
  }

  func language(_ name: String?) -> Language { languages.language(name) }

  func routed(_ json: JSONDocument.Value?) throws(Failure) -> any RoutedRequest { Request() }

  func handle(
    _ request: any RoutedRequest, _ conversation: any Conversation
  ) async throws(Failure) -> any Encodable & Sendable {
    await Task.yield()
    throw Self.failure
  }

  func didExecute(_ request: any RoutedRequest) {}
  func didEnd(_ connection: UInt64) {}

  private struct Request: RoutedRequest {
    var traits: RequestTraits { [] }
    var needsCredentials: Bool { false }
    var endsAgent: Bool { false }

    func answer(_ conversation: any Conversation) async throws(Failure) -> any Encodable & Sendable {
      throw Failing.failure
    }
  }
}
