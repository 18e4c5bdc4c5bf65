internal import StrictJSON

/// Payloads in the forms of Firebase Cloud Messaging and of JPush, put into that of APNs. What stands nowhere in theirs that is
/// known here is ignored, as it is in APNs' own.
enum ForeignPayload {
  /// What such a payload says, in the form of APNs.
  ///
  /// - Returns: nil for what has `aps` or a member of the vault's own, and for what is in neither form.
  static func inFormOfAPNs(_ root: JSONMembers) -> JSONMembers? {
    guard (["aps", "image"] + own).allSatisfy({ root[$0] == nil }) else { return nil }
    // JPush's form alone must say for which platforms it is.
    if root["platform"] != nil { return jpush(root) }
    // HTTP v1 has all in `message`, the older form beside it.
    return object(root["message"]).flatMap(firebase) ?? firebase(root)
  }

  /// What is said for Apple's devices comes first, then what is said for all. A message of data alone shows nothing, unless the data
  /// have a title or a body, or say what they are.
  private static func firebase(_ message: JSONMembers) -> JSONMembers? {
    let (notification, data) = (object(message["notification"]), object(message["data"]))
    let apple = object(message["apns"]).flatMap { object($0["payload"]) }
    guard notification != nil || data != nil || apple != nil else { return nil }
    var aps = apple.flatMap { object($0["aps"]) } ?? [:]
    if let alert = alert(notification ?? data, title: "title", body: "body") { aps.insert(alert, "alert") }
    if let notification { copy(["sound": "sound", "click_action": "category"], of: notification, to: &aps) }
    if notification == nil, apple == nil, data?["kind"] == nil, data?["jsondata"] == nil {
      aps.insert(.number("1"), "content-available")
    }
    return payload(aps, [apple, data])
  }

  /// A custom message, which has no notification, is shown all the same.
  private static func jpush(_ root: JSONMembers) -> JSONMembers? {
    let (notification, message) = (object(root["notification"]), object(root["message"]))
    guard notification != nil || message != nil else { return nil }
    let (ios, android) = (notification.flatMap { object($0["ios"]) }, notification.flatMap { object($0["android"]) })
    var aps: JSONMembers = [:]
    if let ios {
      let same = ["alert", "sound", "category", "thread-id", "interruption-level", "content-available"]
      copy(Dictionary(uniqueKeysWithValues: zip(same, same)), of: ios, to: &aps)
    }
    let words = notification == nil ? alert(message, title: "title", body: "msg_content") : notification?["alert"]
    if let alert = words ?? alert(android, title: "title", body: "alert") { aps.insert(alert, "alert") }
    return payload(aps, [ios, android, message].map { $0.flatMap { object($0["extras"]) } })
  }

  private static func object(_ value: JSONValue?) -> JSONMembers? {
    if case .object(let members)? = value { members } else { nil }
  }

  private static func alert(_ members: JSONMembers?, title: String, body: String) -> JSONValue? {
    var alert: JSONMembers = [:]
    if let text = members?[title], text != .null { alert.insert(text, "title") }
    if let text = members?[body], text != .null { alert.insert(text, "body") }
    return alert.names.isEmpty ? nil : .object(alert)
  }

  private static func copy(_ names: [String: String], of source: JSONMembers, to aps: inout JSONMembers) {
    for (name, own) in names {
      switch source[name] {
      case .bool(let flag)?: aps.insert(.number(flag ? "1" : "0"), own)
      case let value?: aps.insert(value, own)
      case nil: break
      }
    }
  }

  /// The vault's own members. There is no picture among them: the server gives one only to who has a push that names it as its own.
  private static let own = ["kind", "jsondata", "due", "notify", "verify"]

  /// With the vault's own members, each from the first that has it.
  private static func payload(_ aps: JSONMembers, _ others: [JSONMembers?]) -> JSONMembers {
    var payload: JSONMembers = ["aps": .object(aps)]
    for members in others.compactMap(\.self) {
      for name in own { if let value = members[name] { payload.insert(name == "kind" ? value : plain(value), name) } }
    }
    return payload
  }

  /// Firebase's data are texts, whatever they say.
  private static func plain(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string("true"): .bool(true)
    case .string("false"): .bool(false)
    case .string(let text)
    where (1...12).contains(text.utf8.count) && text.utf8.allSatisfy({ (0x30...0x39).contains($0) }):
      .number(text)
    default: value
    }
  }
}
