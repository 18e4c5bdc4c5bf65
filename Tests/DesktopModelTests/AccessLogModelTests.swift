import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("The access log in the window", .timeLimit(.minutes(1)))
@MainActor
struct AccessLogModelTests {
  private let log = StoredLog()

  private func model() async -> AccessLogModel {
    let model = AccessLogModel(log)
    model.refresh()
    while !model.hasBeenRead { await Task.yield() }
    return model
  }

  @Test("is read in pages, as far as somebody looks")
  func pages() async {
    log.count = 250
    let model = await model()
    #expect(model.entries.count == 100 && model.entry(at: 98) != nil && log.limits == [100])
    _ = model.entry(at: 99)
    _ = model.entry(at: 99)
    while model.entries.count < 200 { await Task.yield() }
    _ = model.entry(at: 199)
    while model.entries.count < 250 { await Task.yield() }
    _ = model.entry(at: 249)
    await Task.yield()
    #expect(log.limits == [100, 200, 300] && model.entry(at: 250) == nil)
  }

  @Test("says whether it is as it was written, and is read again then")
  func chain() async {
    log.count = 1
    let model = await model()
    model.verify()
    model.verify()
    #expect(model.chain == .looking)
    while model.chain == .looking { await Task.yield() }
    #expect(
      model.chain
        == .known(
          ["The log is not as it was written.", "After unlock 2: Entries after this one were removed."], .changed))
    while log.limits.count < 2 { await Task.yield() }
    log.refusal = Failure(.refused, "The PIN is wrong.")
    model.verify()
    while model.chain == .looking { await Task.yield() }
    #expect(model.chain == .failed(Failure(.refused, "The PIN is wrong.")) && log.verifications == 2)
    log.refusal = Failure(.refused, "Nothing was done.")
    model.verify()
    while model.chain == .looking { await Task.yield() }
    #expect(model.chain == .unknown, "whoever declines knows")
  }

  @Test("puts an entry into lines that are not too long, whatever a program is called")
  func words() {
    let entry = AccessLogEntry(
      date: .distantPast, task: nil, action: String(repeating: "a", count: 9999), program: "<b>\u{202E}a\nb",
      pid: 7, terminal: "pts/1", granted: false, reason: String(repeating: "r", count: 9999))
    let words = AccessLogWords(entry)
    #expect(
      words.what.count == 201 && words.verdict == "refused" && words.reason.count == 201
        && words.byline.hasSuffix("<b>\u{FFFD}a\u{FFFD}b at pts/1") && words.whole.contains("b (7) at"))
  }

  @Test("has words for what is done with keys, logins and lost texts")
  func actions() {
    for (action, words) in [
      ("restore texts", "Restore lost texts"), ("migrate", "Move keys and logins"), ("something new", "Something new"),
    ] {
      let entry = AccessLogEntry(
        date: .distantPast, task: nil, action: action, program: "vault", pid: 7, terminal: nil, granted: true,
        reason: "")
      #expect(AccessLogWords(entry).what == words)
    }
  }

  @Test("calls tasks and programs by their names")
  func names() {
    let (known, gone) = (UUID(), UUID())
    func words(_ task: UUID?) -> AccessLogWords {
      AccessLogWords(
        AccessLogEntry(
          date: .distantPast, task: task, action: "reveal", program: "/usr/bin/vault-desktop", pid: 7, terminal: nil,
          granted: true, reason: ""), labels: [known: "Spare key"])
    }
    #expect(words(known).what == "Reveal: Spare key" && words(nil).what == "Reveal")
    #expect(words(gone).what == "Reveal: a task that is gone (\(gone.uuidString.lowercased().prefix(8)))")
    #expect(
      words(known).byline.hasSuffix(" · vault-desktop") && words(known).whole.contains("/usr/bin/vault-desktop (7)"))
  }
}

/// A log of so many entries.
@MainActor
private final class StoredLog: AccessLogService {
  var count = 0
  var limits: [Int] = []
  var refusal: Failure?
  var verifications = 0

  func accessLog(limit: Int) async throws(Failure) -> [AccessLogEntry] {
    limits.append(limit)
    return (0..<min(limit, count)).map { number in
      AccessLogEntry(
        date: Date(timeIntervalSince1970: Double(-number)), task: nil, action: "reveal", program: "vault", pid: 1,
        terminal: nil, granted: true, reason: "")
    }
  }

  func labels() async throws(Failure) -> [UUID: String] { [:] }

  func verifyAccessLog() async throws(Failure) -> LogVerification {
    verifications += 1
    if let refusal { throw refusal }
    return LogVerification(
      verdict: .changed, chapters: 2, entries: 1, unvouched: 0, letGo: 0, since: nil,
      findings: [LogVerification.Finding(kind: "removed", chapter: 2, date: nil, text: "An entry is missing.")])
  }
}
