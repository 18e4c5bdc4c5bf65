import CredentialStore
import Foundation
import Testing

@Suite("The choice of a store")
struct StoreSelectionTests {
  private let keyring = InMemoryCredentialStore(), file = InMemoryCredentialStore()

  private func selection(
    _ place: Place, _ preference: StorePreference = .auto, keyring: (any CredentialStore)? = nil
  ) -> StoreSelection {
    StoreSelection(
      path: place.root + "/data/store", preference: preference, secretService: keyring ?? self.keyring, file: file,
      canaryLimit: .milliseconds(500))
  }

  @Test("a keyring that works is taken, recorded, and left without a trace of the trial")
  func keyringWorks() async throws {
    let place = try Place()
    let selected = try await selection(place).forWriting()
    #expect(selected.kind == .secretService && selected.notice == nil)
    #expect(try selection(place).recorded() == .secretService)
    #expect(await keyring.names() == [])
  }

  @Test("a pipe in the place of the record is refused, and holds up nobody", .timeLimit(.minutes(5)))
  func pipe() throws {
    let place = try Place()
    let directory = place.root + "/data"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    #expect(mkfifo(directory + "/store", 0o600) == 0)
    #expect(throws: CredentialStoreError.self) { _ = try selection(place).recorded() }
  }

  @Test("a keyring that can't store: the file is taken, and said once")
  func keyringRefuses() async throws {
    let place = try Place()
    let broken = RefusingStore(error: .init(.unavailable, "no bus"))
    let first = try await selection(place, keyring: broken).forWriting()
    #expect(first.kind == .file)
    #expect(first.notice?.contains("no bus") == true)
    let second = try await selection(place, keyring: broken).forWriting()
    #expect(second.kind == .file && second.notice == nil)
  }

  @Test("a keyring that does not answer: the file is taken all the same", .timeLimit(.minutes(5)))
  func keyringIsSilent() async throws {
    let place = try Place()
    let silent = SilentStore()
    #expect(try await selection(place, keyring: silent).forWriting().kind == .file)
    await silent.release()
  }

  @Test("a read chooses nothing")
  func reading() async throws {
    let place = try Place()
    let store = SelectedCredentialStore(selection(place)) { _ in }
    #expect(try await store.bytes(for: credentialName("a")) == nil)
    #expect(try await store.names() == [])
    #expect(try await store.remove(credentialName("a")) == false)
    #expect(try selection(place).recorded() == nil)
    #expect(try place.files() == [])
  }

  @Test("a recorded keyring that is locked or gone is an error, never another store")
  func recordedIsGone() async throws {
    let place = try Place()
    try await SelectedCredentialStore(selection(place)) { _ in }.set(bytes: [1], for: credentialName("a"))
    for code in [CredentialStoreError.Code.locked, .unavailable] {
      let gone = SelectedCredentialStore(selection(place, keyring: RefusingStore(error: .init(code)))) { _ in }
      await #expect(throws: CredentialStoreError(code)) { try await gone.bytes(for: credentialName("a")) }
      await #expect(throws: CredentialStoreError(code)) { try await gone.set(bytes: [2], for: credentialName("a")) }
      await #expect(throws: CredentialStoreError(code)) { try await gone.names() }
    }
    #expect(await file.names() == [])
  }

  @Test("another preference than the recorded choice is an error that names the remedy")
  func otherPreference() async throws {
    let place = try Place()
    _ = try await selection(place).forWriting()
    let other = selection(place, .file)
    await #expect(throws: CredentialStoreError(.unavailable)) { try await other.forWriting() }
    #expect(throws: CredentialStoreError(.unavailable)) { try other.forReading() }
  }

  @Test("a file that holds credentials is not passed over when the record was lost")
  func lostRecord() async throws {
    let place = try Place()
    try await file.set(bytes: [1], for: credentialName("a"))
    #expect(try await selection(place).forWriting().kind == .file)
  }

  @Test("the record survives damage to either copy", arguments: ["/data/store", "/data/store.copy"])
  func damagedRecord(path: String) async throws {
    let place = try Place()
    _ = try await selection(place).forWriting()
    let good = try place.bytes(place.root + path)
    for offset in good.indices {
      var damaged = good
      damaged[offset] ^= 0x20
      try place.write(damaged, to: place.root + path)
      #expect(try selection(place).recorded() == .secretService)
      #expect(try place.bytes(place.root + path) == good)
    }
  }

  @Test("a record damaged in both copies is an error, not a new choice")
  func bothDamaged() async throws {
    let place = try Place()
    _ = try await selection(place).forWriting()
    for path in ["/data/store", "/data/store.copy"] { try place.write([1, 2, 3], to: place.root + path) }
    await #expect(throws: CredentialStoreError(.damaged)) { try await selection(place).forWriting() }
  }

  @Test("several writers at once make one choice, and hear of it once")
  func concurrent() async throws {
    let place = try Place()
    let notices = Recorder<String>()
    let broken = RefusingStore(error: .init(.unavailable))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        let store = SelectedCredentialStore(selection(place, keyring: broken)) { notices.add($0) }
        group.addTask {
          try await store.set(bytes: [1], for: credentialName("n\(index)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(notices.all.count == 1)
    #expect(await file.names().count == 8)
  }

  @Test("the selected store keeps the contract", arguments: CredentialStoreContract.allCases)
  func contract(clause: CredentialStoreContract) async throws {
    let place = try Place()
    try await clause.verify(SelectedCredentialStore(selection(place)) { _ in }, manyItems: 50)
  }
}
