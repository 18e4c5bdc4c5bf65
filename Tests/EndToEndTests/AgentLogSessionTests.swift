import Foundation
import PrivateDesktop
import ProcessTesting
import Testing

/// Whatever a person, a sender, a server or another program calls something, is called after the west wind here, emails included.
@Suite("A whole session, and nothing of what it was about in the agent's log")
struct AgentLogSessionTests {
  private static let word = "zephyr"
  private static let email = "zephyr.mail@example.org"

  private func log(of vault: TestVault) throws -> String {
    try String(contentsOf: vault.root.appendingPathComponent("state/agent.log"), encoding: .utf8)
  }

  private func expectNothing(in vault: TestVault, but sign: String) throws {
    try vault.mustRun("agent", "stop")
    let log = try log(of: vault)
    #expect(log.contains(sign), "the control, what is looked for would be here: \(log)")
    let lines = log.split(separator: "\n").filter { $0.lowercased().contains(Self.word) }
    #expect(lines.isEmpty, "\(lines)")
  }

  private func refuse(_ vault: TestVault, _ arguments: String..., input: String = "") throws {
    let outcome = try vault.run("vault", arguments, input: input)
    #expect(outcome.status != 0, "an error path: \(arguments): \(outcome)")
  }

  private func id(of name: String, in vault: TestVault) throws -> String {
    struct Listing: Decodable {
      struct Task: Decodable {
        let id: UUID
        let name: String?
        let label: String?
      }
      let tasks: [Task]
    }
    let tasks = try JSONDecoder().decode(Listing.self, from: Data(vault.mustRun("list", "--json").utf8)).tasks
    let found = tasks.first { $0.name == name || $0.label == name }
    return try #require(found, "\(name) is a task").id.uuidString.lowercased()
  }

  // MARK: Tasks

  @Test("tasks, ordinary and protected, and their reminders, where the desktop repeats what it refuses to show")
  func tasks() throws {
    let bus = try PrivateBus()
    let notifications = try MockNotifications(on: bus, .repeating)
    let vault = try TestVault(extra: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "VAULT_LOG_LEVEL": "trace"])
    try vault.setPIN()
    try vault.mustRun(
      "add", "Zephyr title", "--notes", "Zephyr notes", "--tag", "zephyrtag", "--project", "zephyrproject", "--due",
      "in 1s", "--notify")
    let secret = try vault.addProtected("Zephyr text", label: "Zephyr label")
    try refuse(vault, "reveal", secret, "--plain", "--pin-stdin", input: "zephyr, but not the PIN\n")
    #expect(try vault.reveal(secret).output == "Zephyr text")
    try vault.mustRun("edit", secret, "--label", "Zephyr renamed")
    try vault.mustRun("edit", secret, "--text", "-", input: "Zephyr later")
    let ordinary = try id(of: "Zephyr title", in: vault)
    try vault.mustRun("edit", ordinary, "--name", "Zephyr other title")
    try vault.mustRun("subtask", "add", ordinary, "Zephyr step")
    try vault.mustRun("done", ordinary)
    try vault.mustRun("undo")
    try vault.mustRun("delete", ordinary)
    try vault.mustRun("undo")
    try refuse(vault, "edit", "zephyrless", "--name", "Zephyr")
    try refuse(vault, "subtask", "done", ordinary, "7")
    try refuse(vault, "import", "\(vault.root.path)/zephyr.json")
    try "BEGIN:VCALENDAR\nzephyr".write(toFile: "\(vault.root.path)/zephyr.ics", atomically: true, encoding: .utf8)
    try refuse(vault, "import", "\(vault.root.path)/zephyr.ics")
    try refuse(vault, "restore", "\(vault.root.path)/zephyr.backup", "--pin-stdin", input: TestVault.pin + "\n")
    try vault.mustRun("protect", ordinary, "--label", "Zephyr sealed")
    try vault.mustRun("add", "Zephyr at once", "--due", "in 1s", "--notify")
    try waitUntil("the desktop was asked to show it") {
      try notifications.shown().contains("Zephyr at once")
        && log(of: vault).contains("org.example.Error.NoRoom")
    }
    try vault.mustRun("delete", secret)
    try expectNothing(in: vault, but: "org.example.Error.NoRoom")
  }

  @Test("calendar files that are called after what is in them, broken ones and one that is there twice among them")
  func calendar() throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": "icalendar", "VAULT_LOG_LEVEL": "trace"])
    try vault.setPIN()
    try vault.mustRun("add", "Zephyr title")
    let directory = "\(vault.data)/calendar"
    let cut = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "UID:zephyr@example.org", "SUMMARY:Zephyr",
    ]
    let whole = (cut + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    let files = [
      "zephyr one": whole, "zephyr two": whole, "zephyr cut": cut.joined(separator: "\r\n"), "zephyr none": "zephyr",
    ]
    for (name, text) in files {
      try text.write(toFile: "\(directory)/\(name).ics", atomically: true, encoding: .utf8)
    }
    try waitUntil("they are read") { try vault.vault("doctor").output.contains("zephyr cut") }
    try refuse(vault, "protect", "zephyr@example.org", "--label", "Zephyr label")
    for task in ["Zephyr title", "Zephyr"] {
      _ = try vault.vault("protect", try id(of: task, in: vault), "--label", "Zephyr")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
    try vault.mustRun("agent", "stop")
    try vault.mustRun("list")
    try expectNothing(in: vault, but: "not yours alone")
  }

  // MARK: The server

  @Test("a login, pushes that are taken, declined and protected, channels and messages, with and without the server")
  func server() throws {
    let server = try TestServer()
    try server.addAccount(Self.email)
    let channel = try server.addChannel("Zephyr channel", "Zephyr description")
    let vault = try TestVault(extra: ["VAULT_SERVER_URL": server.address, "VAULT_LOG_LEVEL": "trace"])
    let login = ["login", "--email", Self.email, "--password-stdin"]
    #expect(try vault.run("vault", login, input: "zephyr, but not the password\n").status == 77)
    #expect(try vault.run("vault", login, input: TestServer.password + "\n").status == 0)
    try vault.setPIN()
    for number in 1...5 {
      #expect(try vault.push(Self.payload(number)).status == 0)
      _ = try vault.inboxItems { $0.count == number }
    }
    try vault.mustRun("inbox", "show", "1")
    try vault.mustRun("inbox", "accept", "1")
    try vault.mustRun("inbox", "reject", "2")
    try vault.mustRun("inbox", "accept", "3")
    try vault.mustRun("protect", try id(of: "Zephyr title 3", in: vault), "--label", "Zephyr sealed")
    try refuse(vault, "inbox", "accept", "2")
    try refuse(vault, "inbox", "image", "1", "--save", "\(vault.root.path)/zephyr.png")
    try vault.mustRun("messages")
    try refuse(vault, "push", "send", "-", "--to", "alias:zephyr", input: Self.payload(9))
    try vault.mustRun("channels", "join", "zephyr")
    try vault.mustRun("channels", "send", "zephyr", "Zephyr message")
    try refuse(vault, "channels", "send", "zephyrless", "Zephyr message")
    try refuse(vault, "profile", "zephyr")
    try server.removeChannel(channel)
    _ = try vault.vault("channels", "send", "zephyr", "Zephyr message")
    server.kill()
    try vault.mustRun("inbox", "accept", "4")
    try vault.mustRun("protect", try id(of: "Zephyr title 4", in: vault), "--label", "Zephyr sealed too")
    try vault.mustRun("inbox", "reject", "5")
    _ = try vault.push(Self.payload(10))
    try vault.mustRun("agent", "stop")
    try vault.mustRun("list")
    try server.start()
    try waitUntil("the server is told") { try vault.mustRun("status").contains("logged in") }
    try vault.mustRun("logout", "--forget")
    try expectNothing(in: vault, but: "item=2")
  }

  private static func payload(_ number: Int) -> String {
    """
    {"aps": {"alert": {"title": "Zephyr title \(number)", "body": "Zephyr body"}}, "kind": "task",
     "due": "2099-06-01T18:00:00Z", "image": "https://zephyr.example.org/zephyr.png",
     "jsondata": {"id": \(number), "message": "Zephyr text", "sendername": "Zephyr"}}
    """
  }
}
