import Foundation
import Testing

@testable import VaultServer

@Suite("What was announced last")
struct LatestNewsTests {
  private let subject = NewsSubject.channel(UUID())

  @Test("a message is new once, and an earlier one is not new after it")
  func once() {
    var latest = LatestNews()
    let answers = [2, 2, 1, 3].map { latest.isNew($0, of: subject) }
    #expect(answers == [true, false, false, true])
    let other = latest.isNew(1, of: .channel(UUID()))
    #expect(other)
  }

  @Test("everything is new where numbers may stand for something else")
  func forgotten() {
    var latest = LatestNews()
    let first = latest.isNew(2, of: subject)
    latest.removeAll()
    let second = latest.isNew(1, of: subject)
    #expect(first && second)
  }

  @Test("of any number of subjects it remembers those that were written to last")
  func bounded() {
    var latest = LatestNews(count: 10)
    let subjects = (0..<100).map { _ in NewsSubject.channel(UUID()) }
    let first = subjects.map { latest.isNew(1, of: $0) }
    #expect(!first.contains(false))
    let last = subjects.suffix(10).map { latest.isNew(1, of: $0) }
    #expect(!last.contains(true))
    let forgotten = latest.isNew(1, of: subjects[0])
    #expect(forgotten)
  }
}
