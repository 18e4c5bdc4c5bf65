import Foundation
import ProcessTesting
import Testing

@Suite(
  "An undo on a disk that is nearly full",
  .enabled(if: SmallDisk.isPossible, "neither root nor a user namespace may mount here"))
struct TaskTroubleUndoTests {
  private static let pin = TestVault.pin + "\n"

  private struct Status: Decodable {
    struct Store: Decodable { let count: Int }
    let store: Store
  }

  private func recordCount(_ disk: SmallDisk) throws -> Int {
    let outcome = try disk.run(["store", "status", "--json"])
    return try JSONDecoder().decode(Status.self, from: Data(outcome.output.utf8)).store.count
  }

  private func operationCount(_ disk: SmallDisk) throws -> Int {
    try disk.run(["history", "--limit", "500"]).output.split(separator: "\n").count
  }

  @Test("has taken back what it says, however little space there is, and leaves no sealed text behind")
  func undo() throws {
    let vault = try TestVault()
    let disk = try SmallDisk(under: vault, mebibytes: 4)
    #expect(try disk.run(["pin", "set", "--pin-stdin", "--no-recovery"], input: Self.pin).status == 0)
    let added = try disk.run(["add", "the task"])
    let id = String(try #require(added.output.split(separator: " ").dropFirst().first?.dropLast()))
    // Undone once, so that every record of the vault's own is there.
    #expect(try disk.run(["protect", id]).status == 0)
    #expect(try disk.run(["undo", "--pin-stdin"], input: Self.pin).status == 0)
    let count = try recordCount(disk)
    for kibibytes in stride(from: 0, through: 120, by: 20) {
      #expect(try disk.run(["protect", id]).status == 0)
      let operations = try operationCount(disk)
      if kibibytes == 0 { try disk.fill() } else { try disk.fill(leaving: kibibytes) }
      let outcome = try disk.run(["undo", "--pin-stdin"], input: Self.pin)
      let isUndone = try operationCount(disk) < operations
      #expect(isUndone == (outcome.status == 0), "\(kibibytes): \(outcome)")
      try disk.free()
      if !isUndone { #expect(try disk.run(["undo", "--pin-stdin"], input: Self.pin).status == 0) }
    }
    #expect(try disk.run(["agent", "stop"]).status == 0)
    try waitUntil("the sealed texts are gone") { try recordCount(disk) == count }
  }
}
