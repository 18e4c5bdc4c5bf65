import Foundation
import GRDB
import ProcessTesting
import Testing

@Suite("Protecting what came by a push takes it from everywhere", .serialized)
struct RedactionTests {
  private static let title = Data("Rotate the hunters key".utf8)
  private static let notes = Data("the safe opens at thirtyseven".utf8)
  private static let payload =
    #"{"aps":{"alert":{"title":"Rotate the hunters key","body":"the safe opens at thirtyseven"}},"kind":"task"}"#
  private static let picture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/samples/picture.png")

  private let server: TestServer
  private let laptop: TestVault
  /// Some bytes from the middle of the picture.
  private let pixels: Data

  init() throws {
    server = try TestServer()
    laptop = try .loggedIn(to: server)
    try laptop.setPIN()
    let bytes = try Data(contentsOf: Self.picture)
    pixels = bytes.subdata(in: bytes.count / 2..<bytes.count / 2 + 48)
  }

  private var needles: [Data] { [Self.title, Self.notes, pixels] }

  /// Accepts the item of that number.
  ///
  /// - Returns: the task's short id.
  private func accept(_ number: Int, on vault: TestVault) throws -> String {
    _ = try vault.inboxItems { $0.first?["number"] as? Int == number }
    let item = try TestVault.object(vault.mustRun("inbox", "accept", "\(number)", "--json"))["item"] as? [String: Any]
    return try #require(item?["task"] as? String)
  }

  /// Sends the proposal and accepts it on the laptop.
  private func accepted() throws -> String {
    #expect(try laptop.push(Self.payload).status == 0)
    return try accept(1, on: laptop)
  }

  /// Whether nothing of the texts is left in a vault or on the server.
  private func areClean(_ places: [(Data) throws -> [String]], of needles: [Data]) throws -> Bool {
    try needles.allSatisfy { needle in try places.allSatisfy { try $0(needle).isEmpty } }
  }

  @Test("text and picture are in no file of the server and of the device, nor of one that was away, once it is back")
  func everywhere() throws {
    let phone = try TestVault.loggedIn(to: server)
    #expect(try laptop.push(Self.payload, "--image", Self.picture.path).status == 0)
    let task = try accept(1, on: laptop)
    _ = try phone.inboxItems { $0.first?["state"] as? String == "accepted" }
    for vault in [laptop, phone] { try vault.mustRun("inbox", "image", "1") }
    phone.killAgent()
    for needle in needles {
      for holds in [laptop.traces, phone.traces, server.traces] {
        #expect(try !holds(needle).isEmpty, "the control: it is there before")
      }
    }
    let protected = try laptop.vault("protect", task)
    #expect(protected.status == 0, "\(protected)")
    let told = protected.output + protected.errors
    #expect(told.contains("its item in the inbox is emptied") && told.contains("The server has erased"), "\(told)")
    for needle in needles {
      #expect(try server.traces(of: needle) == [])
      #expect(try laptop.traces(of: needle) == [])
    }
    // The other device hears of it when it is back.
    #expect(try !phone.traces(of: Self.title).isEmpty)
    let item = try phone.inboxItems { $0.first?["title"] as? String == "Redacted" }.first
    #expect(item?["state"] as? String == "accepted" && item?["redacted"] as? Bool == true, "\(item ?? [:])")
    try waitUntil("it is gone there, too", 60) { try areClean([phone.traces], of: needles) }
    #expect(try phone.vault("inbox", "image", "1").status != 0)
    // The text is the owner's, and comes back to the task alone.
    try laptop.mustRun("unprotect", task, "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try laptop.mustRun("show", task).contains("thirtyseven"))
    #expect(try laptop.mustRun("inbox", "show", "1").contains("Redacted"))
    #expect(try server.traces(of: Self.title) == [])
  }

  @Test("without a connection it is queued, told by the command and by status, and sent with the next connection")
  func offline() throws {
    let task = try accepted()
    server.kill()
    let protected = try laptop.vault("protect", task)
    #expect(protected.status == 0, "\(protected)")
    #expect((protected.output + protected.errors).contains("copy is removed when it can be reached"), "\(protected)")
    #expect(try laptop.traces(of: Self.title) == [])
    #expect(try laptop.mustRun("status").contains("may still have a text that you have protected or deleted"))
    #expect(try laptop.vault("doctor").output.contains("redactions"))
    // Another agent remembers it.
    laptop.killAgent()
    try server.start()
    #expect(try !server.traces(of: Self.title).isEmpty, "the control")
    try waitUntil("the server has heard of it", 60) {
      try !laptop.mustRun("status").contains("may still have")
        && areClean([server.traces], of: [Self.title, Self.notes])
    }
  }

  @Test("where the inbox can't be written then, the command says so, and the next agent makes up for it")
  func heldUp() throws {
    let task = try accepted()
    var configuration = Configuration()
    // The agent may be writing.
    configuration.busyMode = .timeout(20)
    let queue = try DatabaseQueue(
      path: laptop.root.appending(path: "data/inbox.db").path, configuration: configuration)
    let outcome = try queue.inDatabase { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      defer { try? database.execute(sql: "ROLLBACK") }  // nothing was written
      let outcome = try laptop.vault("protect", task)
      laptop.killAgent()
      return outcome
    }
    #expect(try !laptop.traces(of: Self.title).isEmpty, "the control")
    try queue.close()
    #expect(outcome.status != 0 && outcome.errors.contains("could not be erased from the inbox yet"), "\(outcome)")
    try waitUntil("it is gone", 60) {
      try laptop.mustRun("status")
      return try areClean([laptop.traces, server.traces], of: [Self.title, Self.notes])
    }
    #expect(try laptop.mustRun("show", task).contains("hidden"))
  }

  @Test("others who have it keep it, and it goes from the server with the last")
  func severalRecipients() throws {
    try server.addAccount("grace@example.org")
    let grace = try TestVault.loggedIn(to: server, as: "grace@example.org")
    try grace.setPIN()
    let channel = try server.addChannel("News")
    for vault in [laptop, grace] { try vault.mustRun("channels", "join", "news") }
    #expect(try laptop.push(Self.payload, "--to", "channel:\(channel)").status == 0)
    let (mine, hers) = (try accept(1, on: laptop), try accept(1, on: grace))
    let first = try laptop.vault("protect", mine)
    #expect((first.output + first.errors).contains("Other recipients of the push keep it"), "\(first)")
    #expect(try laptop.traces(of: Self.title) == [] && !server.traces(of: Self.title).isEmpty)
    #expect(try grace.mustRun("inbox", "show", "1").contains("thirtyseven"))
    let last = try grace.vault("protect", hers)
    #expect((last.output + last.errors).contains("The server has erased"), "\(last)")
    #expect(try areClean([server.traces, grace.traces], of: [Self.title, Self.notes]))
  }

  /// Asks the server in the name of the account.
  private func ask(_ path: String, _ body: String? = nil) throws -> String {
    let header = ["--header", "Authorization: Bearer \(try server.sessionToken())"]
    return try TestServer.ask("\(server.address)\(path)", header + (body.map { ["--json", $0] } ?? []))
  }

  @Test(
    "a server that is put back to a backup is asked again, and no device takes the text from it",
    arguments: ["its numbers tell", "it has as many items and changes again"])
  func putBack(_ circumstance: String) throws {
    let task = try accepted()
    let backup = laptop.root.deletingLastPathComponent().appending(path: "backup-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: backup) }
    try waitUntil("the server knows the decision") { try ask("/v1/inbox").contains("accepted") }
    try server.backUp(to: backup)
    try laptop.mustRun("protect", task)
    #expect(try areClean([server.traces, laptop.traces], of: [Self.title, Self.notes]))
    laptop.killAgent()
    try server.putBack(backup)
    #expect(try !server.traces(of: Self.title).isEmpty, "the control: the backup has it")
    if circumstance != "its numbers tell" {
      for number in 2...4 {
        _ = try ask("/v1/pushes", #"{"payload":{"aps":{"alert":"later"}}}"#)
        _ = try ask("/v1/inbox/\(number)/state", #"{"state":"read"}"#)
      }
    }
    try waitUntil("it is gone once more", 60) {
      try laptop.mustRun("status")
      #expect(try laptop.traces(of: Self.title) == [])
      return try areClean([server.traces], of: [Self.title, Self.notes])
    }
    _ = try laptop.inboxItems { $0.last?["title"] as? String == "Redacted" }
    #expect(try laptop.traces(of: Self.title) == [])
  }

  @Test("a redaction that the server tells of empties the item and touches no task")
  func hostile() throws {
    let task = try accepted()
    let page = try TestVault.object(ask("/v1/inbox"))
    let push = try #require((page["items"] as? [[String: Any]])?.first?["push"] as? String)
    let devices = try TestVault.object(ask("/v1/devices"))
    let device = try #require((devices["devices"] as? [[String: Any]])?.first?["token"] as? String)
    _ = try ask("/v1/inbox/redactions", #"{"device":"\#(device)","pushes":["\#(push)"]}"#)
    _ = try laptop.inboxItems { $0.first?["title"] as? String == "Redacted" }
    let shown = try laptop.mustRun("show", task)
    #expect(shown.contains("Rotate the hunters key") && shown.contains("thirtyseven"), "\(shown)")
    let again = try laptop.vault("inbox", "accept", "1")
    #expect(again.status == 64 && again.errors.contains("was redacted"), "\(again)")
  }
}
