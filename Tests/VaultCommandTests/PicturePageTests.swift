import AgentAPI
import Foundation
import Localization
import Terminal
import Testing

@testable import vault

@Suite("Pictures in the live list of the inbox")
struct PicturePageTests {
  private let agent = MemoryAgent()

  private func list(showing choice: PictureChoice? = nil) throws -> LiveList<InboxSource, MemoryAgent> {
    try LiveList(InboxSource(), showing: choice, agent, style: Style(isColoured: false))
  }

  private static func image(_ rows: Int, _ columns: Int) -> PictureOrWords {
    .picture(LivePicture(drawing: "\u{1B}_Ga=T,c=\(columns),r=\(rows);AAAA\u{1B}\\", rows: rows, columns: columns))
  }

  /// What was asked for comes.
  private func deliver(_ result: PictureOrWords, to list: inout LiveList<InboxSource, MemoryAgent>) throws {
    _ = list.rows()
    try list.tick()
    agent.line.result = .success(result)
    _ = try list.wake()
  }

  private func frame(_ list: inout LiveList<InboxSource, MemoryAgent>) -> LiveFrame {
    var frame = LiveFrame(rows: 12, columns: 60)
    list.draw(&frame)
    return frame
  }

  @Test(
    "Tab leads to the selected item's picture and back, Left and Right to older and newer ones, which are selected then"
  )
  func tabs() throws {
    for (title, hasPicture) in [("Oldest", true), ("Plain", false), ("Middle", true), ("Newest", true)] {
      agent.push(title, hasPicture: hasPicture)
    }
    var list = try list()
    _ = try list.handle(.down)
    _ = try list.handle(.tab)
    #expect(
      list.rows()[0] == "Middle  item 3  2 of 3"
        && list.rows().last?.hasPrefix("← older  → newer  Enter open  Tab list") == true)
    _ = try list.handle(.left)
    #expect(list.rows()[0] == "Oldest  item 1  3 of 3")
    _ = try list.handle(.left)
    #expect(list.rows().last == "There is no older picture." && list.rows()[0].hasPrefix("Oldest"))
    _ = try list.handle(.tab)
    #expect(list.pictured == nil && list.items[list.selected].title == "Oldest")
    _ = try list.handle(.up)
    _ = try list.handle(.tab)
    #expect(
      list.rows(20)[0] == "Plain  item 2" && list.rows(20).contains { $0.hasSuffix("No picture comes with this item.") }
    )
    #expect(list.rows(20).contains { $0.contains("+------") })
    _ = try list.handle(.right)
    _ = try list.handle(.right)
    #expect(list.rows()[0] == "Newest  item 4  1 of 3")
    for key in [.text("a"), .text("r")] as [Key] { _ = try list.handle(key) }
    #expect(agent.rows.allSatisfy { $0.state == .unread }, "nothing was decided that is not seen, and nothing opened")
    _ = try list.handle(.enter)
    #expect(list.page != nil && agent.rows.filter { $0.state == .pending }.map(\.title) == ["Newest"])
    _ = try list.handle(.text("q"))
    #expect(list.rows()[0].hasPrefix("Newest"), "back at the picture")
    #expect(try list.handle(.text("q")) == .stay)
    #expect(list.rows()[0] == "Inbox")
  }

  @Test(
    "the picture stands in the middle once it has come; until then, and where it can't be read, a drawing with the reason"
  )
  func drawing() throws {
    agent.push("Pictured", hasPicture: true)
    var list = try list(showing: .lastOpened)
    #expect(list.rows(24).contains { $0.hasSuffix("It is on its way.") } && frame(&list).pictureCount == 0)
    try deliver(Self.image(3, 20), to: &list)
    var expected = LiveFrame(rows: 12, columns: 60)
    for (row, line) in frame(&list).texts.enumerated() { expected.set(row, LiveText(line)) }
    guard case .picture(let picture) = Self.image(3, 20) else { return }
    expected.set(picture, row: 5, column: 20)
    #expect(frame(&list) == expected)
    // Another size is another picture.
    #expect(list.rows(30).contains { $0.hasSuffix("It is on its way.") })
    try list.tick()
    agent.line.result = .failure(Failure(.badData, "The picture can't be read."))
    _ = try list.wake()
    #expect(list.rows(30).contains { $0.hasSuffix("The picture can't be read.") })
    for key in [.text("q"), .escape, .endOfInput] as [Key] { #expect(try list.handle(key) == .leave) }
  }

  @Test("without any picture there is a drawing that says so, until one comes")
  func none() throws {
    agent.push("Plain")
    var list = try list(showing: .lastOpened)
    #expect(list.rows(20)[0] == "Pictures" && list.rows(20).contains { $0.hasSuffix(PictureText.none) })
    #expect(list.rows(5)[3].hasSuffix(PictureText.none), "a small terminal has room for the words alone")
    for key in [.left, .right, .text("a")] as [Key] { #expect(try list.handle(key) == .stay) }
    agent.push("Pictured", hasPicture: true)
    _ = try list.wake()
    _ = try list.handle(.escape)
    #expect(list.rows(20)[0] == "Pictured  item 2  1 of 1")
    _ = try list.handle(.tab)
    #expect(list.rows(20)[0] == "Inbox")
  }

  @Test("an item that goes gives way to another, and one of another user's inbox to the list")
  func changes() throws {
    agent.push("First", hasPicture: true)
    agent.push("Second", hasPicture: true)
    var list = try list(showing: .lastOpened)
    agent.rows.removeFirst()
    agent.hasNews = true
    _ = try list.wake()
    #expect(list.rows()[0] == "First  item 1  1 of 1")
    agent.change(to: "bob", with: ["His"])
    agent.rows[0].hasPicture = true
    // The view has not heard of it yet.
    agent.hasNews = false
    for key in [.right, .left, .text("r")] as [Key] { _ = try list.handle(key) }
    #expect(agent.rows[0].state == .unread && list.pictured?.target?.number == 1)
    agent.hasNews = true
    _ = try list.wake()
    #expect(list.pictured == nil && list.rows()[0] == "Inbox")
  }

  @Test("small pictures stand left of what is seen where the terminal shows images, dots until they come")
  func thumbnails() throws {
    agent.push("Plain")
    for number in 1...9 { agent.push("Pictured \(number)", hasPicture: true) }
    var list = try list()
    #expect(list.rows()[2].hasPrefix("> unread"))
    try deliver(Self.image(2, 4), to: &list)
    #expect(list.rows()[2].hasPrefix(">        unread  Pictured 9") && frame(&list).pictureCount == 1)
    #expect(list.rows()[6].hasPrefix("  ...... unread") && list.rows()[7].hasPrefix("  ......   task"))
    for _ in 1...9 { try deliver(Self.image(2, 4), to: &list) }
    // Only what is seen is asked for.
    #expect(agent.line.orders.count == 3 && frame(&list).pictureCount == 2)
    // A banner is not covered.
    agent.push("New")
    _ = try list.wake()
    #expect(list.rows()[0].contains("▌ New"))
    _ = try list.handle(.home)
    #expect(frame(&list).pictureCount == 1)
  }

  @Test("where the terminal draws with characters there are none in the list")
  func characters() throws {
    for number in 1...9 { agent.push("Pictured \(number)", hasPicture: true) }
    var list = try list()
    try deliver(.picture(LivePicture(drawing: "##\n##", rows: 2, columns: 2)), to: &list)
    for _ in 1...3 { try deliver(Self.image(2, 4), to: &list) }
    #expect(agent.line.orders.count == 1 && list.rows()[2].hasPrefix("> unread") && frame(&list).pictureCount == 0)
  }
}
