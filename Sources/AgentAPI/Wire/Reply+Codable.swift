extension Reply: Codable {
  /// Decodes a reply; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    let tagged = try TaggedCase(from: decoder)
    switch tagged.name {
    case "done": self = .done(message: try tagged.fields().decode(String.self, forKey: "message"))
    case "status": self = .status(try tagged.value())
    case "account": self = .account(try tagged.value())
    case "task": self = .task(try tagged.value())
    case "tasks": self = .tasks(try tagged.value())
    case "changed": self = .changed(try tagged.value())
    case "history": self = .history(try tagged.value())
    case "reminders": self = .reminders(try tagged.value())
    case "accessLog": self = .accessLog(try tagged.value())
    case "logVerification": self = .logVerification(try tagged.value())
    case "doctor": self = .doctor(try tagged.value())
    case "store": self = .store(try tagged.value())
    case "settings": self = .settings(try tagged.value())
    case "inbox": self = .inbox(try tagged.value())
    case "inboxItem": self = .inboxItem(try tagged.value())
    case "messages": self = .messages(try tagged.value())
    case "message": self = .message(try tagged.value())
    case "profile": self = .profile(try tagged.value())
    case "pushed": self = .pushed(try tagged.value())
    case "picture": self = .picture(try tagged.value())
    case "devices": self = .devices(try tagged.value())
    case "channels": self = .channels(try tagged.value())
    case "channel": self = .channel(try tagged.value())
    case "channelHistory": self = .channelHistory(try tagged.value())
    case "channelMessage": self = .channelMessage(try tagged.value())
    default: self = .unknown
    }
  }

  /// Encodes the reply under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .done(let message): try encoder.encodeCase("done") { try $0.encode(message, forKey: "message") }
    case .status(let status): try encoder.encodeCase("status", status)
    case .account(let account): try encoder.encodeCase("account", account)
    case .task(let row): try encoder.encodeCase("task", row)
    case .tasks(let page): try encoder.encodeCase("tasks", page)
    case .changed(let report): try encoder.encodeCase("changed", report)
    case .history(let rows): try encoder.encodeCase("history", rows)
    case .reminders(let rows): try encoder.encodeCase("reminders", rows)
    case .accessLog(let entries): try encoder.encodeCase("accessLog", entries)
    case .logVerification(let report): try encoder.encodeCase("logVerification", report)
    case .doctor(let findings): try encoder.encodeCase("doctor", findings)
    case .store(let status): try encoder.encodeCase("store", status)
    case .settings(let rows): try encoder.encodeCase("settings", rows)
    case .inbox(let listing): try encoder.encodeCase("inbox", listing)
    case .inboxItem(let row): try encoder.encodeCase("inboxItem", row)
    case .messages(let rows): try encoder.encodeCase("messages", rows)
    case .message(let row): try encoder.encodeCase("message", row)
    case .profile(let row): try encoder.encodeCase("profile", row)
    case .pushed(let report): try encoder.encodeCase("pushed", report)
    case .picture(let row): try encoder.encodeCase("picture", row)
    case .devices(let rows): try encoder.encodeCase("devices", rows)
    case .channels(let listing): try encoder.encodeCase("channels", listing)
    case .channel(let row): try encoder.encodeCase("channel", row)
    case .channelHistory(let history): try encoder.encodeCase("channelHistory", history)
    case .channelMessage(let row): try encoder.encodeCase("channelMessage", row)
    case .unknown: try encoder.encodeCase("unknown")
    }
  }
}
