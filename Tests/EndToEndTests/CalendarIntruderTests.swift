import Foundation
import ProcessTesting
import Testing

@Suite("Calendar files that others wrote")
struct CalendarIntruderTests {
  private let vault: TestVault

  init() throws {
    vault = try TestVault(extra: ["VAULT_TASK_STORE": "icalendar"])
    try vault.setPIN()
  }

  private func write(_ name: String, _ lines: [String]) throws {
    let whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//somebody//EN"] + lines + ["END:VCALENDAR", ""]
    let place = vault.root.appendingPathComponent("data/calendar/\(name)")
    try Data(whole.joined(separator: "\r\n").utf8).write(to: place)
  }

  @Test("a mark that the owner never made keeps nobody out")
  func foreignMark() throws {
    let digits = String(repeating: "ab", count: 32)
    try vault.mustRun("list")
    try write("a.ics", ["BEGIN:VTODO", "UID:a", "SUMMARY:not mine", "X-VAULT-SEAL:1 \(digits) \(digits)", "END:VTODO"])
    try waitUntil("it is listed") { try vault.mustRun("list").contains("not mine") }
    let id = try vault.addProtected("mine")
    #expect(try vault.reveal(id).output == "mine")
  }

  @Test("a family that is deeper and longer than any vault's ends no agent, and all of it is listed")
  func deepFamily() throws {
    try vault.mustRun("add", "ordinary")
    let agent = try #require(vault.agentPID)
    for file in 0..<10 {
      let todos = (0..<3000).map { file * 3000 + $0 }.flatMap {
        [
          "BEGIN:VTODO", "UID:\($0)", "DTSTAMP:20260101T000000Z",
          $0 == 0 ? "DUE:20260101T000000Z" : "RELATED-TO:\($0 - 1)", "END:VTODO",
        ]
      }
      try write("\(file).ics", todos)
    }
    try waitUntil("it is listed") {
      try vault.mustRun("list", "--limit", "1").contains("(0/1000)")
    }
    #expect(vault.agentPID == agent)
  }
}
