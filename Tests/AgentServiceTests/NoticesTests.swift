import Localization
import Testing

@testable import AgentService

@Suite("What people are to be told")
struct NoticesTests {
  @Test("waits for the owner though others have filled all places with what is for anybody")
  func crowded() {
    let notices = NoticeQueue()
    for number in 0..<500 { notices.add("unknown key \(number)") }
    notices.add("one copy was mended", for: .owner)
    #expect(notices.show(to: 1).contains("one copy was mended"))
    #expect(notices.show(to: 2) == ["one copy was mended"], "another program took the others away")
    notices.acknowledge(by: 2)
    #expect(notices.show(to: 3).isEmpty)
  }

  @Test("is told to each connection once, and is the owner's to settle")
  func once() {
    let notices = NoticeQueue()
    notices.add("mended", for: .owner)
    notices.add("mended", for: .owner)
    #expect(notices.show(to: 1) == ["mended"] && notices.show(to: 1).isEmpty)
    #expect(notices.waitingForOwner == ["mended"])
    notices.acknowledge(by: 2)
    #expect(notices.waitingForOwner == ["mended"], "that one was not shown it")
    notices.acknowledge(by: 1)
    #expect(notices.waitingForOwner.isEmpty)
  }
}
