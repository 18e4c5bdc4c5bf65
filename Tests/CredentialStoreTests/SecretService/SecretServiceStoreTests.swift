import CredentialStore
import Foundation
import PrivateDesktop
import SecretMemory
import Testing

extension SecretServiceSuites {
  @Suite("Credentials in a real GNOME Keyring")
  struct SecretServiceStoreTests {
    @Test("what was set is read back, replaced, listed and removed")
    func roundTrip() async throws {
      let keyring = try PrivateKeyring()
      let store = keyring.bus.store()
      let key = try credentialName("login/ünïcode ✓")
      #expect(try await store.bytes(for: key) == nil)
      try await store.set(bytes: [1, 0, 10, 255], for: key)
      #expect(try await store.bytes(for: key) == [1, 0, 10, 255])
      try await store.set(bytes: [], for: key)
      #expect(try await store.bytes(for: key) == [])
      #expect(try await store.names() == [key])
      #expect(try await store.remove(key))
      #expect(try await !store.remove(key))
      #expect(try await store.names() == [])
    }

    @Test("a value of 1 MiB fits, one of 4 MiB is too large")
    func sizes() async throws {
      let keyring = try PrivateKeyring()
      let store = keyring.bus.store()
      let key = try credentialName("large")
      let large = [UInt8](repeating: 0xA5, count: CredentialLimits.maximumValueByteCount)
      try await store.set(bytes: large, for: key)
      #expect(try await store.bytes(for: key) == large)
      let refused = try await failure { try await store.set(try SecretBytes(count: 4 << 20), for: key) }
      #expect(refused.code == .tooLarge)
      #expect(try await store.bytes(for: key) == large)
    }

    @Test("labels and attributes tell no name, and the value is only in the secret")
    func opaque() async throws {
      let keyring = try PrivateKeyring()
      let store = keyring.bus.store()
      try await store.set(bytes: Array("sealed-bytes".utf8), for: try credentialName("someone@example.org"))
      try await store.set(bytes: Array("sealed-again".utf8), for: try credentialName("someone@example.org"))
      let printed = try keyring.bus.search("xdg:schema", "io.vault.Credential")
      #expect(printed.components(separatedBy: "label = Vault credential").count == 2, "replacing makes no second item")
      #expect(printed.contains("schema = io.vault.Credential"))
      let open = printed.split(separator: "\n").filter { !$0.hasPrefix("secret = ") }.joined(separator: "\n")
      #expect(!open.contains("example") && !open.contains("sealed"))
      #expect(printed.contains("sealed-again") && !printed.contains("sealed-bytes"))
    }

    @Test("namespaces do not see each other")
    func namespaces() async throws {
      let keyring = try PrivateKeyring()
      let one = keyring.bus.store("one")
      let two = keyring.bus.store("two")
      let key = try credentialName("same")
      try await one.set(bytes: [1], for: key)
      #expect(try await two.bytes(for: key) == nil)
      #expect(try await two.names() == [])
      try await two.set(bytes: [2], for: key)
      #expect(try await one.bytes(for: key) == [1])
      #expect(try await !two.remove(try credentialName("other")))
    }

    @Test("a foreign item under our attributes is named as damaged and keeps the others readable")
    func foreignItem() async throws {
      let keyring = try PrivateKeyring()
      let store = keyring.bus.store()
      let good = try credentialName("good")
      let bad = try credentialName("bad")
      try await store.set(bytes: [7], for: good)
      try await store.set(bytes: [8], for: bad)
      let id = try overwriteItem(on: keyring.bus)
      #expect(id.count == 64)
      let refused = try await failure { _ = try await store.value(for: bad) }
      #expect(refused.code == .damaged)
      let ids = try await store.damagedItemIDs()
      #expect(ids == [id])
      #expect(try await failure { _ = try await store.names() }.code == .damaged)
      #expect(try await store.bytes(for: good) == [7])
      try await store.set(bytes: [9], for: bad)
      #expect(try await store.bytes(for: bad) == [9])
      #expect(try await store.names() == [bad, good])
    }

    /// Overwrites the secret of the item whose value ends with the byte 8 by a text of no meaning; gives back its id.
    private func overwriteItem(on bus: PrivateBus) throws -> String {
      let script = """
        import dbus
        bus = dbus.SessionBus()
        name = "org.freedesktop.secrets"
        service = dbus.Interface(bus.get_object(name, "/org/freedesktop/secrets"), "org.freedesktop.Secret.Service")
        _, session = service.OpenSession("plain", dbus.String("", variant_level=1))
        items, _ = service.SearchItems({"xdg:schema": "io.vault.Credential"})
        for path in items:
            item = bus.get_object(name, path)
            secret = item.GetSecret(session, dbus_interface="org.freedesktop.Secret.Item")
            if secret[2][-1] == 8:
                item.SetSecret((session, dbus.ByteArray(b""), dbus.ByteArray(b"no envelope"), "text/plain"),
                               dbus_interface="org.freedesktop.Secret.Item", signature="(oayays)")
                print(item.Get("org.freedesktop.Secret.Item", "Attributes",
                               dbus_interface="org.freedesktop.DBus.Properties")["id"])
        """
      let printed = try bus.run(["/usr/bin/python3", "-c", script])
      return printed.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("many tasks at once all succeed")
    func concurrency() async throws {
      let keyring = try PrivateKeyring()
      let first = keyring.bus.store()
      let second = keyring.bus.store()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<40 {
          let store = index.isMultiple(of: 2) ? first : second
          group.addTask {
            let key = try credentialName("task \(index)")
            try await store.set(bytes: [UInt8(index)], for: key)
            let read = try await store.bytes(for: key)
            #expect(read == [UInt8(index)])
          }
        }
        try await group.waitForAll()
      }
      #expect(try await first.names().count == 40)
    }

    @Test("status names the bus and the collection and says whether it is locked")
    func status() async throws {
      let keyring = try PrivateKeyring()
      let store = keyring.bus.store(mayPrompt: false)
      let open = try await store.status()
      #expect(open.busName == "org.freedesktop.secrets")
      #expect(open.busAddress == keyring.bus.address)
      #expect(open.collectionLabel == "Login")
      #expect(!open.isLocked)
      try keyring.lock()
      #expect(try await store.status().isLocked)
    }
  }
}
