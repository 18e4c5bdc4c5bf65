import CredentialStore
import Foundation
import PrivateDesktop
import ProcessTesting
import SecretMemory
import Testing

extension SecretServiceSuites {
  @Suite("A keyring that is locked, missing or dying")
  struct SecretServiceTroubleTests {
    @Test("a bus without a keyring is unavailable in time")
    func noKeyring() async throws {
      let bus = try PrivateBus()
      let seen = try await failure { _ = try await bus.store().names() }
      #expect(seen.code == .unavailable)
      #expect(seen.took < .seconds(15))
    }

    @Test("no bus at all is unavailable at once, and is named")
    func noBus() async throws {
      let store = SecretServiceStore(namespace: "tests", busAddress: "unix:path=/nonexistent/bus")
      let error = await #expect(throws: CredentialStoreError.self) { _ = try await store.names() }
      #expect("\(String(describing: error))".contains("bus unix:path=/nonexistent/bus can't be reached"))
      let seen = try await failure { _ = try await store.names() }
      #expect(seen.code == .unavailable)
      #expect(seen.took < .seconds(15))
    }

    @Test("something that takes the connection and never speaks is given up in time")
    func silentBus() async throws {
      let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
        "vault-silent-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: directory) } }
      let script =
        "import socket,sys,time; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(9); print('ready',flush=True); time.sleep(60)"
      let silent = try ChildProcess(["/usr/bin/python3", "-c", script, "\(directory.path)/bus"], environment: [:])
      try waitUntil("the socket listens") { silent.output.text.contains("ready") }
      let store = SecretServiceStore(namespace: "tests", busAddress: "unix:path=\(directory.path)/bus")
      let seen = try await failure { _ = try await store.names() }
      #expect(seen.code == .timedOut)
      #expect(seen.took < .seconds(15))
    }

    @Test("a keyring that the bus can start is started")
    func activation() async throws {
      let bus = try PrivateBus(services: [
        "secrets.service": """
        [D-BUS Service]
        Name=org.freedesktop.secrets
        Exec=/usr/bin/gnome-keyring-daemon --start --foreground --components=secrets
        """
      ])
      // It starts, and has no collection yet.
      let seen = try await failure { _ = try await bus.store().names() }
      #expect(seen.code == .unavailable)
      try bus.waitForOwner(of: "org.freedesktop.secrets")
      try endOwner(of: "org.freedesktop.secrets", on: bus)
    }

    @Test("a keyring that does not start is unavailable in time")
    func failingActivation() async throws {
      for program in ["/bin/false", "/bin/sleep 5"] {
        let bus = try PrivateBus(services: [
          "secrets.service": """
          [D-BUS Service]
          Name=org.freedesktop.secrets
          Exec=\(program)
          """
        ])
        let seen = try await failure { _ = try await bus.store().names() }
        #expect(seen.code == .unavailable)
        #expect(seen.took < .seconds(15))
      }
    }

    @Test("a keyring without a default collection is unavailable, and nobody is asked")
    func noDefaultCollection() async throws {
      let bus = try PrivateBus()
      let keyring = try PrivateKeyring(on: bus, password: nil)
      let seen = try await failure { try await bus.store().set(try SecretBytes([1]), for: try credentialName("a")) }
      #expect(seen.code == .unavailable)
      #expect(seen.took < .seconds(15))
      withExtendedLifetime(keyring) {}
    }

    @Test("a locked keyring is locked, not empty; without prompts at once")
    func lockedWithoutPrompt() async throws {
      let keyring = try PrivateKeyring()
      let store = keyring.bus.store(mayPrompt: false)
      try await store.set(bytes: [1], for: try credentialName("a"))
      try keyring.lock()
      let seen = try await failure { _ = try await store.value(for: try credentialName("a")) }
      #expect(seen.code == .locked)
      #expect(seen.took < .seconds(15))
      #expect(try await failure { _ = try await store.value(for: try credentialName("missing")) }.code == .locked)
      #expect(try await failure { _ = try await store.names() }.code == .locked)
      #expect(try await failure { try await store.remove(try credentialName("a")) }.code == .locked)
      #expect(try await failure { try await store.unlock() }.code == .locked)
    }

    @Test("a prompt that nobody answers ends at its deadline, and the next call works")
    func unansweredPrompt() async throws {
      let keyring = try PrivateKeyring()
      let prompter = try keyring.bus.startSilentPrompter()
      let store = keyring.bus.store(deadlines: brief)
      try keyring.lock()
      let seen = try await failure { _ = try await store.value(for: try credentialName("a")) }
      #expect(seen.code == .locked)
      #expect(seen.took > .milliseconds(900) && seen.took < .seconds(15))
      #expect(try await store.status().isLocked)
      prompter.end()
    }

    @Test("a prompt that is dismissed is cancelled")
    func dismissedPrompt() async throws {
      // Without any prompter GNOME Keyring dismisses its prompt by itself.
      let keyring = try PrivateKeyring()
      try keyring.lock()
      let seen = try await failure { _ = try await keyring.bus.store().value(for: try credentialName("a")) }
      #expect(seen.code == .cancelled)
    }

    @Test("a keyring that ends while its prompt is open is unavailable at once")
    func deathDuringPrompt() async throws {
      let keyring = try PrivateKeyring()
      let prompter = try keyring.bus.startSilentPrompter()
      let store = keyring.bus.store()
      try keyring.lock()
      let reading = Task { try await failure { _ = try await store.value(for: try credentialName("a")) } }
      try await Task.detached {
        try waitUntil("the prompt is open") {
          try keyring.bus.call(
            "org.freedesktop.secrets", "/org/freedesktop/secrets/prompt",
            "org.freedesktop.DBus.Introspectable.Introspect"
          ).contains("node name=")
        }
      }.value
      keyring.daemon.end()
      let seen = try await reading.value
      #expect(seen.code == .unavailable)
      #expect(seen.took < .seconds(15))
      prompter.end()
    }

    @Test("a keyring that hangs is given up at the deadline")
    func hanging() async throws {
      let keyring = try PrivateKeyring()
      let store = keyring.bus.store(deadlines: brief)
      try await store.set(bytes: [1], for: try credentialName("a"))
      keyring.daemon.send(SIGSTOP)
      let seen = try await failure { _ = try await store.value(for: try credentialName("a")) }
      #expect(seen.code == .timedOut)
      #expect(seen.took < .seconds(15))
      keyring.daemon.send(SIGCONT)
      #expect(try await store.bytes(for: try credentialName("a")) == [1])
    }

    @Test("a keyring killed in mid-call is unavailable at once, and found again when it is back")
    func killedInMidCall() async throws {
      let keyring = try PrivateKeyring()
      let store = keyring.bus.store()
      try await store.set(bytes: [42], for: try credentialName("a"))
      keyring.daemon.send(SIGSTOP)
      let reading = Task { try await failure { _ = try await store.value(for: try credentialName("a")) } }
      // The call is under way once the bus has a message that the stopped daemon does not take; 200 ms are plenty.
      try await Task.sleep(for: .milliseconds(200))
      keyring.daemon.end(with: SIGKILL)
      let seen = try await reading.value
      #expect(seen.code == .unavailable)
      #expect(seen.took < .seconds(15))
      #expect(try await failure { _ = try await store.names() }.code == .unavailable)
      let again = try PrivateKeyring(on: keyring.bus)
      #expect(try await store.bytes(for: try credentialName("a")) == [42])
      withExtendedLifetime(again) {}
    }

    @Test("a bus that dies is unavailable, and its successor is used")
    func busDeath() async throws {
      let keyring = try PrivateKeyring()
      let store = keyring.bus.store()
      try await store.set(bytes: [1], for: try credentialName("a"))
      keyring.bus.kill()
      let seen = try await failure { _ = try await store.names() }
      #expect(seen.code == .unavailable)
      #expect(seen.took < .seconds(15))
    }

    private func endOwner(of name: String, on bus: PrivateBus) throws {
      let answer = try bus.call(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetConnectionUnixProcessID", name)
      let pid = try #require(Int32(answer.filter(\.isNumber).dropFirst(2)))  // "(uint32 123,)"
      kill(pid, SIGKILL)
    }
  }
}
