import Foundation
import Glibc
import PrivateDesktop
import Testing

@Suite("One flipped byte anywhere in a stored file")
struct DamageTests {
  private static let flipsPerFile = 4
  /// What commands may say about damage: it is named as such, or it made the file a foreign or unsafe one.
  private static let allowed: Set<Int32> = [0, 65]

  @Test("is mended, or named with exit 65 while the rest stays readable", arguments: ["data", "config", "state"])
  func flips(directory: String) async throws {
    let vault = try TestVault()
    try vault.setPIN()
    try await vault.makeVerificationCheap()
    let ids = try (0..<3).map { try vault.addProtected("text \($0)", label: "Label \($0)") }
    try vault.mustRun("add", "an open task")
    #expect(try vault.reveal(ids[0]).output == "text 0")
    // A crash, so that what SQLite keeps beside its files is there to be damaged too.
    vault.killAgent()
    let sound = try Snapshot(of: vault)
    var random = SplitMix(state: 20_261_121)
    for file in try sound.files(in: directory) {
      for place in file.places(Self.flipsPerFile, &random) {
        vault.killAgent()
        try sound.restore()
        try file.flip(place, bit: UInt8(random.next() % 8))
        try check(vault, ids, "\(directory)/\(file.name), byte \(place) of \(file.count)")
      }
    }
  }

  private func check(_ vault: TestVault, _ ids: [String], _ what: String) throws {
    let list = try vault.vault("list")
    let store = try vault.vault("store", "check")
    var reveals = [try vault.reveal(ids[0])]
    if reveals[0].status != 0 { reveals += try ids.dropFirst().map { try vault.reveal($0) } }
    let doctor = try vault.vault("doctor")
    let all = [list, store] + reveals
    for outcome in all {
      #expect(Self.allowed.contains(outcome.status), "\(what): \(outcome.status) \(outcome.output) \(outcome.errors)")
      #expect(outcome.status == 0 || !outcome.errors.isEmpty || !outcome.output.isEmpty, "\(what): named")
    }
    #expect([0, 65, 69].contains(doctor.status), "\(what): doctor \(doctor.status) \(doctor.errors)")
    for (number, outcome) in reveals.enumerated() where outcome.status == 0 {
      #expect(outcome.output == "text \(number)", "\(what)")
    }
    #expect(reveals.contains { $0.status == 0 }, "\(what): the rest stays readable: \(reveals)")
    if list.status == 0 {
      #expect(list.output.contains("an open task") && list.output.contains("Label 2"), "\(what): \(list.output)")
    }
  }
}

/// The files of a vault as they were.
private struct Snapshot {
  /// One file that can be damaged.
  struct File {
    let url: URL
    let bytes: Data
    var name: String { url.lastPathComponent }
    var count: Int { bytes.count }

    /// The first, the last, and others in between.
    func places(_ wanted: Int, _ random: inout SplitMix) -> Set<Int> {
      var places: Set = [0, count - 1]
      while places.count < min(wanted, count) { places.insert(Int(random.next() % UInt64(count))) }
      return places
    }

    func flip(_ place: Int, bit: UInt8) throws {
      var damaged = bytes
      damaged[place] ^= 1 << bit
      let handle = try FileHandle(forWritingTo: url)
      try handle.write(contentsOf: damaged)
      try handle.close()
    }
  }

  private let root: URL
  private let copy: URL
  private static let parts = ["data", "config", "state"]

  init(of vault: TestVault) throws {
    root = vault.root
    copy = root.appendingPathComponent("sound")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
    for part in Self.parts {
      try FileManager.default.copyItem(at: root.appendingPathComponent(part), to: copy.appendingPathComponent(part))
    }
  }

  /// Puts everything back.
  func restore() throws {
    for part in Self.parts {
      try FileManager.default.removeItem(at: root.appendingPathComponent(part))
      try FileManager.default.copyItem(at: copy.appendingPathComponent(part), to: root.appendingPathComponent(part))
    }
  }

  /// What holds something of lasting value: no locks, no shared memory, no log.
  func files(in part: String) throws -> [File] {
    let passing = ["-shm", ".lock", ".turn", ".use", ".log"]
    let place = copy.appendingPathComponent(part)
    return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
      .filter { name in !passing.contains { name.hasSuffix($0) } }
      .map { name in
        File(
          url: root.appendingPathComponent(part).appendingPathComponent(name),
          bytes: try Data(contentsOf: place.appendingPathComponent(name)))
      }
      .filter { !$0.bytes.isEmpty }
  }
}
