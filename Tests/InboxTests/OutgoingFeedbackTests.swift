import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("Comments and likes that wait for the server")
struct OutgoingFeedbackTests {
  private let place: InboxPlaceForTests
  private let bob = UUID()
  private let eve = UUID()
  private let subject = FeedbackSubject.push(UUID())

  init() throws { place = try InboxPlaceForTests() }

  private func feedback(
    _ content: OutgoingFeedback.Content, about subject: FeedbackSubject? = nil, to user: UUID? = nil
  ) -> OutgoingFeedback {
    OutgoingFeedback(id: UUID(), subject: subject ?? self.subject, user: user ?? bob, content: content)
  }

  @Test("are kept in their order, through a restart, and what some people would see can be left out")
  func order() async throws {
    let message = FeedbackSubject.message(user: eve, sequence: 3)
    let written = [
      feedback(.comment("one")), feedback(.like(isGiven: true), about: message, to: eve), feedback(.comment("two\0")),
    ]
    var store = try await place.store()
    for feedback in written { try await store.write(feedback, at: .start, for: .ada) }
    try await store.close()
    store = try await place.store()
    try await store.begin(.grace, at: .start)
    #expect(try await store.outgoingFeedback(for: .ada) == written)
    #expect(try await store.outgoingFeedback(for: .ada, besides: [bob]) == [written[1]])
    #expect(try await store.outgoingFeedback(for: .ada, besides: [bob, eve]).isEmpty)
    #expect(try await store.outgoingFeedback(for: .ada, limit: 1) == [written[0]])
    #expect(try await store.outgoingFeedback(for: .grace).isEmpty)
    #expect(try await store.outgoingFeedback(about: message, for: .ada).map(\.feedback) == [written[1]])
  }

  @Test("of likes of one thing the last counts, and comments on it stay")
  func likes() async throws {
    let store = try await place.store()
    let (comment, other) = (feedback(.comment("c")), feedback(.like(isGiven: true), about: .push(UUID())))
    let last = feedback(.like(isGiven: false))
    for feedback in [feedback(.like(isGiven: true)), comment, other, last] {
      try await store.write(feedback, at: .start, for: .ada)
    }
    #expect(try await store.outgoingFeedback(for: .ada) == [comment, other, last])
  }

  @Test("are gone once the server has them, and its copy of a comment is here at once")
  func acknowledged() async throws {
    let store = try await place.store()
    let (comment, like) = (feedback(.comment("c")), feedback(.like(isGiven: true)))
    for feedback in [comment, like] { try await store.write(feedback, at: .start, for: .ada) }
    let copy = Feedback(
      id: comment.id, number: 7, subject: subject, user: bob, isOwn: true, name: "ada", text: "c", createdAt: .start)
    try await store.acknowledge(comment, as: copy, for: .ada)
    try await store.acknowledge(like, as: nil, for: .ada)
    #expect(try await store.outgoingFeedback(for: .ada).isEmpty)
    #expect(try await store.outgoingFeedback(comment.id, for: .ada) == nil)
    #expect(try await store.feedback(about: subject, limit: 9, for: .ada) == [copy])
    #expect(try await store.feedbackHighest(for: .ada) == 0, "what came before it is still to be asked for")
    _ = try await store.save(FeedbackPage(feedback: [copy], highest: 7), after: 0, for: .ada)
    #expect(try await store.feedback(about: subject, limit: 9, for: .ada) == [copy])
  }

  @Test("that are refused are not sent again, say why, and go a day later with the next that is written")
  func refused() async throws {
    let store = try await place.store()
    let (first, second) = (feedback(.comment("no")), feedback(.comment("yes")))
    for feedback in [first, second] { try await store.write(feedback, at: .start, for: .ada) }
    try await store.refuse(first, "They do not follow you.", at: .start + 90_000, for: .ada)
    #expect(try await store.outgoingFeedback(for: .ada) == [second])
    #expect(try await store.outgoingFeedback(first.id, for: .ada)?.problem == "They do not follow you.")
    #expect(try await store.outgoingFeedback(about: subject, for: .ada).map(\.problem).count == 2)
    try await store.write(feedback(.comment("soon")), at: .start + 90_001, for: .ada)
    #expect(try await store.outgoingFeedback(first.id, for: .ada) != nil, "a day is counted from the refusal")
    try await store.write(feedback(.comment("later")), at: .start + 90_001 + InboxStore.refusedSeconds, for: .ada)
    #expect(try await store.outgoingFeedback(first.id, for: .ada) == nil)
    try await store.discardFeedback(second.id, for: .ada)
    #expect(try await store.outgoingFeedback(for: .ada).count == 2)
  }

  @Test("go with the text of what they are about")
  func redacted() async throws {
    let store = try await place.store()
    let item = InboxItem.sample(1)
    try await store.ingest([item], for: .ada)
    let others = [feedback(.comment("c")), feedback(.comment("d"), about: .message(user: bob, sequence: 1))]
    for feedback in [feedback(.comment("the safe"), about: .push(item.push))] + others {
      try await store.write(feedback, at: .start, for: .ada)
    }
    _ = try await store.redact([1], for: .ada)
    #expect(try await store.outgoingFeedback(for: .ada) == others)
    try await store.eraseRedacted()
    try await store.close()
    #expect(try !Data(contentsOf: URL(fileURLWithPath: place.path)).contains("the safe".utf8))
  }

  @Test("about a message are not sent once the server's numbers stand for other messages")
  func rollback() async throws {
    let store = try await place.store()
    let written = [feedback(.comment("c"), about: .message(user: bob, sequence: 17)), feedback(.comment("d"))]
    _ = try await store.beginConversation(with: bob, named: "bob", isContact: true, for: .ada)
    for feedback in written { try await store.write(feedback, at: .start, for: .ada) }
    try await store.restart(bob, for: .ada)
    #expect(try await store.outgoingFeedback(for: .ada) == [written[1]])
    #expect(try await store.outgoingFeedback(written[0].id, for: .ada)?.problem != nil)
  }

  @Test("are so many at most")
  func bound() async throws {
    let store = try await place.store()
    for _ in 0..<InboxStore.maximumOutgoingCount {
      try await store.write(feedback(.comment("c")), at: .start, for: .ada)
    }
    await #expect(throws: InboxStoreError.self) {
      try await store.write(feedback(.comment("c")), at: .start, for: .ada)
    }
    #expect(try await store.outgoingFeedback(for: .ada).count == 100, "they are sent in portions")
  }
}
