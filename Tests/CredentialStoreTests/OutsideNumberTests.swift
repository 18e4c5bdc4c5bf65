import CredentialStore
import Foundation
import ProcessTesting
import SecretMemory
import Testing

/// Whoever reads the device key writes whatever they like, with codes that fit: they must not keep the owner out with it.
@Suite("Numbers in an encrypted file that no program of ours has written")
struct EncryptedFileNumberTests {
  private let place: Place

  init() throws { place = try Place() }

  @Test(
    "the highest generation and the oddest counts end no program, and what is stored can be read and written",
    arguments: [(Int64.max, Int64(1)), (.max, .max), (.max - 1, .max), (.max - 1, 0)])
  func state(generation: Int64, count: Int64) async throws {
    try await place.store().set(bytes: [1], for: credentialName("a"))
    try forge(generation: generation, count: count)
    let store = place.store()
    #expect(try await store.bytes(for: credentialName("a")) == [1])
    for value in [UInt8(2), 3, 4] {
      try await store.set(bytes: [value], for: credentialName("a"))
      #expect(try await place.store().bytes(for: credentialName("a")) == [value])
    }
    #expect(try await store.remove(credentialName("a")))
    try await store.set(bytes: [5], for: credentialName("b"))
    #expect(try await place.store().bytes(for: credentialName("b")) == [5])
  }

  @Test("generations that no number of this file can be are refused as damage", arguments: [Int64.min, -1])
  func negative(number: Int64) async throws {
    try await place.store().set(bytes: [1], for: credentialName("a"))
    for (generation, count) in [(number, Int64(1)), (1, number)] {
      try forge(generation: generation, count: count)
      let report = try await place.store().check()
      #expect(!report.isClean, "\(report)")
      await #expect(throws: CredentialStoreError.self) {
        try await place.store().set(bytes: [2], for: credentialName("a"))
      }
    }
  }

  /// Puts numbers into both copies, with the code of whoever has the key file.
  private func forge(generation: Int64, count: Int64) throws {
    let script = """
      import hashlib, hmac, sqlite3, sys
      key = open(sys.argv[1], "rb").read()[12:44]
      mac = lambda key, text: hmac.new(key, text, hashlib.sha256).digest()
      for path in sys.argv[4:]:
          database = sqlite3.connect(path)
          store, = database.execute("SELECT id FROM store").fetchone()
          digest, changed = database.execute("SELECT digest, changed FROM state").fetchone()
          state = mac(mac(store, key), b"credential-file/1 state" + bytes([1]))
          numbers = [int(number) for number in sys.argv[2:4]]
          text = store + b"".join(number.to_bytes(8, "big", signed=True) for number in numbers) + digest + changed
          database.execute("UPDATE state SET generation = ?, record_count = ?, code = ?", numbers + [mac(state, text)])
          database.commit()
          database.close()
      """
    try ChildProcess.run(
      ["/usr/bin/python3", "-c", script, place.keyFile.path, "\(generation)", "\(count)", place.path, place.mirror],
      environment: ["PATH": "/usr/bin:/bin"])
  }
}
