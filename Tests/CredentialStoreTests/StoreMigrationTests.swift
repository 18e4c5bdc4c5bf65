import CredentialStore
import Foundation
import Testing

@Suite("Moving between stores")
struct StoreMigrationTests {
  private let keyring = InMemoryCredentialStore(), file = InMemoryCredentialStore()

  private func selection(
    _ place: Place, keyring: (any CredentialStore)? = nil, file: (any CredentialStore)? = nil
  ) -> StoreSelection {
    StoreSelection(
      path: place.root + "/data/store", preference: .auto, secretService: keyring ?? self.keyring,
      file: file ?? self.file)
  }

  private func fill(_ place: Place, count: Int = 6) async throws -> [CredentialName: [UInt8]] {
    let store = SelectedCredentialStore(selection(place)) { _ in }
    var expected: [CredentialName: [UInt8]] = [:]
    for index in 0..<count { expected[try credentialName("n\(index)")] = pattern(count: index * 10) }
    for (name, value) in expected { try await store.set(bytes: value, for: name) }
    return expected
  }

  private func contents(_ store: any CredentialStore) async throws -> [CredentialName: [UInt8]] {
    var contents: [CredentialName: [UInt8]] = [:]
    for name in try await store.names() { contents[name] = try await store.bytes(for: name) }
    return contents
  }

  @Test("takes everything along, tells how far it is, and leaves the old store empty")
  func whole() async throws {
    let place = try Place()
    let expected = try await fill(place)
    let told = Recorder<StoreMigration.Progress>()
    let moved = try await StoreMigration(selection(place)).run(to: .file) { told.add($0) }
    #expect(moved == 6)
    #expect(try await contents(file) == expected)
    #expect(await keyring.names() == [])
    #expect(try selection(place).recorded() == .file)
    #expect(try StoreMigration(selection(place)).unfinished() == nil)
    let steps = told.all.map(\.step)
    #expect(steps.first == .copying && steps.last == .cleaned)
    let order = StoreMigration.Step.allCases
    #expect(steps == order.flatMap { step in steps.filter { $0 == step } })
    #expect(try await StoreMigration(selection(place)).run(to: .secretService) == 6)
    #expect(try await contents(keyring) == expected)
    #expect(await file.names() == [])
  }

  @Test(
    "stopped at any call to either store and run again, it loses nothing", arguments: [true, false], [true, false])
  func stopped(inOld: Bool, actsFirst: Bool) async throws {
    var call = 0
    var didBreak = true
    while didBreak {
      let test = StoreMigrationTests()
      let place = try Place()
      let expected = try await test.fill(place, count: 3)
      let faulty = FaultyStore(inOld ? test.keyring : test.file, breakingAt: call, actsFirst: actsFirst)
      let broken = test.selection(place, keyring: inOld ? faulty : nil, file: inOld ? nil : faulty)
      do { try await StoreMigration(broken).run(to: .file) } catch { #expect(error == .init(.unavailable)) }
      didBreak = await faulty.didBreak
      // Whatever the choice is now, it leads to every value.
      let visible = try await test.contents(SelectedCredentialStore(test.selection(place)) { _ in })
      #expect(visible == expected, "after call \(call)")
      try await StoreMigration(test.selection(place)).run(to: .file)
      #expect(try await test.contents(test.file) == expected, "after call \(call)")
      #expect(await test.keyring.names() == [], "after call \(call)")
      #expect(try test.selection(place).recorded() == .file)
      call += 1
    }
    #expect(call > 6)
  }

  @Test("stopped by its callback at any step and run again, it loses nothing")
  func stoppedByCallback() async throws {
    // 3 copied, verified, switched, 3 removed, cleaned: nine calls.
    for stopAt in 0..<9 {
      let test = StoreMigrationTests()
      let place = try Place()
      let expected = try await test.fill(place, count: 3)
      let calls = Recorder<StoreMigration.Progress>()
      let migration = StoreMigration(test.selection(place))
      await #expect(throws: CredentialStoreError(.cancelled)) {
        try await migration.run(to: .file) { progress throws(CredentialStoreError) in
          if calls.add(progress) == stopAt { throw CredentialStoreError(.cancelled) }
        }
      }
      #expect(try await test.contents(SelectedCredentialStore(test.selection(place)) { _ in }) == expected)
      // Writing goes on between the two runs, and counts.
      let name = try credentialName("between")
      try await SelectedCredentialStore(test.selection(place)) { _ in }.set(bytes: [5], for: name)
      try await migration.run(to: .file)
      #expect(try await test.contents(test.file) == expected.merging([name: [5]]) { $1 })
    }
  }

  @Test("a move the other way is refused until the first one is done")
  func otherWay() async throws {
    let place = try Place()
    _ = try await fill(place)
    let faulty = FaultyStore(file, breakingAt: 3, actsFirst: true)
    let broken = StoreMigration(selection(place, file: faulty))
    await #expect(throws: CredentialStoreError(.unavailable)) { try await broken.run(to: .file) }
    let migration = StoreMigration(selection(place))
    await #expect(throws: CredentialStoreError(.failed)) { try await migration.run(to: .secretService) }
    #expect(try migration.unfinished()?.target == .file)
    #expect(try await migration.run(to: .file) == 6)
  }

  @Test("a target that holds other credentials is refused")
  func strangers() async throws {
    let place = try Place()
    _ = try await fill(place)
    try await file.set(bytes: [1], for: credentialName("stranger"))
    let migration = StoreMigration(selection(place))
    await #expect(throws: CredentialStoreError(.failed)) { try await migration.run(to: .file) }
    #expect(await keyring.names().count == 6)
    #expect(await file.names().count == 1)
  }

  @Test("writers wait while a move is under way, and then write to the new store")
  func writersWait() async throws {
    let place = try Place()
    _ = try await fill(place)
    let store = SelectedCredentialStore(selection(place), timeLimit: .milliseconds(20)) { _ in }
    let refused = Recorder<CredentialStoreError>()
    let observed = ObservedStore(file) {
      do { try await store.set(bytes: [1], for: credentialName("during")) } catch let error as CredentialStoreError {
        refused.add(error)
      }
    }
    try await StoreMigration(selection(place, file: observed)).run(to: .file)
    #expect(refused.all.contains(.init(.timedOut)))
    #expect(await file.names().count == 6)
  }

  @Test("to a real encrypted file and back")
  func realFile() async throws {
    let place = try Place()
    let expected = try await fill(place)
    let real = place.store()
    try await StoreMigration(selection(place, file: real)).run(to: .file)
    #expect(try await contents(real) == expected)
    #expect(try await real.check().isClean)
    try await StoreMigration(selection(place, file: real)).run(to: .secretService)
    #expect(try await contents(keyring) == expected)
    #expect(try await real.names() == [])
  }
}
