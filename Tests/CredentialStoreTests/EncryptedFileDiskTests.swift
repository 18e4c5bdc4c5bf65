import CredentialStore
import Foundation
import Testing

@Suite("A disk that is full or can't be written")
struct EncryptedFileDiskTests {
  private func expectReadOnly(_ store: EncryptedFileStore) async throws {
    let name = try credentialName("a")
    await #expect(throws: CredentialStoreError(.readOnly)) { try await store.set(bytes: [2], for: name) }
  }

  @Test("a directory that can't be written: the error says so, and what is there can be read")
  func readOnlyDirectory() async throws {
    let place = try Place()
    let name = try credentialName("a")
    try await place.store().set(bytes: [1], for: name)
    let undo = try makeReadOnly(place.data)
    defer { undo() }
    let store = place.store()
    try await expectReadOnly(store)
    #expect(try await store.bytes(for: name) == [1])
    #expect(try await store.names() == [name])
    undo()
    #expect(try await place.store().check().isClean)
    try await place.store().set(bytes: [3], for: name)
  }

  @Test("no place for a new store: the error says so")
  func nothingCanBeMade() async throws {
    let place = try Place()
    try FileManager.default.createDirectory(atPath: place.data, withIntermediateDirectories: true)
    let undo = try makeReadOnly(place.data)
    defer { undo() }
    try await expectReadOnly(place.store())
    #expect(try await place.store().names() == [])
  }

  /// Root is stopped by a read-only mount alone; an ordinary user by the mode.
  private func makeReadOnly(_ path: String) throws -> () -> Void {
    if geteuid() == 0 {
      try run("/usr/bin/mount", "--bind", path, path)
      try run("/usr/bin/mount", "-o", "remount,bind,ro", path)
      return { _ = try? run("/usr/bin/umount", "--lazy", path) }
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: path)
    return { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path) }
  }
}
