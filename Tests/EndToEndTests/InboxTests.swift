import Foundation
import ProcessTesting
import Testing

@Suite("The inbox, from push to task", .serialized)
struct InboxTests {
  private let server: TestServer
  private let laptop: TestVault
  private let phone: TestVault

  init() throws {
    server = try TestServer()
    laptop = try TestVault.loggedIn(to: server)
    phone = try TestVault.loggedIn(to: server)
  }

  private func items(
    of vault: TestVault, until isRight: ([[String: Any]]) -> Bool
  ) throws -> [[String: Any]] {
    try vault.inboxItems(until: isRight)
  }

  private func send(_ payload: String, _ options: String...) throws -> TestVault.Outcome {
    try laptop.run("vault", ["push", "send", "-"] + options, input: payload)
  }

  private static func states(_ items: [[String: Any]]) -> [String] { items.compactMap { $0["state"] as? String } }

  private static let task = """
    {"aps": {"alert": {"title": "Water the plants", "body": "The balcony first."}}, "kind": "task",
     "due": "2099-06-01T18:00:00Z"}
    """

  @Test("what is pushed is on every device, in order, and is accepted once")
  func acceptedOnce() throws {
    #expect(try send(Self.task).status == 0)
    #expect(try send(#"{"aps": {"alert": "Backup finished"}, "kind": "notice"}"#).status == 0)
    for device in [laptop, phone] {
      let items = try items(of: device) { $0.count == 2 }
      #expect(items.compactMap { $0["title"] as? String } == ["Backup finished", "Water the plants"])
      #expect(Self.states(items) == ["unread", "unread"])
    }
    let accepted = try phone.mustRun("inbox", "accept", "1")
    #expect(
      accepted.hasPrefix("Accepted: Water the plants is task ") && accepted.hasSuffix(", from you\n"), "\(accepted)")
    #expect(try phone.mustRun("inbox", "accept", "1").contains("Accepted"))
    let task = try items(of: phone) { _ in true }.last?["task"] as? String
    #expect(accepted.contains(" is task \(task ?? "none"),"))
    #expect(try phone.mustRun("inbox", "show", "1").contains("accepted as task \(task ?? "none")"))
    let tasks = try phone.mustRun("list", "--json")
    #expect(tasks.components(separatedBy: "Water the plants").count == 2 && tasks.contains("2099-06-01T18:00:00Z"))
    let there = try items(of: laptop) { Self.states($0).last == "accepted" }
    #expect(there.last?["task"] is NSNull, "the task is on the device that accepted it")
    let late = try laptop.vault("inbox", "reject", "1")
    #expect(late.status == 64 && late.errors.contains("the first decision stands"), "\(late)")
    #expect(try laptop.vault("inbox", "accept", "2").status == 64)
  }

  @Test("what is deleted is gone from every device and the server, and a proposal that waited is rejected")
  func deleting() throws {
    let sender = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path, "push", "send", "-", "--wait", "--timeout", "60"],
      environment: laptop.environment, input: .text(Self.task))
    #expect(try send(#"{"aps": {"alert": "Backup finished"}}"#).status == 0)
    #expect(try send(#"{"aps": {"alert": "It stays"}}"#).status == 0)
    _ = try items(of: phone) { $0.count == 3 }
    #expect(try phone.vault("inbox", "delete", "1", "99").status != 0, "all or none")
    #expect(try items(of: phone) { _ in true }.count == 3)
    #expect(
      try phone.mustRun("inbox", "delete", "1", "2").hasPrefix("2 items are deleted, here and on your other devices."))
    #expect(try sender.exitStatus(within: 60) == 1)
    for device in [phone, laptop] {
      _ = try items(of: device) { $0.count { $0["redacted"] as? Bool == true } == 2 }
      let listing = try TestVault.object(device.mustRun("inbox", "--json"))["items"] as? [[String: Any]] ?? []
      #expect(listing.compactMap { $0["title"] as? String } == ["It stays"])
    }
    let kinds = try items(of: phone) { _ in true }.compactMap { $0["kind"] as? String }
    #expect(kinds.sorted() == ["notice", "notice", "task"], "what was proposed is called so when its text is gone")
    let answer = try TestServer.ask(
      "\(server.address)/v1/inbox", ["--header", "Authorization: Bearer \(server.sessionToken())"])
    #expect(!answer.contains("Backup finished") && answer.contains("It stays"), "\(answer)")
  }

  @Test("items are read by their numbers or all at once, on every device, and a proposal still waits")
  func reading() throws {
    for _ in 1...3 { #expect(try send(Self.task).status == 0) }
    _ = try items(of: phone) { $0.count == 3 }
    #expect(try phone.vault("inbox", "read").status == 64)
    #expect(try phone.mustRun("inbox", "read", "2") == "1 item is read.\n")
    #expect(try Self.states(items(of: phone) { _ in true }) == ["unread", "pending", "unread"])
    #expect(try phone.mustRun("inbox", "read", "--all") == "2 items are read.\n")
    _ = try items(of: laptop) { Self.states($0) == ["pending", "pending", "pending"] }
  }

  @Test("silent pushes are listed with --all alone")
  func silent() throws {
    #expect(try send(#"{"aps": {"content-available": 1}, "x": 1}"#).status == 0)
    #expect(try send(#"{"aps": {"alert": "Loud"}}"#).status == 0)
    _ = try items(of: phone) { $0.count == 2 }
    let plain = try TestVault.object(phone.mustRun("inbox", "--json"))
    #expect((plain["items"] as? [Any])?.count == 1 && plain["older"] as? Int == 0)
    #expect(try phone.mustRun("inbox").contains("Loud"))
  }

  @Test("after logout and login nothing is unread, in the count and in the list, and all is there")
  func newLogin() throws {
    for _ in 1...2 { #expect(try send(Self.task).status == 0) }
    #expect(try send(#"{"aps": {"alert": "Hello"}}"#).status == 0)
    _ = try items(of: phone) { Self.states($0) == ["unread", "unread", "unread"] }
    try phone.mustRun("logout")
    try phone.mustRun("login")
    #expect(try Self.states(items(of: phone) { $0.count == 3 }) == ["read", "pending", "pending"])
    #expect(try !phone.mustRun("inbox").contains("unread"))
    #expect(try Self.states(items(of: laptop) { _ in true }) == ["unread", "unread", "unread"], "the others' stay")
    #expect(try send(#"{"aps": {"alert": "New"}}"#).status == 0)
    _ = try items(of: phone) { Self.states($0).first == "unread" }
  }

  @Test("a script waits for the decision, and its exit status says it")
  func waiting() throws {
    for (decision, status) in [("accept", 0), ("reject", 1)] {
      let count = try items(of: phone) { _ in true }.count
      let sender = try ChildProcess(
        [TestVault.programs.appendingPathComponent("vault").path, "push", "send", "-", "--wait", "--timeout", "60"],
        environment: laptop.environment, input: .text(Self.task))
      let number = try #require(try items(of: phone) { $0.count == count + 1 }.first?["number"] as? Int)
      try phone.mustRun("inbox", decision, String(number))
      #expect(try Int(sender.exitStatus(within: 60)) == status)
    }
    #expect(try send(Self.task, "--wait", "--timeout", "1").status == 75)
  }

  @Test("a due date that is over makes an overdue task, and what can't be understood harms nothing")
  func oddPayloads() throws {
    #expect(try send(#"{"aps": {"alert": "Old"}, "kind": "task", "due": "2001-01-01T00:00:00Z"}"#).status == 0)
    #expect(try send(#"{"aps": 5, "kind": 7, "x": "\u001b[2J"}"#).status == 0)
    _ = try items(of: phone) { $0.count == 2 }
    #expect(try phone.mustRun("inbox", "accept", "1").contains("Its due date has passed: the task is overdue."))
    #expect(try phone.mustRun("list", "due:overdue").contains("Old"))
    let odd = try phone.vault("inbox", "show", "2")
    #expect(odd.status == 0 && odd.output.contains("could not be understood"), "\(odd)")
    #expect(try send("no json").status != 0)
    let refused = try send(Self.task, "--to", "alias:\(UUID())")
    #expect(refused.status == 77 && refused.errors.contains("have to follow you first"), "\(refused)")
    #expect(try send(#"{"aps": {"alert": ""# + String(repeating: "x", count: 5000) + #""}}"#).status == 64)
  }

  @Test("right after the first login the inbox is there, of many items the newest, and it says how many more there are")
  func firstLook() throws {
    for number in 1...25 { #expect(try send(#"{"aps": {"alert": "n\#(number)"}}"#).status == 0) }
    let vault = try TestVault.loggedIn(to: server)
    let lines = try vault.mustRun("inbox").split(separator: "\n")
    #expect(lines.count == 42)
    #expect(lines.first?.hasPrefix("25  unread  ") == true && lines.first?.hasSuffix("  n25") == true, "\(lines)")
    #expect(lines.dropLast(3).last?.hasPrefix("6   unread  ") == true, "\(lines)")
    #expect(lines.suffix(2) == ["and 5 more: vault inbox --before 6", "25 unread"], "\(lines)")
    func numbers(_ listing: String) throws -> [Int] {
      (try TestVault.object(listing)["items"] as? [[String: Any]] ?? []).compactMap { $0["number"] as? Int }
    }
    #expect(try numbers(vault.mustRun("inbox", "--json", "--before", "6")) == [5, 4, 3, 2, 1])
    #expect(try numbers(vault.mustRun("inbox", "--json", "--limit", "0")) == Array((1...25).reversed()))
    #expect(try numbers(vault.mustRun("inbox", "--json", "--limit", "3", "--before", "20")) == [19, 18, 17])
  }

  @Test("a message that comes with a push is shown with it")
  func message() throws {
    let payload =
      #"{"aps": {"alert": "From Grace"}, "jsondata": {"id": 7, "message": "At six.", "sendername": "Grace"}}"#
    #expect(try send(payload).status == 0)
    _ = try items(of: phone) { $0.count == 1 }
    #expect(try phone.mustRun("inbox", "show", "1").hasPrefix("From Grace\n\nAt six.\n"))
  }

  @Test("after a logout there is no inbox to see, and after the next login it is whole")
  func logout() throws {
    #expect(try send(Self.task).status == 0)
    _ = try items(of: phone) { $0.count == 1 }
    try phone.mustRun("logout")
    #expect(try phone.vault("inbox").status == 77)
    #expect(try send(Self.task).status == 0)
    try phone.mustRun("login")
    #expect(try items(of: phone) { $0.count == 2 }.count == 2)
    #expect(try laptop.mustRun("devices", "--json").components(separatedBy: "\"token\"").count == 3)
  }

  @Test("a damaged inbox is put aside, told and fetched again, and no task waits for it")
  func damage() throws {
    #expect(try send(Self.task).status == 0)
    _ = try items(of: phone) { $0.count == 1 }
    try phone.mustRun("add", "Buy milk")
    phone.killAgent()
    let file = phone.root.appendingPathComponent("data/inbox.db")
    try FileManager.default.removeItem(atPath: file.path + "-wal")
    try Data(repeating: 7, count: 10_000).write(to: file)
    let outcome = try phone.vault("list")
    #expect(outcome.output.contains("Buy milk") && outcome.errors.contains("set-aside-1"), "\(outcome)")
    _ = try items(of: phone) { $0.count == 1 }
  }

  @Test("nothing is lost or doubled while an agent is killed")
  func kills() throws {
    for number in 1...30 {
      let payload = #"{"aps": {"alert": "n\#(number)"}, "kind": "notice"}"#
      #expect(try send(payload).status == 0)
      if number % 10 == 3 { phone.killAgent() }
      if number % 10 == 5 { _ = try phone.vault("inbox") }
    }
    let items = try items(of: phone) { $0.count == 20 && $0.first?["number"] as? Int == 30 }
    #expect(items.compactMap { $0["title"] as? String } == (11...30).reversed().map { "n\($0)" })
  }
}
