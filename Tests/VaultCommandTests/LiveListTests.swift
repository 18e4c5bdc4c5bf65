import AgentAPI
import Foundation
import Localization
import Terminal
import Testing

@testable import vault

@Suite("Live lists")
struct LiveListTests {
  private let agent = MemoryAgent()
  private let clock = TestClock()

  private func list() throws -> LiveList<InboxSource, MemoryAgent> {
    let clock = clock
    return try LiveList(InboxSource(), agent, style: Style(isColoured: false)) { clock.time }
  }

  @Test("the newest item is first, and the selection stays on its item when others come")
  func selection() throws {
    for number in 1...3 { agent.push("Item \(number)") }
    var list = try list()
    #expect(list.rows()[0] == "Inbox" && list.rows()[2].hasPrefix("> unread  Item 3"))
    _ = try list.handle(.down)
    agent.push("Item 4")
    _ = try list.wake()
    #expect(list.items[list.selected].title == "Item 2")
    for _ in 0..<9 { _ = try list.handle(.text("k")) }
    agent.push("Item 5")
    _ = try list.wake()
    // A key that is pressed just then is meant for what was selected.
    #expect(list.items[list.selected].title == "Item 4")
    _ = try list.handle(.escape)
    #expect(list.rows(4)[2].hasPrefix("> unread  Item 4"))
    #expect(try list.handle(.text("q")) == .leave)
  }

  @Test("a banner tells of what came, and leaves after five seconds")
  func banner() throws {
    agent.push("Old")
    var list = try list()
    #expect(list.banner == nil && list.deadline == nil)
    agent.push("New")
    _ = try list.wake()
    #expect(list.banner?.title == "New" && list.banner?.line == "task: first")
    #expect(list.rows()[0].hasPrefix(" ▌ New") && list.rows()[1].hasPrefix(" ▌ task: first"))
    #expect(list.deadline == clock.time + .seconds(5))
    clock.time += .seconds(4)
    agent.push("Newer")
    agent.push("Newest")
    _ = try list.wake()
    #expect(list.rows()[0].hasPrefix(" ▌ Newest  and 2 more"))
    clock.time += .seconds(5)
    #expect(list.banner == nil && list.deadline == nil && list.rows()[0] == "Inbox")
  }

  @Test("what a key says of a banner goes with the banner")
  func bannerHint() throws {
    agent.push("Old")
    var list = try list()
    agent.push("New")
    _ = try list.wake()
    _ = try list.handle(.text("a"))
    #expect(list.message == "Enter opens what has just come, Esc dismisses it.")
    try list.tick()
    #expect(!list.message.isEmpty)
    clock.time += .seconds(5)
    try list.tick()
    #expect(list.message.isEmpty)
  }

  @Test("Enter opens what the banner tells of, Escape dismisses it; then they are the list's again")
  func bannerKeys() throws {
    agent.push("Old")
    var list = try list()
    agent.push("New")
    _ = try list.wake()
    _ = try list.handle(.enter)
    #expect(list.rows()[0] == "New" && list.banner == nil)
    _ = try list.handle(.text("q"))
    agent.push("Newer")
    _ = try list.wake()
    _ = try list.handle(.escape)
    #expect(list.banner == nil && list.page == nil)
    _ = try list.handle(.end)
    _ = try list.handle(.enter)
    #expect(list.rows()[0] == "Old")
  }

  @Test("a key that is under way hits no other item where the one it was meant for is gone, open or selected")
  func gone() throws {
    for isOpen in [true, false] {
      let agent = MemoryAgent()
      for title in ["Old", "Meant"] { agent.push(title) }
      var list = try LiveList(InboxSource(), agent, style: Style(isColoured: false))
      if isOpen { _ = try list.handle(.enter) }
      agent.rows.removeFirst()
      agent.push("Newer")
      _ = try list.wake()
      for key in [.text("a"), .text("r")] as [Key] { _ = try list.handle(key) }
      #expect(list.page == nil && agent.rows.allSatisfy { $0.state == .unread })
      _ = try list.handle(.escape)
      _ = try list.handle(.text("a"))
      #expect(agent.rows.allSatisfy { $0.state == .unread })
      _ = try list.handle(.up)
      for _ in 1...2 { _ = try list.handle(.text("a")) }
      #expect(agent.rows[0].state == .accepted, "it is the person's again")
    }
  }

  @Test("what is silent or was decided elsewhere drops no banner")
  func silent() throws {
    var list = try list()
    agent.push("Silent", isSilent: true)
    agent.push("Decided", state: .accepted)
    _ = try list.wake()
    #expect(list.banner == nil && list.items.map(\.title) == ["Decided"])
  }

  @Test("Enter on a banner leads where a click on the desktop's notification leads: to messages, or to who follows")
  func bannerPlaces() throws {
    var list = try list()
    agent.push("Hello", place: .messages)
    _ = try list.wake()
    #expect(try list.handle(.enter) == .leave)
    guard case .messages = list.question else { throw Failure(.unsupported, "no messages") }
    try list.answered("")
    agent.push("bob follows you", place: .profile)
    _ = try list.wake()
    _ = try list.handle(.enter)
    #expect(list.rows()[0] == "ada" && list.rows().contains("1 follower"))
    _ = try list.handle(.text("q"))
    #expect(list.page == nil)
  }

  @Test("a pressed twice accepts, r rejects, also in the details; what asks for the PIN leads to the main screen")
  func deciding() throws {
    for title in ["Third", "Second", "First"] { agent.push(title, verify: title == "Third") }
    var list = try list()
    _ = try list.handle(.text("a"))
    #expect(list.rows().last == "Press a again to accept “First”." && agent.rows[0].state == .unread)
    _ = try list.handle(.text("a"))
    #expect(list.message.hasPrefix("Accepted: First") && list.rows()[2].hasPrefix("> accepted  First"))
    _ = try list.handle(.down)
    _ = try list.handle(.enter)
    for _ in 1...2 { _ = try list.handle(.text("r")) }
    #expect(list.message == "Declined: Second" && list.rows().contains { $0.contains("declined") })
    _ = try list.handle(.text("q"))
    _ = try list.handle(.down)
    #expect(try list.handle(.text("a")) == .leave)
    #expect(list.question?.item?.number == 1)
    try list.answered("Accepted.")
    #expect(list.question == nil && list.rows().last == "Accepted.")
  }

  @Test(
    "one key decides nothing: any other takes the question back, and so does another state of the item, or what comes",
    arguments: [false, true])
  func question(isOpen: Bool) throws {
    for title in ["Other", "Proposal"] { agent.push(title) }
    var list = try list()
    if isOpen { _ = try list.handle(.enter) }
    let asked = "Press r again to reject “Proposal”."
    for key in [.text("a"), .text("q"), .down, .enter, .escape, .tab] as [Key] {
      _ = try list.handle(.text("r"))
      #expect(list.rows().last == asked)
      #expect(try list.handle(key) == .stay && list.rows().last != asked, "\(key)")
      #expect((list.page == nil) != isOpen && list.selected == 0 && list.pictured == nil, "it does nothing else")
    }
    for key in [.focusOut, .focusIn, .reportsFocus(true), .attributes(showsSixel: true), .redraw] as [Key] {
      _ = try list.handle(.text("r"))
      _ = try list.handle(key)
      #expect(list.rows().last == asked, "nobody pressed \(key)")
      _ = try list.handle(.escape)
    }
    _ = try list.handle(.text("r"))
    agent.rows[0].state = .pending
    agent.hasNews = true
    _ = try list.wake()
    #expect(isOpen || list.decision.question == asked, "that it was read changes nothing")
    agent.rows[0].state = .accepted
    agent.hasNews = true
    _ = try list.wake()
    #expect(list.decision.question == nil)
    _ = try list.handle(.text("r"))
    #expect(list.message == "There is nothing to decide: the task was accepted already.")
    agent.rows[0].state = .pending
    agent.hasNews = true
    _ = try list.wake()
    _ = try list.handle(.text("r"))
    agent.push("Newer")
    _ = try list.wake()
    #expect(list.decision.question == nil)
    #expect(agent.rows.allSatisfy { $0.state == .unread || $0.state == .pending })
  }

  @Test("the last row offers a and r where they do something, and says what q does")
  func keys() throws {
    agent.push("Notice", kind: "notice")
    agent.push("Decided", state: .rejected)
    agent.push("Proposal")
    var list = try list()
    for offers in [true, false, false] {
      #expect(list.rows(12, 90).last?.contains("a accept  r reject") == offers)
      _ = try list.handle(.enter)
      #expect(list.rows(12, 90).last?.contains("a accept  r reject") == offers)
      #expect(list.rows(12, 90).last?.hasSuffix("q back") == true)
      for key in [.text("q"), .down] as [Key] { _ = try list.handle(key) }
    }
    _ = try list.handle(.text("r"))
    #expect(list.message == "There is nothing to decide: it is a notice." && agent.rows[2].state == .read)
    let direct = try LiveList(InboxSource(), opening: 1, agent, style: Style(isColoured: false))
    var opened = direct
    #expect(opened.rows(12, 90).last?.hasSuffix("q back, qq quit") == true)
  }

  @Test("what was open goes when another user logs in, and no key meant for it reaches an item of theirs")
  func anotherUser() throws {
    for title in ["Hers", "Hers too"] { agent.push(title) }
    var list = try list()
    _ = try list.handle(.enter)
    agent.change(to: "bob", with: ["His", "His too"])
    // The view has not heard of it yet.
    agent.hasNews = false
    for key in ["a", "r"] as [Unicode.Scalar] {
      _ = try list.handle(.text(key))
      #expect(list.message == "That item is not there any more.")
    }
    _ = try list.handle(.text("q"))
    _ = try list.handle(.text("r"))
    #expect(list.message == "That item is not there any more." && agent.rows.allSatisfy { $0.state == .unread })
    _ = try list.handle(.enter)
    #expect(list.page == nil && agent.rows.allSatisfy { $0.state == .unread })
    agent.change(to: "ada", with: ["Hers again"])
    _ = try list.wake()
    _ = try list.handle(.enter)
    agent.change(to: "bob", with: ["His"])
    _ = try list.wake()
    #expect(list.page == nil && list.banner == nil && list.items.map(\.title) == ["His"])
    #expect(list.rows().last == "Another user has logged in: ↑↓ selects what is theirs.")
    // What was typed before the person could see that.
    for key in [.text("a"), .text("r"), .enter] as [Key] { _ = try list.handle(key) }
    #expect(list.page == nil && agent.rows.allSatisfy { $0.state == .unread })
    _ = try list.handle(.down)
    for _ in 1...2 { _ = try list.handle(.text("r")) }
    #expect(agent.rows.allSatisfy { $0.state == .rejected })
  }

  @Test(
    "the open item is shown as it is now, also when it was decided elsewhere, and goes when it is not there any more")
  func openItemChanges() throws {
    agent.push("Proposal")
    var list = try list()
    _ = try list.handle(.enter)
    agent.rows[0].state = .rejected
    agent.hasNews = true
    _ = try list.wake()
    #expect(list.rows().contains { $0.contains("declined") })
    agent.rows = []
    agent.hasNews = true
    _ = try list.wake()
    #expect(list.page == nil)
  }

  @Test("an item that is opened at once leads back to the list, where it is selected")
  func opening() throws {
    for title in ["Third", "Second", "First"] { agent.push(title) }
    var list = try LiveList(InboxSource(), opening: 2, agent, style: Style(isColoured: false))
    #expect(list.rows()[0] == "Second" && list.rows(12, 90).last?.hasSuffix("qq quit") == true)
    #expect(try list.handle(.text("q")) == .stay)
    #expect(list.rows()[0] == "Inbox" && list.items[list.selected].title == "Second")
    #expect(try list.handle(.text("q")) == .leave)
    #expect(throws: Failure.self) {
      try LiveList(InboxSource(), opening: 9, agent, style: Style(isColoured: false))
    }
  }

  @Test("a picture stands above the text, is seen whole or not at all, and gives way to a banner")
  func picture() throws {
    agent.picture = LivePicture(drawing: "##\n##\n##", rows: 1, columns: 2)
    agent.push("Pictured")
    var list = try list()
    _ = try list.handle(.enter)
    #expect(list.rows()[3] == "Pictured" && list.rows().prefix(3).allSatisfy(\.isEmpty))
    // It does not fit: the text alone is shown.
    #expect(list.rows(4)[0] == "Pictured")
    _ = list.rows(7)
    _ = try list.handle(.down)
    #expect(list.rows(7)[0] == "Pictured")
    _ = try list.handle(.up)
    #expect(list.rows(7)[3] == "Pictured")
    agent.push("Banner")
    _ = try list.wake()
    #expect(list.rows()[0].hasPrefix(" ▌ Banner") && list.rows()[3] == "Pictured")
  }

  @Test("a message opened is its sender's name in the middle; a banner's item over it is accepted and rejected")
  func messages() throws {
    agent.pushed = [MessageRow(number: 1, key: 3, id: 7, text: "Tea?", senderName: "Grace", receivedAt: Date())]
    var list = try LiveList(MessagesSource(), agent, style: Style(isColoured: false))
    _ = try list.handle(.enter)
    #expect(list.rows(12, 21)[4] == "        Grace" && list.rows(12, 21)[0].isEmpty)
    _ = try list.handle(.text("a"))
    #expect(list.message.isEmpty)
    for (key, words) in [("a", "Accepted: Proposal"), ("r", "Declined: Proposal")] {
      agent.push("Proposal")
      _ = try list.wake()
      _ = try list.handle(.enter)
      #expect(list.rows()[0] == "Proposal" && list.rows().last?.contains("a accept  r reject") == true)
      for _ in 1...2 { _ = try list.handle(.text(try #require(key.unicodeScalars.first))) }
      #expect(list.message.hasPrefix(words))
    }
    _ = try list.handle(.text("q"))
    #expect(list.rows()[0] == "Messages")
  }

  @Test("titles and texts of others can't steer the terminal, and nothing is wider than it")
  func hostile() throws {
    agent.push("\u{1B}[2J\u{202E}" + String(repeating: "漢", count: 99))
    var list = try list()
    agent.push("\u{9B}H")
    _ = try list.wake()
    for columns in [1, 2, 7, 30] {
      for row in list.rows(9, columns) {
        #expect(row.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
      }
    }
  }
}
