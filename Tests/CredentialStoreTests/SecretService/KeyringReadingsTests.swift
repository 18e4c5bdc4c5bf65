import CredentialStore
import Foundation
import PrivateDesktop
import ProcessTesting
import SecretMemory
import Testing

extension SecretServiceSuites {
  @Suite("What a request has read of a real GNOME Keyring")
  struct KeyringReadingsTests {
    private let keyring: PrivateKeyring
    private let store: SecretServiceStore
    private let monitor: BusMonitor
    private let names: [CredentialName]

    init() async throws {
      keyring = try PrivateKeyring()
      store = keyring.bus.store()
      names = try (0..<5).map { try credentialName("item \($0)") }
      for (index, name) in names.enumerated() { try await store.set(bytes: [UInt8(index)], for: name) }
      monitor = try BusMonitor(on: keyring.bus)
    }

    /// The calls of the service while `body` runs.
    private func calls(_ body: () async throws -> Void) async throws -> [String] {
      let before = try monitor.calls().count
      try await body()
      return try monitor.calls().dropFirst(before).map(\.method).filter { $0.contains(".Secret.") }
        .compactMap { $0.split(separator: ".").last.map(String.init) }
    }

    private func check(_ name: CredentialName, _ value: [UInt8]?) async throws {
      #expect(try await store.bytes(for: name) == value)
    }

    @Test("many items come at once, whatever their number")
    func together() async throws {
      let seen = try await calls {
        try await store.request {
          store.expectManyReads()
          for _ in 0..<2 {
            for (index, name) in names.enumerated() { try await check(name, [UInt8(index)]) }
          }
        }
      }
      #expect(seen == ["SearchItems", "GetSecrets"])
    }

    @Test("one item is asked for by itself, once a request and again in the next")
    func alone() async throws {
      for _ in 0..<2 {
        let seen = try await calls {
          try await store.request {
            for _ in 0..<2 { try await check(names[1], [1]) }
          }
        }
        #expect(seen == ["SearchItems", "GetSecret"])
      }
      let seen = try await calls { for _ in 0..<2 { try await check(names[1], [1]) } }
      #expect(seen == ["SearchItems", "GetSecret", "SearchItems", "GetSecret"], "outside of any request")
    }

    @Test("what is written is one call where it was read, and is read again, by every request")
    func writing() async throws {
      let seen = try await calls {
        try await store.request {
          store.expectManyReads()
          try await check(names[2], [2])
          try await store.request { try await store.set(bytes: [9], for: names[2]) }
          try await check(names[2], [9])
          try await store.set(bytes: [8], for: names[2])
          try await check(names[2], [8])
          #expect(try await store.remove(names[3]))
          try await check(names[3], nil)
        }
      }
      #expect(
        seen.starts(with: [
          "SearchItems", "GetSecrets", "SearchItems", "CreateItem", "SearchItems", "GetSecret", "CreateItem",
        ]))
    }

    @Test("a lock ends what was read, and nothing more is kept")
    func forgetting() async throws {
      let seen = try await calls {
        try await store.request {
          try await check(names[0], [0])
          store.forgetRead()
          for _ in 0..<2 { try await check(names[0], [0]) }
        }
      }
      #expect(seen.count == 6, "\(seen)")
    }

    @Test("a task that outlives its request asks anew")
    func outliving() async throws {
      let task = try await store.request {
        try await check(names[0], [0])
        return Task { [store, name = names[0]] in try await store.bytes(for: name) }
      }
      _ = try await task.value
      let late = try await store.request {
        Task { [store, name = names[4]] in
          try await Task.detached { try await store.set(bytes: [7], for: name) }.value
          return try await store.bytes(for: name)
        }
      }
      #expect(try await late.value == [7])
    }

    @Test("a collection that is locked in the middle of a request takes no write without being unlocked")
    func lockedMeanwhile() async throws {
      let store = keyring.bus.store(mayPrompt: false)
      try await store.request {
        store.expectManyReads()
        try await check(names[0], [0])
        try keyring.lock()
        let seen = try await failure { try await store.set(bytes: [1], for: names[0]) }
        #expect(seen.code == .locked)
        #expect(try await failure { _ = try await store.bytes(for: names[0]) }.code == .locked, "read again")
      }
    }

    @Test("an item that is none of ours keeps no other from being read")
    func foreign() async throws {
      let attributes = try foreignAttributes()
      _ = try keyring.bus.run(["secret-tool", "store", "--label", "any"] + attributes, input: "no envelope")
      try await store.request {
        store.expectManyReads()
        for (index, name) in names.enumerated() { try await check(name, [UInt8(index)]) }
      }
    }

    /// The attributes of an item of the namespace that has no name of its own.
    private func foreignAttributes() throws -> [String] {
      let printed = try keyring.bus.search("xdg:schema", "io.vault.Credential")
      let line = try #require(printed.split(separator: "\n").first { $0.hasPrefix("attribute.namespace = ") })
      let namespace = String(line.dropFirst("attribute.namespace = ".count))
      return ["xdg:schema", "io.vault.Credential", "namespace", namespace, "id", "another"]
    }
  }
}

extension SecretServiceStore {
  /// A request that may throw whatever it wants.
  fileprivate nonisolated func request<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await duringRequest(body)
  }
}
