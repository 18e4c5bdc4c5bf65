import Foundation
import ProcessTesting
import Testing

@Suite("What is sent from a shell", .serialized)
struct PushSendTests {
  private let server: TestServer
  private let laptop: TestVault

  init() throws {
    server = try TestServer()
    laptop = try .loggedIn(to: server)
  }

  private static let task = #"{"aps": {"alert": "Deploy?"}, "kind": "task"}"#

  @Test("a push that was waited for is over with the wait")
  func overWithTheWait() throws {
    let sent = try laptop.push(Self.task, "--wait", "--timeout", "1", "--json")
    #expect(sent.status == 75)
    #expect(try TestVault.object(sent.output)["decision"] as? String == "expired", "\(sent)")
    let item = try #require(try laptop.inboxItems { $0.count == 1 }.first)
    #expect(item["state"] as? String == "expired")
    let late = try laptop.vault("inbox", "accept", "1")
    #expect(late.status == 64 && late.errors.contains("has expired"), "\(late)")
  }

  @Test("whoever waits knows the id from the beginning, and looks again by it when the agent has ended")
  func lookingAgain() throws {
    let program = TestVault.programs.appendingPathComponent("vault").path
    let sender = try ChildProcess(
      [program, "push", "send", "-", "--wait", "--timeout", "600"], environment: laptop.environment,
      input: .text(Self.task))
    try waitUntil("the id is told") { sender.errors.text.contains("vault push status ") }
    let words = sender.errors.text.split(whereSeparator: \.isWhitespace)
    let id = try #require(words.first { UUID(uuidString: String($0)) != nil }.map(String.init))
    laptop.killAgent()
    #expect(try sender.exitStatus(within: 60) == 69)
    let open = try laptop.vault("push", "status", id)
    #expect(open.status == 75 && open.output == "Nobody has decided: push \(id)\n", "\(open)")
    _ = try laptop.inboxItems { $0.count == 1 }
    try laptop.mustRun("inbox", "accept", "1")
    try waitUntil("the server knows") { try laptop.vault("push", "status", id).status == 0 }
    #expect(try TestVault.object(laptop.mustRun("push", "status", id, "--json"))["decision"] as? String == "accepted")
    let unknown = try laptop.vault("push", "status", UUID().uuidString)
    #expect(unknown.status == 64 && unknown.errors.contains("no such push"), "\(unknown)")
    #expect(try laptop.vault("push", "status", "7").status == 64)
  }

  @Test("a clock that is wrong neither shortens nor lengthens the wait")
  func wrongClock() throws {
    let fast = try EnduringDevice(server: server.address)
    try fast.restart(clock: 7200)
    let ahead = try AheadServer(seconds: 7200)
    for vault in [fast.vault, try TestVault.loggedIn(to: ahead.server)] {
      let sent = try vault.push(Self.task, "--wait", "--timeout", "2", "--json")
      #expect(try TestVault.object(sent.output)["decision"] as? String == "expired", "\(sent)")
      #expect(sent.status == 75)
    }
  }

  @Test("one with an expiry of its own outlives the wait")
  func ownExpiry() throws {
    #expect(try laptop.push(Self.task, "--wait", "--timeout", "1", "--expires", "2099-01-01T00:00Z").status == 75)
    _ = try laptop.inboxItems { $0.count == 1 }
    try laptop.mustRun("inbox", "accept", "1")
    let past = try laptop.push(Self.task, "--expires", "2001-01-01")
    #expect(past.status == 64 && past.errors.contains("in the past"), "\(past)")
  }

  @Test("a wait that nobody could end is refused before anything is sent")
  func nobodyCouldDecide() throws {
    for payload in [#"{"aps": {"alert": "Done"}}"#, #"{"kind": "like"}"#] {
      let outcome = try laptop.push(payload, "--wait")
      #expect(outcome.status == 64 && outcome.errors.contains("Only a task can be accepted"), "\(outcome)")
    }
    let alone = try laptop.push(Self.task, "--timeout", "5")
    #expect(alone.status == 64 && alone.errors.contains("--wait"), "\(alone)")
    #expect(try laptop.push(Self.task).output.contains("Sent to 1 inbox"))
    #expect(try laptop.inboxItems { !$0.isEmpty }.count == 1)
  }

  @Test("what the receiving side will not understand is told, in the words that it uses")
  func malformed() throws {
    let sent = try laptop.push(#"{"aps": {"alert": "Tea"}, "kind": "task", "due": "soon"}"#)
    #expect(sent.status == 0)
    let reason = "is neither a date with a time and a zone"
    #expect(sent.errors.contains(reason) && !sent.output.contains(reason), "\(sent)")
    _ = try laptop.inboxItems { $0.count == 1 }
    #expect(try laptop.mustRun("inbox", "show", "1").contains(reason))
    #expect(try laptop.push(Self.task).errors.isEmpty)
  }

  @Test("each device stands with what sends to it, which is then in the inbox of all")
  func devices() throws {
    let phone = try TestVault.loggedIn(to: server)
    var lines: [String] = []
    try waitUntil("both devices are registered") {
      lines = try laptop.mustRun("devices").split(separator: "\n").map(String.init)
      return lines.count == 4
    }
    let recipient = try #require(lines.last).trimmingCharacters(in: .whitespaces)
    #expect(recipient.hasPrefix("device:"))
    #expect(try laptop.push(Self.task, "--to", recipient).status == 0)
    for device in [laptop, phone] { #expect(try device.inboxItems { $0.count == 1 }.count == 1) }
  }

  @Test("with a server that is gone the next step is told, which makes no second push of one that was taken")
  func nextStep() throws {
    let task = try laptop.push(Self.task, "--json")
    let id = try #require(try TestVault.object(task.output)["id"] as? String)
    server.kill()
    let asked = try laptop.vault("push", "status", id)
    #expect(asked.status == 69 && asked.errors.contains("Ask once more later: vault push status \(id)"), "\(asked)")
    for options in [[], ["--wait", "--timeout", "5"]] {
      let sent = try laptop.run("vault", ["push", "send", "-"] + options, input: Self.task)
      #expect(sent.status == 69 && sent.errors.contains("not known") && !sent.errors.contains("by itself"), "\(sent)")
    }
    let failed = try laptop.push(Self.task)
    let words = failed.errors.split { $0.isWhitespace || $0 == ":" }.map(String.init)
    let key = try #require(words.firstIndex(of: "--key").map { words[$0 + 1] })
    try server.start()
    var ids: Set<String> = []
    try waitUntil("it is sent", 60) {
      let again = try laptop.push(Self.task, "--key", key, "--json")
      if again.status == 0, let id = try TestVault.object(again.output)["id"] as? String { ids.insert(id) }
      return !ids.isEmpty
    }
    let twice = try laptop.push(Self.task, "--key", key, "--json")
    #expect(try TestVault.object(twice.output)["id"] as? String == ids.first)
    #expect(try laptop.inboxItems { $0.count == 2 }.count == 2)
    let other = try laptop.push(#"{"aps": {"alert": "Another"}}"#, "--key", key)
    #expect(other.status == 64 && other.errors.contains("That key was used for another push"), "\(other)")
    #expect(try laptop.push(Self.task, "--key", "two words").status == 64)
  }

  @Test("one with a picture that is sent again with its key is the same push")
  func sameWithPicture() throws {
    let picture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/samples/picture.png").path
    let ids = try (0..<2).map { _ in
      let sent = try laptop.push(Self.task, "--image", picture, "--key", "plants", "--json")
      return try TestVault.object(sent.output)["id"] as? String
    }
    #expect(ids[0] != nil && ids[0] == ids[1])
    #expect(try laptop.inboxItems { !$0.isEmpty }.count == 1)
  }

  @Test("an item that can't become a task is called by its title")
  func namedByTitle() throws {
    let calendar = try TestVault(extra: ["VAULT_TASK_STORE": "icalendar", "VAULT_SERVER_URL": server.address])
    try calendar.mustRun(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    #expect(try laptop.push(#"{"aps": {"alert": "Tea\u0007"}, "kind": "task"}"#).status == 0)
    _ = try calendar.inboxItems { $0.count == 1 }
    let accepted = try calendar.vault("inbox", "accept", "1")
    #expect(accepted.status == 64 && accepted.errors.contains(#"“Tea\x07”"#), "\(accepted)")
    #expect(accepted.errors.contains("can't hold its name"))
    #expect(try calendar.inboxItems { _ in true }.first?["state"] as? String == "unread")
  }

  @Test("a server that is gone is told by status and doctor, without being waited for")
  func outage() throws {
    try waitUntil("the device is connected") { try laptop.mustRun("doctor").contains("arrive immediately") }
    #expect(try account()["disconnectedSince"] is NSNull)
    server.kill()
    try waitUntil("the agent notices") { try account()["disconnectedSince"] is String }
    #expect(try account()["state"] as? String == "loggedIn")
    #expect(try laptop.mustRun("status").contains("but not connected since"))
    let doctor = try laptop.vault("doctor")
    #expect(doctor.status == 69 && doctor.output.contains("not connected"), "\(doctor)")
    try server.start()
    try waitUntil("it is connected again", 60) { try account()["disconnectedSince"] is NSNull }
  }

  private func account() throws -> [String: Any] {
    let status = try TestVault.object(try laptop.mustRun("status", "--json"))
    return try #require(status["account"] as? [String: Any])
  }
}
