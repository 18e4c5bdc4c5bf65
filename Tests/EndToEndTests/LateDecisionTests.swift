import Foundation
import ProcessTesting
import Testing

@Suite("Decisions that come after their time", .serialized)
struct LateDecisionTests {
  /// An hour ahead of the devices: for them nothing has expired yet.
  private let ahead: AheadServer
  private let laptop: TestVault
  private let phone: TestVault

  init() throws {
    ahead = try AheadServer(seconds: 3600)
    laptop = try .loggedIn(to: ahead.server)
    phone = try .loggedIn(to: ahead.server)
  }

  /// Sends a proposal whose time is over once this returns, and which the phone has.
  private func expiredProposal(_ title: String, number: Int) throws {
    let sent = try laptop.push(
      #"{"aps": {"alert": "\#(title)"}, "kind": "task"}"#, "--wait", "--timeout", "1", "--json")
    #expect(sent.status == 75)
    #expect(try TestVault.object(sent.output)["decision"] as? String == "expired", "\(sent)")
    _ = try phone.inboxItems { $0.first?["number"] as? Int == number && $0.first?["title"] as? String == title }
  }

  private func states(_ listing: String? = nil) throws -> [String] {
    let listing = try listing ?? phone.mustRun("inbox", "--json")
    let items = try TestVault.object(listing)["items"] as? [[String: Any]] ?? []
    return items.compactMap { $0["state"] as? String }
  }

  @Test("with a connection they are refused at once, and leave no task behind")
  func refused() throws {
    try expiredProposal("Deploy?", number: 1)
    let accepted = try phone.vault("inbox", "accept", "1")
    #expect(accepted.status == 64 && accepted.errors.contains("Item 1 has expired"), "\(accepted)")
    #expect(try !phone.mustRun("list", "--json").contains("Deploy?"))
    try expiredProposal("Roll back?", number: 2)
    #expect(try phone.vault("inbox", "reject", "2").status == 64)
    #expect(try states() == ["expired", "expired"])
    #expect(try phone.vault("inbox", "accept", "1").status == 64)
  }

  @Test("made without a connection they count for nothing: their task goes, unless it was changed, and all is told")
  func madeOffline() throws {
    try expiredProposal("Deploy?", number: 1)
    try expiredProposal("Buy milk", number: 2)
    try expiredProposal("Roll back?", number: 3)
    ahead.server.kill()
    #expect(try phone.mustRun("inbox", "accept", "1").contains("Accepted: Deploy?"))
    let milk = try phone.mustRun("inbox", "accept", "2", "--json")
    let item = try #require(try TestVault.object(milk)["item"] as? [String: Any])
    try phone.mustRun("done", try #require(item["task"] as? String))
    try phone.mustRun("inbox", "reject", "3")
    #expect(try states() == ["rejected", "accepted", "accepted"])
    try ahead.server.start()
    // What was decided is told with the next connection; what that came to, at one of the commands meanwhile.
    var told = ""
    try waitUntil("the server has refused them", 60) {
      let outcome = try phone.vault("inbox", "--json")
      told += outcome.errors
      return try states(outcome.output) == ["expired", "expired", "expired"]
    }
    told += try phone.vault("status").errors
    #expect(told.contains("you accepted it, so its task is gone; vault undo brings it back"), "\(told)")
    #expect(told.contains("you accepted it. Its task stays, since you have changed it"), "\(told)")
    #expect(told.contains("you declined it, so that does not count"), "\(told)")
    let tasks = try phone.mustRun("list", "--all", "--json")
    #expect(!tasks.contains("Deploy?") && tasks.contains("Buy milk"))
    try phone.mustRun("undo")
    #expect(try phone.mustRun("list", "--json").contains("Deploy?"))
  }
}
