import AgentAPI
import Foundation
import Testing

@Suite("A link to a place in the window")
struct WindowPlaceTests {
  private static let id = "0b8c1c52-9d5e-4d1f-8f43-1f6a2f3c4d5e"

  @Test("has one text, and is read from it")
  func roundTrip() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let number = Int64.random(in: 1...(.max), using: &generator) >> Int64.random(in: 0...62, using: &generator)
      let places: [WindowPlace] = [
        .tasks, .inbox, .task(UUID()), .inboxItem(max(1, number), push: nil), .inboxItem(max(1, number), push: UUID()),
        .conversation(UUID()), .channel(UUID()),
      ]
      for place in places {
        #expect(WindowPlace(link: place.link) == place)
        #expect(place.link.utf8.count <= WindowPlace.maximumByteCount)
      }
    }
  }

  @Test("is what the document says")
  func grammar() throws {
    let id = try #require(UUID(uuidString: Self.id))
    #expect(WindowPlace(link: "vault://tasks") == .tasks)
    #expect(WindowPlace(link: "vault://inbox") == .inbox)
    #expect(WindowPlace(link: "vault://task/\(Self.id)") == .task(id))
    #expect(WindowPlace(link: "vault://conversation/\(Self.id)") == .conversation(id))
    #expect(WindowPlace(link: "vault://channel/\(Self.id)") == .channel(id))
    #expect(WindowPlace(link: "vault://inbox/7") == .inboxItem(7, push: nil))
    #expect(WindowPlace(link: "vault://inbox/9223372036854775807/\(Self.id)") == .inboxItem(.max, push: id))
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "vault", "vault:", "vault://", "vault:///tasks", "vault:tasks", "Vault://tasks", "VAULT://TASKS",
      " vault://tasks",
      "vault://tasks ", "vault://tasks\n", "vault://tasks/", "vault://tasks/1", "vault://inbox/", "vault://inbox//",
      "vault://inbox/0",
      "vault://inbox/-1", "vault://inbox/+1", "vault://inbox/01", "vault://inbox/1.5", "vault://inbox/1e3",
      "vault://inbox/9223372036854775808", "vault://inbox/7/", "vault://inbox/7/8", "vault://inbox/٧",
      "vault://inbox/７",
      "vault://inbox/7?accept=1", "vault://inbox/7#x", "vault://inbox/7/\(id)/accept", "vault://task", "vault://task/",
      "vault://task/\(id.uppercased())", "vault://task/{\(id)}", "vault://task/\(id)/done", "vault://task/\(id)\u{0}",
      "vault://task/4f2a", "vault://login", "vault://inbox@example.org", "vault://example.org/inbox/7",
      "vault://example.org:80/inbox",
      "vault://%74asks", "vault://tasks\u{301}", "vault://ta\u{200B}sks", "https://tasks", "file:///etc/passwd",
      "../../etc/passwd",
      "vault://conversation", "vault://conversation/bob", "vault://conversation/\(id)/send", "vault://channel/",
      "vault://channels", "vault://channel/\(id)/join", "vault://unlock", "vault://settings", "vault://reveal/\(id)",
    ])
  func refused(link: String) { #expect(WindowPlace(link: link) == nil) }

  @Test("is at most 256 bytes long, whatever it says")
  func long() {
    #expect(WindowPlace(link: "vault://inbox/" + String(repeating: "0", count: 300) + "7") == nil)
    #expect(WindowPlace(link: "vault://tasks" + String(repeating: "/", count: 100_000)) == nil)
  }
}

@Suite("The name of a window on the bus")
struct WindowNameTests {
  private func name(_ environment: [String: String]) throws -> String {
    WindowName.name(for: try VaultPaths(environment: environment), environment: environment)
  }

  @Test("is the usual one for the user's own vault, however its directory is named")
  func usual() throws {
    let home = ["HOME": "/home/ada", "XDG_RUNTIME_DIR": "/run/user/1000"]
    #expect(try name(home) == "io.github.vault.Vault")
    #expect(try name(home.merging(["XDG_DATA_HOME": "/data"]) { $1 }) == WindowName.usual)
    #expect(try name(home.merging(["VAULT_DATA_DIR": "/home/ada/.local/share/vault/"]) { $1 }) == WindowName.usual)
    #expect(try name(home.merging(["VAULT_RUNTIME_DIR": "/tmp/run"]) { $1 }) == WindowName.usual)
  }

  @Test("is one of its own for each vault elsewhere, and the same for everybody who names that")
  func own() throws {
    let home = ["HOME": "/home/ada", "VAULT_DATA_DIR": "/srv/vault", "VAULT_CONFIG_DIR": "/srv/config"]
    let name = try name(home)
    #expect(name == "io.github.vault.Vault.ve52ff957cddfb098")
    #expect(try self.name(home.merging(["VAULT_DATA_DIR": "/srv/vault/"]) { $1 }) == name)
    #expect(try self.name(home.merging(["VAULT_DATA_DIR": "/srv/vault2"]) { $1 }) != name)
    let homeless = [
      "VAULT_DATA_DIR": "/srv/vault", "VAULT_CONFIG_DIR": "/c", "VAULT_STATE_DIR": "/s", "VAULT_RUNTIME_DIR": "/r",
    ]
    #expect(try self.name(homeless) == name)
  }
}
