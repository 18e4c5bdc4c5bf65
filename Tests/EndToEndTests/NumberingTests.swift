import Foundation
import ProcessTesting
import Synchronization
import Testing

@Suite("A server whose numbers stand for other items than before", .serialized)
struct NumberingTests {
  /// The session that the server is asked in.
  private final class Asker: Sendable { let token = Mutex<String?>(nil) }

  private let asker = Asker()
  private let server: TestServer
  private let laptop: TestVault
  private let copy: URL

  init() throws {
    server = try TestServer()
    laptop = try .loggedIn(to: server)
    copy = server.data.appending(path: "copy-\(UUID().uuidString).sqlite")
  }

  /// Asks the server in the name of the account, in a session of its own, which is another one once that has ended.
  private func ask(_ path: String, _ body: String? = nil) throws -> String {
    func ask(_ token: String) throws -> String {
      let header = ["--header", "Authorization: Bearer \(token)"]
      return try TestServer.ask("\(server.address)\(path)", header + (body.map { ["--json", $0] } ?? []))
    }
    if let token = asker.token.withLock({ $0 }), let answer = try? ask(token) { return answer }
    let token = try server.sessionToken()
    asker.token.withLock { $0 = token }
    return try ask(token)
  }

  private func propose(_ titles: String...) throws {
    for title in titles {
      _ = try ask("/v1/pushes", #"{"payload":{"aps":{"alert":{"title":"\#(title)"}},"kind":"task"}}"#)
    }
  }

  /// What was decided, or `open`: what was only listed counts as read, or does not, as it comes.
  private static func decision(_ state: String?) -> String {
    state == "accepted" || state == "rejected" ? state ?? "" : "open"
  }

  /// The items that the server has, with what was decided, the newest first.
  private func served() throws -> [String] {
    struct Page: Decodable {
      struct Item: Decodable {
        let payload: String?
        let state: String
        var title: String { payload?.firstMatch(of: /"title":"(\w+)"/)?.1.description ?? "" }
      }
      let items: [Item]
    }
    let page = try JSONDecoder().decode(Page.self, from: Data(ask("/v1/inbox").utf8))
    return page.items.reversed().map { "\($0.title) \(Self.decision($0.state))" }
  }

  private static func shown(_ items: [[String: Any]]) -> [String] {
    items.map { "\($0["title"] as? String ?? "") \(decision($0["state"] as? String))" }
  }

  /// Waits until a device shows these items, with what was decided, the newest first.
  private func expect(_ items: [String], on vault: TestVault) throws {
    let found = try vault.inboxItems { Self.shown($0) == items }
    #expect(Self.shown(found) == items)
    #expect(found.compactMap { $0["number"] as? Int } == (0..<items.count).map { items.count - $0 })
  }

  /// Has a device notice nothing of what happens meanwhile.
  private func whileFrozen(_ vault: TestVault, _ body: () throws -> Void) throws {
    let agent = try #require(vault.agentPID)
    kill(agent, SIGSTOP)
    defer { kill(agent, SIGCONT) }
    try body()
  }

  private func tasks(_ vault: TestVault) throws -> [String] {
    struct Task: Decodable { let name: String }
    struct Listing: Decodable { let tasks: [Task] }
    return try JSONDecoder().decode(Listing.self, from: Data(vault.mustRun("list", "--json").utf8)).tasks.map(\.name)
      .sorted()
  }

  @Test("a backup put back under an agent: it shows what the server has, though that has overtaken it meanwhile")
  func overtaken() throws {
    try propose("one", "two")
    try expect(["two open", "one open"], on: laptop)
    try server.backUp(to: copy)
    try propose("three", "four")
    try expect(["four open", "three open", "two open", "one open"], on: laptop)
    try laptop.mustRun("inbox", "accept", "2")
    try waitUntil("the server knows") { try served().contains("two accepted") }
    let new = ["eight rejected", "seven rejected", "six rejected", "five rejected"]
    try whileFrozen(laptop) {
      try server.putBack(copy)
      try propose("five", "six", "seven", "eight")
      // More changes than there were.
      for number in 3...6 {
        for state in ["read", "rejected"] { _ = try ask("/v1/inbox/\(number)/state", #"{"state":"\#(state)"}"#) }
      }
      #expect(try served() == new + ["two open", "one open"])
    }
    // What was decided stays so, and the server hears of it again.
    let expected = new + ["two accepted", "one open"]
    try expect(expected, on: laptop)
    try waitUntil("the server knows again") { try served() == expected }
    #expect(try tasks(laptop) == ["two"])
    // It goes on from there.
    try propose("nine")
    try expect(["nine open"] + expected, on: laptop)
  }

  @Test("a decision that waited to be sent is about the push that it was made about, and no other")
  func decidedMeanwhile() throws {
    try propose("one", "two")
    try server.backUp(to: copy)
    try propose("three")
    try expect(["three open", "two open", "one open"], on: laptop)
    server.kill()
    for number in ["1", "3"] { try laptop.mustRun("inbox", "accept", number) }
    try whileFrozen(laptop) {
      try server.putBack(copy)
      try propose("four", "five")
    }
    let expected = ["five open", "four open", "two open", "one accepted"]
    try expect(expected, on: laptop)
    try waitUntil("the server knows of the one that it has") { try served() == expected }
    #expect(try tasks(laptop) == ["one", "three"], "what was accepted stays")
  }

  @Test("two devices, of which one was away, agree about what there is, whoever comes back first", arguments: [0, 1])
  func twoDevices(_ first: Int) throws {
    let phone = try TestVault.loggedIn(to: server)
    try propose("one", "two", "three")
    for vault in [laptop, phone] { try expect(["three open", "two open", "one open"], on: vault) }
    try server.backUp(to: copy)
    phone.killAgent()
    try propose("four")
    try expect(["four open", "three open", "two open", "one open"], on: laptop)
    try laptop.mustRun("inbox", "accept", "1")
    try laptop.mustRun("inbox", "reject", "2")
    try laptop.mustRun("inbox", "accept", "4")
    try waitUntil("the server knows") {
      try served() == ["four accepted", "three open", "two rejected", "one accepted"]
    }
    laptop.killAgent()
    try server.putBack(copy)
    try propose("five")
    let expected = ["five open", "three open", "two rejected", "one accepted"]
    let devices = first == 0 ? [laptop, phone] : [phone, laptop]
    // What the second one knows comes to the first one by the server.
    for vault in devices { _ = try vault.inboxItems { $0.count == expected.count } }
    for vault in devices { try expect(expected, on: vault) }
    try waitUntil("the server knows again") { try served() == expected }
    #expect(try tasks(laptop) == ["four", "one"])
    for vault in devices {
      vault.killAgent()
      try expect(expected, on: vault)
    }
  }

  @Test("a new epoch beside the running server ends every session, and devices have all that they had, once")
  func newEpoch() throws {
    try server.addAccount("grace@example.org")
    _ = try server.addChannel("News")
    try laptop.mustRun("channels", "join", "news")
    try propose("one", "two")
    try laptop.mustRun("channels", "send", "news", "hello")
    try laptop.mustRun("inbox", "accept", "1")
    try expect(["two open", "one accepted"], on: laptop)
    try waitUntil("the server knows") { try served() == ["two open", "one accepted"] }
    let before = try JSONSerialization.jsonObject(with: Data(ask("/v1/sequences").utf8)) as? [String: Any]
    let told = try TestServer.run(["database", "new-epoch"], server.data)
    #expect(told.contains("All sessions and invitations have ended") && told.contains("2 accounts"), "\(told)")
    #expect(try server.sessionCount() <= 1, "the agent may have logged in again")
    try propose("three")
    try expect(["three open", "two open", "one accepted"], on: laptop)
    let after = try JSONSerialization.jsonObject(with: Data(ask("/v1/sequences").utf8)) as? [String: Any]
    #expect(before?["epoch"] as? String != after?["epoch"] as? String)
    #expect(after?["epoch"] as? String != nil)
    let lines = try laptop.mustRun("channels", "history", "news")
    #expect(lines.components(separatedBy: "hello").count == 2, "\(lines)")
    #expect(try tasks(laptop) == ["one"])
  }
}
