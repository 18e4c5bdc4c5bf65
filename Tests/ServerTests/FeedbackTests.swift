import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Comments and likes")
struct FeedbackTests {
  private static let task = #"{"aps":{"alert":{"title":"Water the plants"}},"kind":"task"}"#

  /// Bob proposes to Ada, who follows him; he does not follow her.
  private func withProposal(_ body: (Town, FeedbackSubject) async throws -> Void) async throws {
    try await Town.run { town async throws in
      try await town.follow(town.bob, by: town.ada)
      let push = try await town.push(Self.task, to: town.ada, by: town.bob).decoded(Push.self).id
      try await body(town, .push(push))
    }
  }

  /// Bob has written to Ada, and she to him; the two follow each other.
  private func withMessages(_ body: (Town) async throws -> Void) async throws {
    try await Town.run { town async throws in
      try await town.befriend(town.ada, town.bob)
      try await town.write("tea?", to: town.ada, by: town.bob)
      try await town.write("yes", to: town.bob, by: town.ada)
      try await body(town)
    }
  }

  /// Stores a comment past the limit of writes.
  private func say(_ text: String, about subject: FeedbackSubject, by citizen: Town.Citizen, _ town: Town) async throws
  {
    let draft = FeedbackDraft(
      content: .comment(id: UUID(), text: text), subject: subject, author: citizen.id, authorName: "x",
      createdAt: town.server.clock.now)
    let account = Account(id: citizen.id, email: citizen.email.display)
    let outcome = try await town.server.storage.append(draft) { try FeedbackNotice.push(of: account, $0) }
    guard case .stored = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("stand with both, with who wrote them, and the other one has a hint without any text")
  func exchange() async throws {
    try await withProposal { town, subject async throws in
      let id = UUID()
      let answer = try await town.comment("tomorrow?", on: subject, by: town.ada, id: id)
      let own = try answer.decoded(Feedback.self)
      #expect(answer.status == 201 && own.id == id && own.number == 1 && own.isOwn && own.user == town.bob.id)
      try await town.comment("fine", on: subject, by: town.bob)
      #expect(try await town.like(subject, by: town.ada) == 204)
      for (citizen, other) in [(town.ada, town.bob), (town.bob, town.ada)] {
        let page = try await town.feedback(of: citizen)
        #expect(page.highest == 3 && page.feedback.map(\.number) == [1, 2, 3])
        #expect(page.feedback.map(\.text) == ["tomorrow?", "fine", nil])
        #expect(page.feedback.map(\.name) == ["ada", "bob", "ada"])
        #expect(page.feedback.allSatisfy { $0.subject == subject && $0.user == other.id && !$0.isTakenBack })
        #expect(page.feedback.map { $0.isOwn == (citizen.id == town.ada.id) } == [true, false, true])
        #expect(try await town.feedback(of: citizen, "?after=2").feedback.map(\.number) == [3])
      }
      guard case .push(let push) = subject else { return }
      let hints = try await town.hints("comment", of: town.bob) + town.hints("like", of: town.bob)
      #expect(
        hints.map(\.payload)
          == ["comment", "like"].map { kind in
            let did = kind == "like" ? "likes" : "commented on"
            return
              #"{"aps":{"alert":"ada \#(did) what you sent"},"kind":"\#(kind)","subject":{"push":"\#(push)"}}"#
          })
      #expect(hints.allSatisfy { $0.sender == ItemSender(kind: .person, name: "ada", id: town.ada.id) })
    }
  }

  @Test("name a message by the number that each of the two has for it")
  func messages() async throws {
    try await Town.run { town async throws in
      try await town.befriend(town.ada, town.bob)
      // Withheld from Bob, so that their numbers differ from here on.
      try await town.block(town.ada, by: town.bob)
      try await town.write("hello?", to: town.bob, by: town.ada)
      try await town.change(.DELETE, "blocks", town.ada, by: town.bob)
      try await town.write("tea?", to: town.ada, by: town.bob)
      let hers = FeedbackSubject.message(user: town.bob.id, sequence: 2)
      let his = FeedbackSubject.message(user: town.ada.id, sequence: 1)
      try await town.comment("yes", on: hers, by: town.ada)
      try await town.like(his, by: town.bob)
      #expect(try await town.feedback(of: town.ada).feedback.map(\.subject) == [hers, hers])
      #expect(try await town.feedback(of: town.bob).feedback.map(\.subject) == [his, his])
      let about = try await town.feedback(of: town.bob, "?user=\(town.ada.id)&message=1")
      #expect(about.feedback.map(\.text) == ["yes", nil])
      let hint = try #require(try await town.hints("comment", of: town.bob).first?.payload)
      #expect(hint.contains(#""subject":{"message":{"sequence":1,"user":"\#(town.ada.id)"}}"#), "\(hint)")
      // What Bob never got can be commented on by Ada, and nobody has it but her.
      #expect(try await town.comment("?", on: .message(user: town.bob.id, sequence: 1), by: town.ada).status == 201)
      #expect(try await town.feedback(of: town.bob).highest == 2)
    }
  }

  @Test("a like is one, however often it is given and taken back, and hints once")
  func likes() async throws {
    try await withMessages { town async throws in
      let subject = FeedbackSubject.message(user: town.bob.id, sequence: 1)
      #expect(try await town.like(subject, false, by: town.ada) == 204)
      #expect(try await town.feedback(of: town.ada).highest == 0)
      for isLiked in [true, true, false, false, true] {
        #expect(try await town.like(subject, isLiked, by: town.ada) == 204)
        for citizen in [town.ada, town.bob] {
          #expect(try await town.feedback(of: citizen).feedback.map(\.isTakenBack) == [!isLiked])
        }
      }
      #expect(try await town.feedback(of: town.bob, "?after=2").feedback.map(\.number) == [3])
      #expect(try await town.hints("like", of: town.bob).count == 1)
    }
  }

  @Test("100 likes at once are one like and one hint")
  func race() async throws {
    try await withMessages { town async throws in
      let subject = FeedbackSubject.message(user: town.bob.id, sequence: 1)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<100 { group.addTask { try await town.like(subject, by: town.ada) } }
        for try await status in group { #expect(status == 204) }
      }
      for citizen in [town.ada, town.bob] { #expect(try await town.feedback(of: citizen).feedback.count == 1) }
      #expect(try await town.hints("like", of: town.bob).count == 1)
    }
  }

  @Test("one that is sent again is the same; its id stands for no other")
  func repeated() async throws {
    try await withProposal { town, subject async throws in
      let id = UUID()
      for status in [201, 200, 200] {
        #expect(try await town.comment("tomorrow?", on: subject, by: town.ada, id: id).status == status)
      }
      #expect(try await town.comment("today?", on: subject, by: town.ada, id: id).status == 409)
      #expect(try await town.feedback(of: town.bob).feedback.count == 1)
      #expect(try await town.hints("comment", of: town.bob).count == 1)
      // Her id is hers: his may be the same.
      #expect(try await town.comment("x", on: subject, by: town.bob, id: id).status == 201)
    }
  }

  @Test("are nobody else's, and about nothing that is not there: one answer for all of it")
  func strangers() async throws {
    try await withMessages { town async throws in
      let eve = try await town.add("eve@example.org")
      let push = try await town.push(Self.task, to: town.ada, by: town.bob).decoded(Push.self).id
      let own = try await town.push(Self.task, to: town.ada, by: town.ada).decoded(Push.self).id
      let subjects: [FeedbackSubject] = [
        .push(push), .push(own), .push(UUID()), .message(user: town.ada.id, sequence: 1),
        .message(user: UUID(), sequence: 1), .message(user: eve.id, sequence: 1),
      ]
      var answers: Set<String> = []
      for subject in subjects {
        let answer = try await town.comment("mine", on: subject, by: eve)
        #expect(answer.status == 404)
        answers.insert(String(decoding: answer.body, as: UTF8.self))
        #expect(try await town.like(subject, by: eve) == 404)
      }
      #expect(answers.count == 1)
      // What somebody sends themselves, and numbers that no message has, are nobody's either.
      for subject in [.push(own), .message(user: town.bob.id, sequence: 3)] as [FeedbackSubject] {
        #expect(try await town.comment("mine", on: subject, by: town.ada).status == 404)
      }
      try await town.comment("ours", on: .push(push), by: town.ada)
      for query in ["", "?push=\(push)", "?user=\(town.bob.id)&message=1"] {
        #expect(try await town.feedback(of: eve, query) == FeedbackPage(highest: 0))
      }
      #expect(try await town.feedback(of: town.ada, "?push=\(push)").feedback.count == 1)
    }
  }

  @Test("whom somebody has sent to may answer without being followed; to speak again oneself, one has to be let in")
  func permission() async throws {
    try await withProposal { town, subject async throws in
      #expect(try await town.comment("why me?", on: subject, by: town.ada).status == 201)
      #expect(try await town.comment("because", on: subject, by: town.bob).status == 201)
      try await town.change(.DELETE, "follows", town.bob, by: town.ada)
      #expect(try await town.comment("please", on: subject, by: town.bob).status == 404)
      #expect(try await town.comment("no", on: subject, by: town.ada).status == 201)
    }
  }

  @Test("of somebody blocked go nowhere, and are answered, numbered and listed as if they did")
  func blocks() async throws {
    try await withMessages { town async throws in
      let subject = FeedbackSubject.message(user: town.ada.id, sequence: 1)
      let before = try await town.comment("before", on: subject, by: town.bob).decoded(Feedback.self)
      try await town.like(subject, by: town.bob)
      let count = try await town.items(of: town.ada).count
      try await town.block(town.bob, by: town.ada)
      let during = try await town.comment("during", on: subject, by: town.bob)
      let copy = try during.decoded(Feedback.self)
      #expect(during.status == 201 && copy.number == before.number + 2 && copy.user == before.user)
      #expect(try await town.like(subject, false, by: town.bob) == 204)
      #expect(try await town.feedback(of: town.bob).feedback.map(\.text) == ["before", "during", nil])
      #expect(try await town.feedback(of: town.ada) == FeedbackPage(highest: 2), "while she blocks him")
      #expect(try await town.items(of: town.ada).count == count)
      try await town.change(.DELETE, "blocks", town.bob, by: town.ada)
      let page = try await town.feedback(of: town.ada)
      #expect(page.feedback.map(\.text) == ["before", nil] && page.feedback.map(\.isTakenBack) == [false, false])
    }
  }

  @Test(
    "what a block has kept from somebody is nothing to them afterwards: what is said about it stays with its author")
  func withheldSubject() async throws {
    try await Town.run { town async throws in
      try await town.follow(town.bob, by: town.ada)
      try await town.block(town.bob, by: town.ada)
      let push = try await town.push(Self.task, to: town.ada, by: town.bob).decoded(Push.self).id
      try await town.change(.DELETE, "blocks", town.bob, by: town.ada)
      #expect(try await town.comment("hello?", on: .push(push), by: town.bob).status == 201)
      #expect(try await town.feedback(of: town.ada) == FeedbackPage(highest: 0))
      #expect(try await town.hints("comment", of: town.ada).isEmpty)
      #expect(try await town.comment("what?", on: .push(push), by: town.ada).status == 404)
    }
  }

  @Test("a block hides hints that no device has")
  func waitingHints() async throws {
    try await withMessages { town async throws in
      try await town.comment("x", on: .message(user: town.ada.id, sequence: 1), by: town.bob)
      #expect(try await town.hints("comment", of: town.ada).count == 1)
      try await town.block(town.bob, by: town.ada)
      #expect(try await town.hints("comment", of: town.ada).isEmpty)
    }
  }

  @Test("are at most so many of one to another in a day, whether they arrive or not")
  func limit() async throws {
    for isBlocked in [false, true] {
      try await withMessages { town async throws in
        if isBlocked { try await town.block(town.bob, by: town.ada) }
        let subject = FeedbackSubject.message(user: town.ada.id, sequence: 1)
        for number in 1...ServerLimits.dailyFeedbackCount {
          try await say("\(number)", about: subject, by: town.bob, town)
        }
        let refused = try await town.comment("more", on: subject, by: town.bob)
        #expect(refused.status == 429)
        #expect(
          try await town.comment("hers", on: .message(user: town.bob.id, sequence: 1), by: town.ada).status == 201)
      }
    }
  }

  @Test("about what one has erased are erased with it, and are nothing to comment on any more")
  func redaction() async throws {
    try await withProposal { town, subject async throws in
      guard case .push(let push) = subject else { return }
      try await town.comment("the safe is behind the mirror", on: subject, by: town.ada)
      try await town.redact(push)
      #expect(try await town.feedback(of: town.ada).feedback.isEmpty)
      #expect(try await town.feedback(of: town.ada, "?push=\(push)").feedback.isEmpty)
      #expect(try await town.comment("again", on: subject, by: town.ada).status == 404)
      #expect(try await town.feedback(of: town.bob).feedback.count == 1, "his copy is his")
      #expect(try await town.comment("where?", on: subject, by: town.bob).status == 404)
    }
  }

  @Test("about what a block has hidden are erased with it, too, and do not come back after the block")
  func hiddenRedaction() async throws {
    try await withProposal { town, subject async throws in
      guard case .push(let push) = subject else { return }
      try await town.comment("the safe is behind the mirror", on: subject, by: town.ada)
      try await town.follow(town.ada, by: town.bob)
      try await town.comment("which one?", on: subject, by: town.bob)
      try await town.block(town.bob, by: town.ada)
      try await town.redact(push)
      try await town.change(.DELETE, "blocks", town.bob, by: town.ada)
      #expect(try await town.feedback(of: town.ada).feedback.isEmpty)
    }
  }

  @Test("what was erased counts on for its day, is in no page, and its id stands for nothing else")
  func erasedCounts() async throws {
    try await withProposal { town, subject async throws in
      guard case .push(let push) = subject else { return }
      let id = UUID()
      for _ in 1..<ServerLimits.dailyFeedbackCount { try await say("x", about: subject, by: town.ada, town) }
      try await town.comment("last", on: subject, by: town.ada, id: id)
      #expect(try await town.comment("more", on: subject, by: town.ada).status == 429)
      try await town.redact(push)
      let other = try await town.push(Self.task, to: town.ada, by: town.bob).decoded(Push.self).id
      #expect(try await town.comment("more", on: .push(other), by: town.ada).status == 429)
      #expect(try await town.comment("last", on: .push(other), by: town.ada, id: id).status == 409)
      try await town.comment("hello", on: .push(other), by: town.bob)
      // Behind the erased ones, and yet on the first page.
      #expect(try await town.feedback(of: town.ada, "?limit=1").feedback.map(\.text) == ["hello"])
    }
  }

  @Test("count for their day also where retention has taken what they were about")
  func limitOutlivesRetention() async throws {
    try await withProposal { town, subject async throws in
      for number in 1...ServerLimits.dailyFeedbackCount {
        try await say("\(number)", about: subject, by: town.ada, town)
      }
      try await town.server.storage.expireInboxes(before: .distantPast, keeping: 0)
      #expect(try await town.feedback(of: town.ada).feedback.isEmpty)
      let other = try await town.push(Self.task, to: town.ada, by: town.bob).decoded(Push.self).id
      #expect(try await town.comment("more", on: .push(other), by: town.ada).status == 429)
    }
    try await withMessages { town async throws in
      let subject = FeedbackSubject.message(user: town.bob.id, sequence: 1)
      for number in 1...ServerLimits.dailyFeedbackCount {
        try await say("\(number)", about: subject, by: town.ada, town)
      }
      try await town.server.storage.expireMessages(before: .distantPast, keeping: 0)
      try await town.write("still there?", to: town.ada, by: town.bob)
      let again = FeedbackSubject.message(user: town.bob.id, sequence: 3)
      #expect(try await town.comment("more", on: again, by: town.ada).status == 429)
    }
  }

  @Test("those of before a block come again after it, to who asked meanwhile")
  func afterBlock() async throws {
    try await withMessages { town async throws in
      let subject = FeedbackSubject.message(user: town.ada.id, sequence: 1)
      for text in ["a", "b"] { try await town.comment(text, on: subject, by: town.bob) }
      try await town.comment("c", on: .message(user: town.bob.id, sequence: 1), by: town.ada)
      for _ in 1...2 {
        try await town.block(town.bob, by: town.ada)
        let during = try await town.feedback(of: town.ada)
        #expect(during.feedback.map(\.text) == ["c"])
        try await town.change(.DELETE, "blocks", town.bob, by: town.ada)
        let after = try await town.feedback(of: town.ada, "?after=\(during.highest)")
        #expect(after.feedback.map(\.text) == ["a", "b"] && after.highest == during.highest + 2)
        #expect(after.feedback.map(\.number) == [during.highest + 1, during.highest + 2])
      }
    }
  }

  @Test("that are withheld push out what is older, as they would have done")
  func withheldRetention() async throws {
    for isBlocked in [false, true] {
      try await withMessages { town async throws in
        if isBlocked { try await town.block(town.bob, by: town.ada) }
        let push = try await town.push(Self.task, to: town.ada, by: town.bob).decoded(Push.self).id
        for number in 1...5 {
          try await say("\(number)", about: .message(user: town.ada.id, sequence: 1), by: town.bob, town)
        }
        #expect(try await town.comment("still here?", on: .push(push), by: town.bob).status == 201)
        try await town.server.storage.expireInboxes(before: .distantPast, keeping: 5)
        #expect(try await town.comment("and now?", on: .push(push), by: town.bob).status == 404, "\(isBlocked)")
      }
    }
  }

  @Test("go with what they are about")
  func retention() async throws {
    try await withMessages { town async throws in
      let push = try await town.push(Self.task, to: town.ada, by: town.bob).decoded(Push.self).id
      try await town.comment("a", on: .push(push), by: town.ada)
      try await town.comment("b", on: .message(user: town.bob.id, sequence: 1), by: town.ada)
      try await town.server.storage.expireInboxes(before: .distantFuture, keeping: 0)
      #expect(try await town.feedback(of: town.ada).feedback.map(\.text) == ["b"])
      try await town.server.storage.expireMessages(before: .distantPast, keeping: 1)
      #expect(try await town.feedback(of: town.ada) == FeedbackPage(highest: 2))
      #expect(try await town.feedback(of: town.bob).feedback.isEmpty)
    }
  }
}
