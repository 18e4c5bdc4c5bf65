import Foundation
import Glibc
import ProcessTesting
import Testing
import VaultTesting

@Suite("Nothing that other programs wrote into calendar files is lost unasked")
struct CalendarCareTests {
  private let vault: TestVault
  private var calendar: String { "\(vault.data)/calendar" }

  init() throws { vault = try TestVault(extra: ["VAULT_TASK_STORE": "icalendar", "TZ": "UTC"]) }

  private func put(_ name: String, _ lines: String...) throws {
    try vault.mustRun("list")
    let text =
      (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "UID:\(name)@example.org"] + lines
      + ["END:VTODO", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    try text.write(toFile: "\(calendar)/\(name).ics", atomically: true, encoding: .utf8)
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(calendar)/\(name).ics"))
  }

  private func run(_ arguments: [String], input: String = "") throws {
    let ended = try vault.run("vault", arguments, input: input)
    try #require(ended.status == 0, "\(arguments): \(ended)")
  }

  private func id(of name: String) throws -> String {
    try waitUntil("the list shows it") { try vault.mustRun("list").contains(name) }
    let line = try vault.mustRun("list").split(separator: "\n").first { $0.contains(name) }
    return String(try #require(line?.split(separator: " ").first))
  }

  @Test("a move names what the database can't keep, and moves nothing until that is agreed to")
  func migration() throws {
    try put("shop", "SUMMARY:Go shopping", "X-THEIRS:Ann", "X-COLOR:red", "DTSTAMP:20260101T000000Z")
    try vault.mustRun("add", "Water the plants")
    _ = try id(of: "Go shopping")
    let before = try bytes("shop")
    let refused = try vault.withoutTerminal("tasks", "migrate", "--to", "sqlite")
    #expect(refused.status == 65 && refused.errors.contains("Go shopping: X-THEIRS, X-COLOR"), "\(refused)")
    #expect(!refused.errors.contains("Water the plants") && refused.errors.contains("--yes"), "\(refused)")
    #expect(try bytes("shop") == before)
    #expect(try vault.mustRun("list").contains("Go shopping"))
    let moved = try vault.vault("tasks", "migrate", "--to", "sqlite", "--yes")
    #expect(moved.status == 0 && moved.output.contains("2 tasks are in sqlite now"), "\(moved)")
    #expect(access("\(calendar)/shop.ics", F_OK) != 0)
  }

  @Test("at a terminal the move asks: anything but yes moves nothing")
  func agreement() throws {
    try put("shop", "SUMMARY:Go shopping", "X-THEIRS:An\u{1B}n", "X-COLOR:red", "DTSTAMP:20260101T000000Z")
    _ = try id(of: "Go shopping")
    for (answer, status) in [("\r", 77), ("yes\r", 0)] as [(String, Int32)] {
      let terminal = try PseudoTerminal()
      let child = try vault.start("tasks", "migrate", "--to", "sqlite", at: terminal)
      try terminal.waitForQuestion("Move them all the same? [y/N]")
      #expect(terminal.screen.everything.contains("Go shopping: X-THEIRS, X-COLOR"))
      terminal.type(answer)
      #expect(try child.waitForEnd(within: 40).status == status, "\(terminal.screen.everything)")
      #expect((access("\(calendar)/shop.ics", F_OK) == 0) == (status != 0))
    }
  }

  @Test("delete, done and notify off, taken back, leave the very same file")
  func undo() throws {
    try put(
      "shop", "DTSTAMP:20260101T000000Z", "SUMMARY:Go shopping", "LOCATION:Market", "STATUS:IN-PROCESS",
      "DUE:20300101T100000Z", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:x", "END:VALARM")
    let task = try id(of: "Go shopping")
    let before = try bytes("shop")
    for command in [["delete", task, "--yes"], ["done", task], ["notify", "off", task]] {
      try run(command)
      #expect((try? bytes("shop")) != before, "\(command)")
      try vault.mustRun("undo")
      #expect(try bytes("shop") == before, "\(command)")
    }
  }

  @Test("protect removes what may repeat the text, and its undo brings that back after the PIN")
  func protecting() throws {
    try vault.setPIN()
    try put(
      "code", "DTSTAMP:20260101T000000Z", "SUMMARY:Door code quokka", "X-ALT-DESC:<b>quokka</b>",
      "LOCATION:quokka Street")
    let task = try id(of: "Door code")
    let before = try bytes("code")
    try vault.mustRun("protect", task, "--label", "Door")
    #expect(try bytes("code@example.org").firstRange(of: Data("quokka".utf8)) == nil)
    for name in try FileManager.default.contentsOfDirectory(atPath: vault.data) {
      let content = FileManager.default.contents(atPath: "\(vault.data)/\(name)") ?? Data()
      #expect(content.firstRange(of: Data("quokka".utf8)) == nil, "\(name)")
    }
    try vault.mustRun("undo", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try bytes("code@example.org") == before)
    try vault.mustRun("protect", task)
    try vault.mustRun("edit", task, "--due", "2030-01-01")
    try vault.mustRun("unprotect", task, "--pin-stdin", input: TestVault.pin + "\n")
    let text = String(decoding: try bytes("code@example.org"), as: UTF8.self)
    #expect(
      text.contains("LOCATION:quokka Street") && text.contains("X-ALT-DESC") && text.contains("DUE;VALUE=DATE:20300101")
    )
  }

  @Test("unprotect brings nothing back that may repeat a text which was replaced while it was protected")
  func replacedText() throws {
    try vault.setPIN()
    try put("code", "DTSTAMP:20260101T000000Z", "SUMMARY:Door code quokka", "X-ALT-DESC:<b>quokka</b>")
    let task = try id(of: "Door code")
    try vault.mustRun("protect", task, "--label", "Door")
    try vault.mustRun("unlock", "--pin-stdin", "--everywhere", input: TestVault.pin + "\n")
    try vault.mustRun("edit", task, "--text", "-", input: "Door code wombat")
    let opened = try vault.vault("unprotect", task, "--pin-stdin", input: TestVault.pin + "\n")
    #expect(opened.status == 0 && opened.errors.contains("its text was changed since"), "\(opened)")
    let text = String(decoding: try bytes("code@example.org"), as: UTF8.self)
    #expect(text.contains("wombat") && !text.contains("quokka"), "\(text)")
  }

  @Test("an undo leaves what another program has written since, dated or not")
  func theirs() throws {
    try put("trip", "SUMMARY:Trip", "DTSTAMP:20260101T000000Z")
    let trip = try id(of: "Trip")
    try run(["edit", trip, "--priority", "high"])
    try put(
      "pack", "SUMMARY:Pack", "DESCRIPTION:their notes", "RELATED-TO:trip@example.org", "DTSTAMP:20260101T000000Z")
    try waitUntil("the step is seen") { try vault.mustRun("show", trip).contains("Pack") }
    try run(["undo"])
    #expect(try String(decoding: bytes("pack"), as: UTF8.self).contains("their notes"))
    #expect(try vault.mustRun("show", trip).contains("Pack") && !vault.mustRun("show", trip).contains("high"))
    try run(["done", trip])
    let text = String(decoding: try bytes("trip"), as: UTF8.self)
    try text.replacingOccurrences(of: "SUMMARY:Trip", with: "SUMMARY:Journey")
      .write(toFile: "\(calendar)/trip.ics", atomically: true, encoding: .utf8)
    try waitUntil("the name is seen") { try vault.mustRun("show", trip).contains("Journey") }
    try run(["undo"])
    #expect(try vault.mustRun("list").contains("Journey"))
    try run(["edit", trip, "--name", "Tour"])
    let renamed = String(decoding: try bytes("trip"), as: UTF8.self)
    try renamed.replacingOccurrences(of: "SUMMARY:Tour", with: "SUMMARY:Voyage")
      .write(toFile: "\(calendar)/trip.ics", atomically: true, encoding: .utf8)
    try waitUntil("the other name is seen") { try vault.mustRun("show", trip).contains("Voyage") }
    let refused = try vault.vault("undo")
    #expect(refused.status == 65 && refused.errors.contains("Something else has changed in \(trip)"), "\(refused)")
    #expect(try vault.mustRun("show", trip).contains("Voyage"))
    #expect(refused.errors.contains("vault undo --skip"), "\(refused)")
    #expect(try vault.mustRun("undo", "--skip").contains("Left as it is (edit): \(trip)"))
    #expect(try vault.mustRun("history").contains("(undo passes over it)"))
    #expect(try vault.vault("undo").status == 64, "there is no change before")
  }

  @Test("a change whose task was deleted elsewhere names it, and can be passed over")
  func deletedElsewhere() throws {
    try vault.mustRun("add", "Water the plants")
    try put("trip", "SUMMARY:Trip", "DTSTAMP:20260101T000000Z")
    let trip = try id(of: "Trip")
    try run(["edit", trip, "--priority", "high"])
    #expect(unlink("\(calendar)/trip.ics") == 0)
    try waitUntil("the list shows it no more") { try !vault.mustRun("list").contains("Trip") }
    let refused = try vault.vault("undo")
    #expect(refused.status == 65 && refused.errors.contains("Something else has deleted \(trip) since"), "\(refused)")
    #expect(refused.errors.contains("vault undo --skip"), "\(refused)")
    let skipped = try vault.mustRun("undo", "--skip", "--json")
    #expect(skipped.contains("\"isSkipped\" : true") || skipped.contains("\"isSkipped\":true"), "\(skipped)")
    try run(["undo"])
    #expect(try !vault.mustRun("list").contains("Water the plants"))
    #expect(try vault.vault("undo").status == 64, "nothing is left to take back")
  }

  @Test("a date that a calendar leaves out is never the next one, and a changed occurrence is neither lost nor doubled")
  func excluded() throws {
    try put(
      "water", "SUMMARY:Water", "DTSTAMP:20260101T000000Z", "DTSTART:20400101T090000Z", "DUE:20400101T090000Z",
      "RRULE:FREQ=DAILY", "EXDATE:20400102T090000Z,20400103T090000Z", "END:VTODO", "BEGIN:VTODO",
      "UID:water@example.org", "RECURRENCE-ID:20400105T090000Z", "DUE:20400105T200000Z", "SUMMARY:Water late",
      "DTSTAMP:20260101T000000Z")
    let water = try id(of: "Water")
    let before = try bytes("water")
    try run(["done", water])
    let text = String(decoding: try bytes("water"), as: UTF8.self)
    #expect(text.contains("DUE:20400104T090000"), "\(text)")
    #expect(text.components(separatedBy: "RECURRENCE-ID:20400105T090000Z").count == 2, "\(text)")
    #expect(try !vault.mustRun("list", "--all").contains("Water late"))
    try run(["undo"])
    #expect(try bytes("water") == before)
  }

  @Test("unprotect brings alarms back also where the task was changed since it was protected")
  func alarmsOfChanged() throws {
    try vault.setPIN()
    let alarm = ["BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT15M", "END:VALARM"]
    try put(
      "call", "SUMMARY:Call", "DUE:20301224T180000Z", "DTSTAMP:20260101T000000Z", alarm[0], alarm[1], alarm[2], alarm[3]
    )
    let call = try id(of: "Call")
    try run(["protect", call, "--label", "Phone", "--pin-stdin"], input: TestVault.pin + "\n")
    #expect(try !String(decoding: bytes("call@example.org"), as: UTF8.self).contains("AUDIO"))
    try run(["edit", call, "--priority", "low"])
    try run(["unprotect", call, "--pin-stdin"], input: TestVault.pin + "\n")
    let text = String(decoding: try bytes("call@example.org"), as: UTF8.self)
    #expect(text.contains("ACTION:AUDIO") && !text.contains("X-VAULT-ALARM"), "\(text)")
  }

  @Test("a to-do that never said when it was made is told no date of 1970")
  func undated() throws {
    try put("old", "SUMMARY:Old thing")
    let task = try id(of: "Old thing")
    try vault.mustRun("edit", task, "--priority", "high")
    let text = String(decoding: try bytes("old"), as: UTF8.self)
    #expect(text.contains("PRIORITY:1") && !text.contains(":1970"), "\(text)")
    #expect(try vault.mustRun("list").contains("Old thing"))
  }
}
