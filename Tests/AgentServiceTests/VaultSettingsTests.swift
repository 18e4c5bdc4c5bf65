import AgentAPI
import AgentInbox
import Foundation
import Testing

@testable import AgentService

@Suite("Settings")
struct VaultSettingsTests {
  private func load(_ json: String? = nil, _ environment: [String: String] = [:]) async throws -> VaultSettings {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appendingPathComponent("config.json")
    if let json { try Data(json.utf8).write(to: file) }
    return try await VaultSettings.load(file: file.path, environment: environment)
  }

  @Test("without a file and without variables they are the defaults")
  func defaults() async throws {
    #expect(try await load() == .defaults)
  }

  @Test("how long the inbox is kept is set by age and number")
  func inboxRetention() async throws {
    #expect(try await load(#"{"desktop-search": "on"}"#).answersDesktopSearch)
    #expect(try await !load("{}").answersDesktopSearch)
    #expect(try await !load(#"{"hide-when-left": "off"}"#).hidesLeftTexts)
    #expect(try await load("{}").hidesLeftTexts)
    let settings = try await load(#"{"inbox-days": 7, "inbox-count": "500"}"#)
    #expect(settings.inboxRetention.days == 7 && settings.inboxRetention.count == 500)
  }

  @Test("the environment wins over the file")
  func environmentWins() async throws {
    let json = #"{"credential-store": "file", "unlock-timeout": 60, "server-url": "https://a.example"}"#
    let settings = try await load(json, ["VAULT_UNLOCK_TIMEOUT": "120", "VAULT_FILE_KEY": "passphrase"])
    #expect(settings.credentialStore == .file)
    #expect(settings.unlockTimeoutSeconds == 120)
    #expect(settings.serverURL == "https://a.example")
    #expect(settings.usesPassphrase)
  }

  @Test(
    "a value of another type than text or a whole number is refused, for the standard may be weaker",
    arguments: [
      #"{"file-key": ["passphrase"]}"#, #"{"unlock-timeout": 60.5}"#, #"{"unlock-timeout": null}"#,
      #"{"quiet-hours": ["22:00-07:00"]}"#, #"{"credential-store": 5}"#, #"{"task-store": {}}"#,
      #"{"log-level": true}"#,
      #"{"server-url": 5}"#, #"{"calendar-dir": 1}"#,
    ])
  func otherTypes(json: String) async throws {
    await #expect(throws: Failure.self) { try await load(json) }
  }

  @Test("keys that mean nothing are kept by name, and the one that may be meant is named")
  func unknownKeys() async throws {
    let settings = try await load(#"{"unlock-timeuot": 60, "log-level": "debug", "colour": {"log-level": 1}}"#)
    #expect(settings.unknownKeys == ["colour", "unlock-timeuot"] && settings.logLevel == "debug")
    #expect(VaultSettings.notice(unknownKey: "unlock-timeuot").hasSuffix("is \u{201C}unlock-timeout\u{201D} meant?"))
    #expect(VaultSettings.notice(unknownKey: "colour").hasSuffix("means nothing."))
  }

  @Test("quiet hours are clock times, of which whole hours may go without minutes")
  func quietHours() async throws {
    for (text, hours) in [
      ("22:00-07:00", "22:00-07:00"), ("22-7", "22:00-07:00"), ("9:30-17", "09:30-17:00"), ("0-23:59", "00:00-23:59"),
    ] {
      let settings = try await load(nil, ["VAULT_QUIET_HOURS": text])
      #expect("\(settings.quietHours, default: "none")" == hours)
    }
    for text in ["22", "22-", "-7", "22-24", "22:-7", "22:00:00-7", "22-22", "22 - 7", "10pm-7am", "22-7-8", "222-7"] {
      await #expect(throws: Failure.self, "\(text)") { try await load(nil, ["VAULT_QUIET_HOURS": text]) }
    }
  }

  @Test(
    "a value that is not taken is refused by name",
    arguments: [
      ("VAULT_CREDENTIAL_STORE", "cloud"), ("VAULT_UNLOCK_TIMEOUT", "5"), ("VAULT_UNLOCK_TIMEOUT", "soon"),
      ("VAULT_INBOX_DAYS", "0"), ("VAULT_INBOX_COUNT", "99"), ("VAULT_INBOX_COUNT", "many"),
      ("VAULT_DESKTOP_SEARCH", "yes"),
      ("VAULT_FILE_KEY", "none"), ("VAULT_LOG_LEVEL", "loud"),
    ])
  func refuses(name: String, value: String) async throws {
    await #expect { _ = try await load(nil, [name: value]) } throws: { error in
      guard let failure = error as? Failure else { return false }
      return failure.code == .configuration && failure.message.contains(name)
    }
  }

  @Test(
    "a refusal says whether the value is the environment's or the file's",
    arguments: [
      (nil, ["VAULT_LOG_LEVEL": "loud"], "VAULT_LOG_LEVEL."), (#"{"log-level": "loud"}"#, [:], "config.json."),
      (#"{"log-level": "loud"}"#, ["VAULT_LOG_LEVEL": "louder"], "VAULT_LOG_LEVEL."),
      (#"{"log-level": 5}"#, ["VAULT_LOG_LEVEL": "debug"], "config.json."),
    ] as [(String?, [String: String], String)])
  func places(json: String?, environment: [String: String], place: String) async throws {
    await #expect { _ = try await load(json, environment) } throws: { error in
      (error as? Failure)?.hint.hasSuffix(place) == true
    }
  }

  @Test("a file that is too large is refused before it is read")
  func large() async throws {
    let json = "{" + (0..<200_000).map { #""key-\#($0)": 1"# }.joined(separator: ",") + "}"
    await #expect { _ = try await load(json) } throws: { "\($0)".contains("more than 64 KiB") }
  }

  @Test("a file that is no JSON is refused by name")
  func refusesGarbage() async throws {
    await #expect { _ = try await load("credential-store = file") } throws: { error in
      (error as? Failure)?.code == .configuration && "\(error)".contains("config.json")
    }
  }

  @Test("a client with another setting is refused, one without agrees")
  func conflicts() throws {
    let paths = VaultPaths(data: "/d", config: "/c", state: "/s", cache: "/k", runtime: "/r")
    let settings = VaultSettings.defaults
    #expect(settings.conflict(with: [:], paths: paths, isUnit: false) == nil)
    #expect(
      settings.conflict(with: ["VAULT_UNLOCK_TIMEOUT": "300", "VAULT_DATA_DIR": "/d"], paths: paths, isUnit: false)
        == nil)
    #expect(
      settings.conflict(with: ["VAULT_UNLOCK_TIMEOUT": "60"], paths: paths, isUnit: false)?.code == .configuration)
    let unit = settings.conflict(with: ["VAULT_UNLOCK_TIMEOUT": "60"], paths: paths, isUnit: true)
    #expect(unit?.hint.contains("environment.d") == true, "the next agent would have the same environment")
    #expect(
      settings.conflict(with: ["VAULT_CONFIG_DIR": "/other"], paths: paths, isUnit: false)?.code == .configuration)
  }

  @Test("a client names every setting to the agent")
  func named() {
    let directories: Set<String> = ["VAULT_CONFIG_DIR", "VAULT_STATE_DIR", "VAULT_CACHE_DIR"]
    #expect(Set(VaultSettings.Key.allCases.map(\.variable)).union(directories) == AgentProtocol.settingVariables)
  }

  @Test("every key is documented, with its variable")
  func documented() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let text = try String(contentsOf: root.appendingPathComponent("docs/configuration.md"), encoding: .utf8)
    for key in VaultSettings.Key.allCases {
      #expect(text.contains("| `\(key.rawValue)` | `\(key.variable)` |"), "\(key.rawValue)")
    }
  }
}
