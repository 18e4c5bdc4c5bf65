import CredentialStore
import SecretMemory
import Testing

/// What every credential store promises, clause by clause. A test of an implementation runs each clause on an empty store:
///
///     @Test("keeps the contract", arguments: CredentialStoreContract.allCases)
///     func contract(clause: CredentialStoreContract) async throws {
///       try await clause.verify(MyStore(), manyItems: 1000)
///     }
enum CredentialStoreContract: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case missing = "a missing name is nil, and removing it says so"
  case replace = "a write replaces the older value"
  case remove = "a removed value is gone, and its name with it"
  case empty = "an empty value is a value"
  case largest = "1 MiB is kept exactly"
  case tooLarge = "one byte more than 1 MiB is refused and changes nothing"
  case anyBytes = "every byte is kept: NUL, newline and what is no UTF-8"
  case unicode = "names are bytes: composed and decomposed spellings differ"
  case longName = "a name of 512 bytes works"
  case concurrent = "concurrent writers lose nothing"
  case concurrentReplace = "concurrent writers of one name leave one whole value"
  case many = "many items are all there, sorted by their bytes"

  var testDescription: String { rawValue }

  /// Runs the clause on `store`, which is empty, and leaves what it wrote.
  func verify(_ store: any CredentialStore, manyItems: Int) async throws {
    switch self {
    case .missing: try await verifyMissing(store)
    case .replace: try await verifyReplace(store)
    case .remove: try await verifyRemove(store)
    case .empty: try await verifyKept([], store)
    case .largest: try await verifyKept(pattern(count: CredentialLimits.maximumValueByteCount), store)
    case .tooLarge: try await verifyTooLarge(store)
    case .anyBytes:
      try await verifyKept([0, 10, 13, 0, 255, 254, 0xC0] + (0...255).map { UInt8($0) } + [10, 0], store)
    case .unicode: try await verifyUnicode(store)
    case .longName: try await verifyKept([1], store, name: String(repeating: "ä", count: 256))
    case .concurrent: try await verifyConcurrent(store)
    case .concurrentReplace: try await verifyConcurrentReplace(store)
    case .many: try await verifyMany(store, count: manyItems)
    }
  }

  private func verifyMissing(_ store: any CredentialStore) async throws {
    let name = try credentialName("nobody")
    #expect(try await store.bytes(for: name) == nil)
    #expect(try await store.remove(name) == false)
    #expect(try await store.names() == [])
  }

  private func verifyReplace(_ store: any CredentialStore) async throws {
    let name = try credentialName("item")
    let other = try credentialName("item2")
    try await store.set(bytes: [1, 2, 3], for: name)
    try await store.set(bytes: [9], for: other)
    try await store.set(bytes: [4, 5], for: name)
    #expect(try await store.bytes(for: name) == [4, 5])
    #expect(try await store.bytes(for: other) == [9])
    #expect(try await store.names() == [name, other])
  }

  private func verifyRemove(_ store: any CredentialStore) async throws {
    let name = try credentialName("item")
    let other = try credentialName("other")
    try await store.set(bytes: [1], for: name)
    try await store.set(bytes: [2], for: other)
    #expect(try await store.remove(name))
    #expect(try await store.bytes(for: name) == nil)
    #expect(try await store.names() == [other])
    #expect(try await store.remove(name) == false)
    try await store.set(bytes: [3], for: name)
    #expect(try await store.bytes(for: name) == [3])
  }

  private func verifyKept(_ value: [UInt8], _ store: any CredentialStore, name: String = "kept") async throws {
    let name = try credentialName(name)
    try await store.set(bytes: value, for: name)
    let kept = try await store.bytes(for: name)
    #expect(kept == value, "\(value.count) bytes went in, \(kept?.count ?? -1) came out")
    #expect(try await store.names() == [name])
  }

  private func verifyTooLarge(_ store: any CredentialStore) async throws {
    let name = try credentialName("item")
    try await store.set(bytes: [7], for: name)
    await #expect(throws: CredentialStoreError(.tooLarge)) {
      try await store.set(bytes: pattern(count: CredentialLimits.maximumValueByteCount + 1), for: name)
    }
    #expect(try await store.bytes(for: name) == [7])
  }

  private func verifyUnicode(_ store: any CredentialStore) async throws {
    let spellings = ["caf\u{E9}", "cafe\u{301}", "日本語", "👩‍👩‍👧", "a b/c=d&e'\"\\", "Ω", "\u{2126}"]
    for (index, spelling) in spellings.enumerated() {
      try await store.set(bytes: [UInt8(index)], for: credentialName(spelling))
    }
    for (index, spelling) in spellings.enumerated() {
      #expect(try await store.bytes(for: credentialName(spelling)) == [UInt8(index)], "\(spelling)")
    }
    #expect(try await store.names() == spellings.map(credentialName).sorted())
  }

  private func verifyConcurrent(_ store: any CredentialStore) async throws {
    let writers = 8
    let each = 5
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          for item in 0..<each {
            try await store.set(bytes: [UInt8(writer), UInt8(item)], for: credentialName("\(writer)-\(item)"))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.names().count == writers * each)
    for writer in 0..<writers {
      for item in 0..<each {
        let kept = try await store.bytes(for: credentialName("\(writer)-\(item)"))
        #expect(kept == [UInt8(writer), UInt8(item)])
      }
    }
  }

  private func verifyConcurrentReplace(_ store: any CredentialStore) async throws {
    let name = try credentialName("contended")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...8 {
        group.addTask { try await store.set(bytes: [UInt8](repeating: UInt8(writer), count: 300), for: name) }
      }
      try await group.waitForAll()
    }
    let kept = try #require(try await store.bytes(for: name))
    #expect(kept.count == 300 && Set(kept).count == 1)
    #expect(try await store.names() == [name])
  }

  private func verifyMany(_ store: any CredentialStore, count: Int) async throws {
    for index in 0..<count { try await store.set(bytes: pattern(count: index % 50), for: credentialName("n\(index)")) }
    let expected = try (0..<count).map { try credentialName("n\($0)") }.sorted()
    #expect(try await store.names() == expected)
    for index in stride(from: 0, to: count, by: max(1, count / 50)) {
      #expect(try await store.bytes(for: credentialName("n\(index)")) == pattern(count: index % 50))
    }
  }
}

/// A name that the test knows to be valid.
func credentialName(_ name: String) throws -> CredentialName { try #require(CredentialName(name)) }

/// `count` bytes that are not all alike.
func pattern(count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

extension CredentialStore {
  /// The value as plain bytes, which only a test may hold.
  func bytes(for name: CredentialName) async throws -> [UInt8]? {
    guard let value = try await value(for: name) else { return nil }
    return value.withUnsafeBytes { Array($0) }
  }

  /// Stores plain bytes.
  func set(bytes: [UInt8], for name: CredentialName) async throws {
    try await set(SecretBytes(bytes), for: name)
  }
}
