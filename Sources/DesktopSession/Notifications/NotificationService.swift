internal import DBus

/// The names and calls of the service that shows notifications (Desktop Notifications Specification, "D-Bus Protocol").
enum NotificationService {
  static let name = "org.freedesktop.Notifications"
  static let signals = ["ActionInvoked", "ActivationToken", "NotificationClosed"]
  /// In bytes; tokens are kept until their action comes, and nobody needs longer ones.
  private static let longestToken = 1024
  private static let path = "/org/freedesktop/Notifications"
  private static let bus = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"

  /// Asks what the service can do.
  static func getCapabilities(of owner: String) -> BusCall {
    BusCall(destination: owner, path: path, interface: name, method: "GetCapabilities")
  }

  /// Shows a notification in place of `replaced`, 0 for none.
  static func notify(
    _ notification: DesktopNotification, replacing replaced: UInt32, of owner: String, able capabilities: Set<String>,
    _ configuration: DesktopNotificationsConfiguration
  ) -> BusCall {
    let body = NotificationText.lines(notification.body, limit: NotificationText.bodyLimit)
    return BusCall(
      destination: owner, path: path, interface: name, method: "Notify",
      values: [
        .text(NotificationText.line(configuration.applicationName, limit: NotificationText.labelLimit)),
        .number(replaced),
        .text(configuration.icon ?? ""),
        .text(NotificationText.line(notification.summary, limit: NotificationText.summaryLimit)),
        .text(capabilities.contains("body-markup") ? NotificationText.escapedForMarkup(body) : body),
        .texts(capabilities.contains("actions") ? actions(of: notification) : []),
        .variants(hints(of: notification, configuration.desktopEntry)),
        .signed(milliseconds(notification.expiry)),
      ])
  }

  /// Takes a notification down.
  static func close(_ id: UInt32, of owner: String) -> BusCall {
    BusCall(destination: owner, path: path, interface: name, method: "CloseNotification", values: [.number(id)])
  }

  /// Asks the bus to start the service; it answers once somebody owns the name.
  static var start: BusCall {
    BusCall(
      destination: bus, path: busPath, interface: bus, method: "StartServiceByName", values: [.text(name), .number(0)])
  }

  /// Asks the bus who the service is.
  static var owner: BusCall {
    BusCall(destination: bus, path: busPath, interface: bus, method: "GetNameOwner", arguments: [name])
  }

  /// Reads a signal; nil if it is not as specified.
  static func signal(_ member: String, _ arguments: [BusValue]) -> NotificationTracker.Signal? {
    guard arguments.count == 2, let id = arguments[0].number else { return nil }
    switch member {
    case "ActionInvoked": return arguments[1].text.map { .actionInvoked(id: id, key: $0) }
    case "ActivationToken":
      guard let token = arguments[1].text, token.utf8.count <= longestToken else { return nil }
      return .activationToken(id: id, token: token)
    case "NotificationClosed": return arguments[1].number.map { .closed(id: id, code: $0) }
    default: return nil
    }
  }

  /// Keys and labels in turn, each key once.
  private static func actions(of notification: DesktopNotification) -> [String] {
    var keys: Set<String> = []
    return notification.actions.filter { keys.insert($0.key).inserted }.flatMap {
      [$0.key, NotificationText.line($0.label, limit: NotificationText.labelLimit)]
    }
  }

  private static func hints(of notification: DesktopNotification, _ desktopEntry: String?) -> [String: BusArgument] {
    var hints: [String: BusArgument] = ["urgency": .byte(notification.urgency.rawValue)]
    hints["category"] = notification.category.map { .text($0) }
    hints["desktop-entry"] = desktopEntry.map { .text($0) }
    hints["image-path"] = notification.picturePath.map { .text(fileAddress(of: $0)) }
    switch notification.sound {
    case .desktopDefault: break
    case .none: hints["suppress-sound"] = .boolean(true)
    case .named(let name): hints["sound-name"] = .text(name)
    }
    if notification.isResident { hints["resident"] = .boolean(true) }
    if notification.isTransient { hints["transient"] = .boolean(true) }
    return hints
  }

  /// A path as a `file` address (RFC 8089): what the hint takes besides the names of icons.
  private static func fileAddress(of path: String) -> String {
    path.utf8.reduce(into: "file://") { address, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      default: address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  private static func milliseconds(_ expiry: DesktopNotification.Expiry) -> Int32 {
    switch expiry {
    case .desktopDefault: -1
    case .never: 0
    case .after(let duration): Int32(min(max(duration / .milliseconds(1), 1), Double(Int32.max)))
    }
  }
}
