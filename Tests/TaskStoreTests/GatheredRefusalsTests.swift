import Foundation
import Testing
import VaultModel

@testable import TaskStore

@Suite("Refusals in the access log")
struct GatheredRefusalsTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  private func record(_ second: Double, program: String = "/usr/bin/vault", granted: Bool = false) -> AccessRecord {
    AccessRecord(
      date: Date(timeIntervalSinceReferenceDate: second), task: nil, action: granted ? "reveal" : "unlock",
      program: program, pid: 7, terminal: nil, granted: granted, reason: granted ? "" : "no terminal")
  }

  private func log() throws -> SQLiteAccessLog {
    try SQLiteAccessLog(path: place.path, maximumCount: 100, gathersRefusals: true)
  }

  @Test("ten thousand that are alike push out nothing, and their number stands in the log")
  func flood() async throws {
    let log = try log()
    try await log.append(record(0, granted: true))
    for number in 0..<10_000 { try await log.append(record(1 + Double(number) / 1000)) }
    let entries = try await log.newest(100)
    #expect(entries.count == 7 && entries.last?.granted == true, "\(entries.count)")
    #expect(entries[0].reason == "9995 refusals no terminal", "\(entries[0])")
  }

  @Test("nor do those of many programs, which are told apart only up to a bound")
  func programs() async throws {
    let log = try log()
    try await log.append(record(0, granted: true))
    for number in 0..<1000 { try await log.append(record(1, program: "/tmp/\(number)")) }
    let entries = try await log.newest(100)
    #expect(entries.count == 42 && entries.last?.granted == true, "\(entries.count)")
    #expect(entries[0].reason.hasPrefix("960 refusals of several kinds"), "\(entries[0])")
  }

  @Test("a PIN that was tried always stands for itself, whatever many programs are refused beside it")
  func attempts() async throws {
    let log = try log()
    for number in 0..<100 { try await log.append(record(1, program: "/tmp/\(number)")) }
    var wrong = record(1)
    (wrong.task, wrong.reason, wrong.isAttempt) = (UUID(), "wrong", true)
    for _ in 0..<3 { try await log.append(wrong) }
    for number in 0..<100 { try await log.append(record(1, program: "/tmp/\(number)")) }
    let entries = try await log.newest(200)
    #expect(entries.filter { $0.reason == "wrong" && $0.task == wrong.task }.count == 3, "\(entries.map(\.reason))")
    #expect(entries.count < 60)
  }

  @Test("what is granted comes after what was refused before it, and a minute later each stands for itself again")
  func order() async throws {
    let log = try log()
    for _ in 0..<7 { try await log.append(record(0)) }
    try await log.append(record(1, granted: true))
    try await log.append(record(61))
    try await log.append(record(62))
    try await log.close()
    let again = try self.log()
    let entries = try await again.newest(100).reversed().map { $0.granted ? "granted" : $0.reason }
    let single = "no terminal"
    #expect(entries == [single, single, single, single, single, "2 refusals no terminal", "granted", single, single])
  }

  @Test("those that were gathered are written when the log is closed")
  func closing() async throws {
    let log = try log()
    for _ in 0..<7 { try await log.append(record(0)) }
    try await log.close()
    #expect(try await self.log().newest(1)[0].reason == "2 refusals no terminal")
  }
}
