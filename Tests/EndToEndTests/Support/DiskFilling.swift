import Foundation
import ProcessTesting
import Testing

/// What tests of a disk without space do.
enum DiskFilling {
  /// Some 33 kB.
  static let longNotes = String(repeating: "long notes ", count: 3000)

  /// Adds tasks until one can't be written.
  ///
  /// - Returns: the names of those that were acknowledged, and what the one that failed said.
  static func fill(
    _ what: String = "task", run: ([String]) throws -> TestVault.Outcome
  ) throws -> (names: [String], failure: TestVault.Outcome) {
    var names: [String] = []
    for number in 0..<500 {
      let name = "\(what) \(number) of many"
      let outcome = try run(["add", name, "--notes", longNotes])
      guard outcome.status == 0 else { return (names, outcome) }
      names.append(name)
    }
    throw ChildProcess.Failure("the disk is never full")
  }

  /// Expects exactly these tasks in the list.
  static func expectNames(_ names: [String], _ run: ([String]) throws -> TestVault.Outcome) throws {
    struct Listing: Decodable {
      struct Row: Decodable { let name: String? }
      let tasks: [Row]
    }
    let outcome = try run(["list", "--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    guard outcome.status == 0 else { return }
    let listed = try JSONDecoder().decode(Listing.self, from: Data(outcome.output.utf8)).tasks.compactMap(\.name)
    #expect(listed.sorted() == names.sorted())
  }
}
