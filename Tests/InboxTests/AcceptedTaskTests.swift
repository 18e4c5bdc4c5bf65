import FoundationEssentials
import Testing
import VaultModel

@testable import Inbox

@Suite("The task of an accepted push")
struct AcceptedTaskTests {
  private static let now = Date(timeIntervalSince1970: 1_900_000_000)
  private let push = UUID()

  @Test("has the payload's text and due date, and its reminder on")
  func whole() {
    let payload = PushPayload(
      #"{"aps":{"alert":{"title":"Water\nthe plants","body":"All of them"}},"kind":"task","due":1900000001}"#)
    let accepted = AcceptedTask(payload, push: push, at: Self.now)
    #expect(accepted.task.name == "Water the plants" && accepted.task.notes == "All of them")
    #expect(accepted.task.dueDate == Date(timeIntervalSince1970: 1_900_000_001))
    #expect(accepted.due == .kept(Date(timeIntervalSince1970: 1_900_000_001)))
    #expect(accepted.task.notify && !accepted.task.isAllDay && accepted.task.createdAt == Self.now)
    #expect(accepted.task.reminders.count == 1)
  }

  @Test(
    "is due all day where the payload names the day beside the moment, and at the moment where no calendar has that day",
    arguments: [
      (#","due":1900000001,"day":"2030-03-17""#, true), (#","due":1900000001"#, false),
      (#","due":1900000001,"day":"2030-02-30""#, false), (#","due":1900000001,"day":"17.3.2030""#, false),
      (#","due":1900000001,"day":17"#, false), (#","due":"soon","day":"2030-03-17""#, false),
      (#","day":"2030-03-17""#, false),
    ])
  func day(members: String, isAllDay: Bool) {
    let payload = PushPayload(#"{"aps":{"alert":"Water"},"kind":"task"\#(members)}"#)
    let task = AcceptedTask(payload, push: push, at: Self.now).task
    #expect(task.isAllDay == isAllDay)
    #expect((task.dueDate == nil) == (payload.due == nil))
    #expect(isAllDay || task.dueDate == payload.due)
  }

  @Test(
    "keeps a date that is past, is not due when the date is missing or can't be read, and either is told",
    arguments: [
      ("", AcceptedTask.Due.missing), (#","due":1899999999"#, .past(Date(timeIntervalSince1970: 1_899_999_999))),
      (#","due":1900000000"#, .past(Date(timeIntervalSince1970: 1_900_000_000))), (#","due":"soon""#, .unreadable),
    ])
  func withoutDate(member: String, due: AcceptedTask.Due) {
    let payload = PushPayload(#"{"aps":{"alert":"Water"},"kind":"task"\#(member)}"#)
    let accepted = AcceptedTask(payload, push: push, at: Self.now)
    #expect(accepted.due == due && accepted.task.dueDate == payload.due && accepted.task.notify)
    #expect(accepted.task.name == "Water" && accepted.task.notes == nil)
  }

  @Test("has one kind of line breaks, whatever the sender's system has")
  func lineBreaks() {
    let payload = PushPayload(#"{"aps":{"alert":{"title":"a\r\nb","body":"one\r\ntwo\rthree\n\nfour"}},"kind":"task"}"#)
    let task = AcceptedTask(payload, push: UUID(), at: Date(timeIntervalSince1970: 0)).task
    #expect(task.name == "a b" && task.notes == "one\ntwo\nthree\n\nfour")
  }

  @Test("has no reminder when the sender wants none")
  func withoutReminder() {
    #expect(!AcceptedTask(PushPayload(#"{"kind":"task","notify":false}"#), push: push, at: Self.now).task.notify)
  }

  @Test("has an id that the push alone decides, on every device the same and for every push another")
  func ids() throws {
    let payload = PushPayload(#"{"kind":"task"}"#)
    let first = AcceptedTask(payload, push: push, at: Self.now)
    let second = AcceptedTask(payload, push: push, at: Self.now + 60)
    #expect(first.task.id == second.task.id)
    #expect(Set((0..<1000).map { _ in AcceptedTask.id(ofPush: UUID()) }).count == 1000)
    let known = try #require(UUID(uuidString: "3F2504E0-4F89-11D3-9A0C-0305E82C3301"))
    #expect(AcceptedTask.id(ofPush: known).uuidString == "73633822-B59D-891E-84E6-8BF601CE91F9")
    #expect(AcceptedTask.namespace.uuidString == "C7B1F6A4-3F0E-4D5B-9A68-2F1D7E90B3C5")
  }
}
