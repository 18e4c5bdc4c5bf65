import AgentAPI
import Foundation
import Testing
import VaultClient

@Suite("What a look through the access log came to, in words")
struct LogVerificationWordsTests {
  private static let kinds = [
    "changed", "removed", "openingChanged", "chapterMissing", "endedUnclosed", "crowdedOut", "keyLost", "keyTaken",
  ]

  private func words(_ findings: LogVerification.Finding...) -> LogVerificationWords {
    LogVerificationWords(
      LogVerification(
        verdict: .changed, chapters: 2, entries: 1, unvouched: 3, letGo: 2, since: .distantPast, findings: findings))
  }

  @Test("are those of somebody who unlocks a vault, and not of how the log is made", arguments: kinds)
  func plain(kind: String) throws {
    let found = words(LogVerification.Finding(kind: kind, chapter: 2, date: nil, text: "A chapter's key was taken."))
    let line = try #require(found.findings.first)
    #expect(line.hasPrefix("After unlock 2: "))
    for line in found.findings + found.counts {
      for word in ["chapter", "key", "vouch"] { #expect(!line.lowercased().contains(word), "\(line)") }
    }
  }

  @Test("name when it was, and are the agent's own for what is not known here")
  func place() throws {
    let dated = words(LogVerification.Finding(kind: "changed", chapter: 2, date: .distantPast, text: ""))
    let line = try #require(dated.findings.first)
    #expect(line.hasPrefix("After unlock 2, ") && line.hasSuffix(": An entry was changed or forged."), "\(line)")
    let new = words(LogVerification.Finding(kind: "new", chapter: 0, date: nil, text: "It fell."))
    #expect(new.findings == ["It fell."])
  }
}
