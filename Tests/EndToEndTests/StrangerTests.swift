import Foundation
import Glibc
import Testing

/// Whoever can write the vault's directories can put a directory, a link or a pipe in the place of a file.
@Suite("What stands in the place of one copy of a file and is none")
struct StrangerTests {
  /// Each file that has a second copy, and what is put in its place.
  private static let places: [(file: String, kind: Int)] =
    [
      "data/credentials.db", "data/credentials.db.mirror", "state/credentials.db.generation",
      "state/credentials.db.generation.copy", "config/credentials.key", "config/credentials.key.copy", "data/tasks.db",
      "data/tasks.db.copy", "state/access.db", "state/access.db.copy", "data/credentials.db-wal", "data/tasks.db-wal",
      "data/attempts", "state/attempts.copy", "data/credential-store", "data/credential-store.copy", "data/owner",
      "data/owner.copy",
    ].enumerated().map { ($1, $0 % 3) }

  @Test("is set aside and told, and keeps nobody out", arguments: [0, 1, 2])
  func setAside(shift: Int) throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    for (number, place) in Self.places.enumerated() where number % 3 == shift {
      vault.killAgent()
      let path = vault.root.appendingPathComponent(place.file).path
      unlink(path)
      Self.put(place.kind, at: path)
      let outcome = try vault.reveal(id)
      #expect(outcome.output == "mine", "\(place.file), \(place.kind): \(outcome)")
      let isTold = place.file.contains("credentials.db") || place.file == "data/tasks.db"
      #expect(!isTold || outcome.errors.contains("set aside"), "\(place.file), \(place.kind): \(outcome.errors)")
      let status = try vault.vault("status")
      let name = (path as NSString).lastPathComponent
      #expect(
        (status.output + status.errors).contains("\(name).set-aside-1"), "\(place.file), \(place.kind): \(status)")
      #expect(try vault.vault("doctor").output.contains("\(name).set-aside-1"))
      vault.killAgent()
      let directory = (path as NSString).deletingLastPathComponent
      let aside = try FileManager.default.contentsOfDirectory(atPath: directory).filter {
        $0.contains("set-aside") && $0.hasPrefix((path as NSString).lastPathComponent)
      }
      #expect(!aside.isEmpty, "\(place.file), \(place.kind): nothing was thrown away")
      for name in aside { try FileManager.default.removeItem(atPath: "\(directory)/\(name)") }
      #expect(try vault.reveal(id).errors.isEmpty, "\(place.file), \(place.kind): all is as it was")
    }
  }

  @Test("begins no empty store where nothing else is left")
  func nothingElse() throws {
    let vault = try TestVault()
    try vault.mustRun("add", "a task")
    vault.killAgent()
    for name in ["tasks.db", "tasks.db.copy"] {
      for suffix in ["", "-wal", "-shm"] { unlink("\(vault.data)/\(name)\(suffix)") }
    }
    #expect(mkdir("\(vault.data)/tasks.db", 0o700) == 0)
    #expect(FileManager.default.createFile(atPath: "\(vault.data)/tasks.db.copy", contents: nil))
    #expect(try vault.vault("list").status != 0)
  }

  private static func put(_ kind: Int, at path: String) {
    switch kind {
    case 0: #expect(mkdir(path, 0o700) == 0)
    case 1: #expect(symlink("/dev/zero", path) == 0)
    default: #expect(mkfifo(path, 0o600) == 0)
    }
  }
}
