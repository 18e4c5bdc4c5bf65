import CredentialStore
import Foundation
import Testing

@Suite("A reader written from the description of the format")
struct IndependentReaderTests {
  private struct Output: Decodable {
    let generation: UInt64
    let credentials: [String: String]
  }

  private static let reader = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Readers/encrypted_file_reader.py").path

  private func fill(_ store: EncryptedFileStore) async throws -> [String: String] {
    let values = ["a": [], "caf\u{E9}": [0, 10, 255], "big": pattern(count: 100_000)]
    for (name, value) in values { try await store.set(bytes: value, for: credentialName(name)) }
    try await store.set(bytes: [1], for: credentialName("gone"))
    try await store.remove(credentialName("gone"))
    try await store.set(bytes: [7], for: credentialName("a"))
    return [
      "a": "07", "caf\u{E9}": "000aff", "big": pattern(count: 100_000).map { String(format: "%02x", $0) }.joined(),
    ]
  }

  @Test("reads what the library wrote under a key file, from either copy")
  func keyFile() async throws {
    let place = try Place()
    let expected = try await fill(place.store())
    for path in [place.path, place.mirror] {
      let text = try run("/usr/bin/python3", Self.reader, path, "--key-file", place.keyFile.path)
      let output = try JSONDecoder().decode(Output.self, from: Data(text.utf8))
      #expect(output.credentials == expected)
      #expect(output.generation == 6)
    }
  }

  @Test("reads what the library wrote under a passphrase")
  func passphraseStore() async throws {
    let place = try Place()
    let expected = try await fill(place.store(passphrase("correct horse")))
    let text = try run(
      "/bin/sh", "-c", "printf 'correct horse\\n' | /usr/bin/python3 \"$0\" \"$1\" --passphrase-stdin", Self.reader,
      place.path)
    #expect(try JSONDecoder().decode(Output.self, from: Data(text.utf8)).credentials == expected)
  }
}
