import AgentAPI
import DesktopModel
import Localization
import Testing

@Suite("Settings in the window", .timeLimit(.minutes(1)))
@MainActor
struct PreferencesModelTests {
  private let agent = SettingsAgent()

  private func model() async -> PreferencesModel {
    let model = PreferencesModel(agent) { await Task.yield() }
    model.refresh()
    while model.items.isEmpty { await Task.yield() }
    return model
  }

  private func value(_ key: String, _ model: PreferencesModel) -> String? {
    model.items.first { $0.control.key == key }?.value
  }

  @Test("are set one at a time, and read again once the next agent is there")
  func sets() async {
    let model = await model()
    model.set("quiet-hours", "22-7")
    #expect(model.waiting == "quiet-hours")
    model.set("log-level", "debug")
    while model.waiting != nil { await Task.yield() }
    #expect(value("quiet-hours", model) == "22:00-07:00" && value("log-level", model) == "info")
    #expect(agent.asked == ["quiet-hours=22-7"] && model.trouble == nil)
  }

  @Test("say at their place why they were refused, until it is tried again")
  func refused() async {
    let model = await model()
    agent.refusal = Failure(.configuration, "It takes hours.", hint: "Left as it is.")
    model.set("quiet-hours", "later")
    while model.waiting != nil { await Task.yield() }
    #expect(model.problems == ["quiet-hours": "It takes hours. Left as it is."])
    #expect(value("quiet-hours", model) == "off")
    agent.refusal = nil
    model.set("quiet-hours", "22-7")
    #expect(model.problems.isEmpty)
  }

  @Test("say nothing where the person did not want to answer")
  func declined() async {
    let model = await model()
    agent.refusal = Failure(.refused, "Nothing was done.")
    model.set("quiet-hours", "22-7")
    while model.waiting != nil { await Task.yield() }
    #expect(model.problems.isEmpty && value("quiet-hours", model) == "off")
  }

  @Test("are not sent where nothing changes, and where they can't be changed")
  func nothing() async {
    let model = await model()
    for (key, value) in [
      ("quiet-hours", "off"), ("task-store", "icalendar"), ("server-url", "https://v"), ("no-key", "1"),
    ] {
      model.set(key, value)
    }
    #expect(model.waiting == nil && agent.asked.isEmpty)
  }

  @Test("say where they come from, and whether they count")
  func remarks() async {
    let model = await model()
    func item(_ key: String) -> PreferencesModel.Item? { model.items.first { $0.control.key == key } }
    #expect(item("server-url")?.isChangeable == false && item("server-url")?.remark.contains("environment") == true)
    #expect(item("unlock-timeout")?.value == "3600" && item("unlock-timeout")?.remark == "Not confirmed: 5 min counts.")
  }

  @Test("are chosen among words, with the present value among them")
  func choices() throws {
    let control = try #require(SettingControl.all.first { $0.key == "unlock-timeout" })
    #expect(control.choices(with: "300").map(\.words).contains("5 min"))
    #expect(control.choices(with: "77").last == control.choices(with: "77").first { $0.value == "77" })
    #expect(control.choices(with: "77").last?.words == "77 seconds")
  }

  @Test("are said in words that are no keys, whatever is set")
  func words() throws {
    let values = [
      "credential-store": ["auto", "secret-service", "file"], "file-key": ["key-file", "passphrase"],
      "task-store": ["sqlite", "icalendar", ""], "calendar-dir": [""], "ca-file": [""], "server-url": [""],
      "log-level": ["trace", "debug", "info", "notice", "warning", "error"],
    ]
    for (key, values) in values {
      let control = try #require(SettingControl.all.first { $0.key == key })
      for value in values {
        let words = control.words(for: value)
        #expect(words != value && words != "Not set" && words.first?.isUppercase == true, "\(key) \(value): \(words)")
      }
    }
    let directory = try #require(SettingControl.all.first { $0.key == "calendar-dir" })
    #expect(directory.words(for: "/home/ada/calendar") == "Kept in /home/ada/calendar")
    #expect(directory.words(for: String(repeating: "x", count: 10_000)).count < 220)
  }
}

/// An agent that ends with every change, and is there again after a while.
@MainActor
private final class SettingsAgent: PreferencesService {
  var refusal: Failure?
  var asked: [String] = []
  private var hours = "off"
  private var absences = 0

  func settings() async throws(Failure) -> [SettingRow] {
    if absences > 0 {
      absences -= 1
      throw Failure(.unavailable, "The agent is being started.")
    }
    return [
      SettingRow(key: "quiet-hours", value: hours, source: .file),
      SettingRow(key: "log-level", value: "info", source: .standard),
      SettingRow(key: "task-store", value: "sqlite", source: .file),
      SettingRow(key: "server-url", value: "https://e", source: .environment),
      SettingRow(key: "unlock-timeout", value: "300", asked: "3600", source: .file, isGuarded: true),
    ]
  }

  func set(_ key: String, _ value: String?) async throws(Failure) {
    asked.append("\(key)=\(value ?? "")")
    if let refusal { throw refusal }
    (hours, absences) = ("22:00-07:00", 3)
  }
}
