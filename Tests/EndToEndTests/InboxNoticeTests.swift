import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

@Suite("What the desktop shows of the inbox, and when", .serialized)
struct InboxNoticeTests {
  private let server: TestServer
  private let laptop: TestVault
  private static let title = "Rotate the hunters key"

  init() throws {
    server = try TestServer()
    laptop = try .loggedIn(to: server)
  }

  private func phone(_ extra: [String: String] = [:]) throws -> TestDesktop {
    let desktop = try TestDesktop(extra: extra.merging(["VAULT_SERVER_URL": server.address]) { $1 })
    try logIn(desktop.vault)
    return desktop
  }

  private func logIn(_ vault: TestVault) throws {
    try vault.mustRun(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
  }

  private func push(_ title: String, isTask: Bool = false, _ options: String...) throws {
    let payload = #"{"aps": {"alert": "\#(title)"}, "kind": "\#(isTask ? "task" : "notice")"}"#
    let outcome = try laptop.run("vault", ["push", "send", "-"] + options, input: payload)
    #expect(outcome.status == 0, "\(outcome)")
  }

  private func sample(_ name: String) -> String { PictureDevices.samples.appending(path: name).path }

  private func waitForItems(_ count: Int, on vault: TestVault) throws {
    _ = try vault.inboxItems { $0.count == count }
  }

  private func state(of number: Int, on vault: TestVault) throws -> String? {
    let items = try TestVault.object(vault.mustRun("inbox", "--all", "--json"))["items"] as? [[String: Any]] ?? []
    return items.first { $0["number"] as? Int == number }?["state"] as? String
  }

  @Test("while a picture does not come buttons are answered and texts are protected", .timeLimit(.minutes(3)))
  func slowPicture() throws {
    let phone = try phone(["VAULT_TEST_PICTURE_SECONDS": "120"])
    try phone.vault.setPIN()
    let service = try MockNotifications(on: phone.bus)
    for (number, title) in zip(1..., [Self.title, "Second", "Third", "Fourth", "Fifth"]) {
      try push(title, isTask: true)
      try waitUntil("\(number) are shown") { try service.shown().contains(title) }
    }
    try push("Pictured", isTask: true, "--image", sample("picture.png"))
    try waitUntil("it is counted") { try service.shown().contains("1 new item") }
    server.send(SIGSTOP)
    defer { server.send(SIGCONT) }
    let answer = try TestVault.object(phone.vault.mustRun("inbox", "accept", "1", "--json"))["item"] as? [String: Any]
    try waitUntil("the place is free") { try service.calls(of: "CloseNotification").contains("[<1>]") }
    try service.invoke("reject", of: 2)
    try waitUntil("it is rejected") { try state(of: 2, on: phone.vault) == "rejected" }
    #expect(try phone.vault.vault("protect", try #require(answer?["task"] as? String)).status == 0)
    #expect(try phone.vault.traces(of: Data(Self.title.utf8)) == [])
    func isPicturedShown() throws -> Bool { try service.shown().contains("<'task-vault'>, <'Pictured'>") }
    #expect(try !isPicturedShown(), "its picture is still waited for")
    server.send(SIGCONT)
    try waitUntil("it is shown", 60) { try isPicturedShown() }
    #expect(try service.shown().contains("image-path"))
  }

  @Test("however many pictures do not come, they are waited for together", .timeLimit(.minutes(3)))
  func slowPictures() throws {
    let phone = try phone(["VAULT_TEST_PICTURE_SECONDS": "6"])
    for number in 1...5 { try push("Pictured \(number)", "--image", sample("picture.png")) }
    try waitForItems(5, on: phone.vault)
    server.send(SIGSTOP)
    defer { server.send(SIGCONT) }
    let service = try MockNotifications(on: phone.bus)
    let start = ContinuousClock.now
    try waitUntil("all are shown", 60) { try service.shown().contains("Pictured 5") }
    #expect(ContinuousClock.now - start < .seconds(20), "one after the other they take 30")
    #expect(try !service.shown().contains("image-path"))
  }

  @Test(
    "two proposals that are alike have a notification each, and each is decided by its own", .timeLimit(.minutes(3)))
  func alike() throws {
    let phone = try phone()
    let dunst = try Dunst(on: phone.bus, phone.display)
    for count in 1...3 {
      try push("Pay the rent", isTask: true)
      try waitUntil("\(count) are shown") { try dunst.displayedCount() == count }
    }
    for count in 1...3 {
      try dunst.choose("reject")
      try waitUntil("\(count) are rejected") {
        try (1...3).count { try state(of: $0, on: phone.vault) == "rejected" } == count
          && dunst.displayedCount() == 3 - count
      }
    }
    #expect(try dunst.history().contains("Item 2\\n"))
  }

  @Test(
    "the notification that counts what waits counts what the desktop has taken down, and not what the person has",
    .timeLimit(.minutes(3)))
  func timedOut() throws {
    let phone = try phone()
    let service = try MockNotifications(on: phone.bus)
    for number in 1...5 {
      try push("Notice \(number)")
      try waitUntil("\(number) are shown") { try service.shown().contains("'Notice \(number)'") }
    }
    for (number, words) in [(6, "1 new item"), (7, "2 new items")] {
      try push("Notice \(number)")
      try waitUntil("they are counted") { try service.shown().contains(words) }
    }
    let expired: UInt32 = 1
    let dismissed: UInt32 = 2
    try service.close(2, reason: dismissed)
    try service.close(3, reason: expired)
    try waitUntil("it is counted") { try service.shown().contains("'3 items in the inbox'") }
    try service.close(4, reason: expired)
    try waitUntil("it is counted, too") { try service.shown().contains("'4 items in the inbox'") }
    try phone.vault.mustRun("inbox", "read", "3")
    try waitUntil("what is read is not") {
      try service.shown().components(separatedBy: "'3 items in the inbox'").count == 3
    }
    #expect(try !service.shown().contains("'5 items in the inbox'"))
  }

  @Test(
    "what is counted and changes in quiet hours is taken down, and shown after them, also by another agent",
    .timeLimit(.minutes(3)), arguments: [false, true])
  func postponed(isRestarted: Bool) throws {
    let desktop = try TestDesktop(extra: ["VAULT_SERVER_URL": server.address])
    let hour = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date()).hour ?? 0
    let configuration = desktop.vault.root.appendingPathComponent("config/config.json")
    try FileManager.default.createDirectory(
      at: configuration.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let hours = "\((hour + 3) % 24):00-\((hour + 7) % 24):00"
    try #"{"quiet-hours": "\#(hours)"}"#.write(to: configuration, atomically: true, encoding: .utf8)
    let phone = try EnduringDevice(desktop.vault)
    for number in 1...7 { try push("Notice \(number)") }
    try waitForItems(7, on: phone.vault)
    let service = try MockNotifications(on: desktop.bus)
    try waitUntil("they are counted") { try service.shown().contains("'7 new items'") }
    try phone.clock.set(to: 5 * 3600)
    try phone.vault.mustRun("inbox", "read", "7")
    try waitUntil("it is taken down") { try service.calls(of: "CloseNotification").contains("[<1>]") }
    if isRestarted { try phone.restart(clock: 5 * 3600) }
    try phone.vault.mustRun("inbox", "read", "6")
    try phone.clock.set(to: 9 * 3600)
    try phone.vault.mustRun("inbox", "read", "5")
    try waitUntil("it is shown again") {
      let shown = try service.shown()
      // Whoever was killed before noting what it took down has the next one show that again, one by one.
      return shown.contains("'4 items in the inbox'") || (isRestarted && shown.contains("'Notice 4'"))
    }
    // Looked at now: whatever was shown in quiet hours is among the calls by this time.
    #expect(try !service.shown().contains("'6 items in the inbox'"))
  }
}
