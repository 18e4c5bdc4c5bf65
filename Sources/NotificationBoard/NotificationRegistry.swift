internal import DesktopSession

/// Which notification of which panel the desktop knows by which number. Pure.
struct NotificationRegistry {
  /// A notification by the names it has here.
  struct Place: Hashable {
    let panel: NotificationPanel
    let name: String
  }

  /// How many events are kept whose notification is not known: some come before the number of what they are about.
  private static let unclaimedLimit = 64

  private var places: [UInt32: Place] = [:]
  private var unclaimed: [DesktopNotificationEvent] = []

  /// Notes the number that the desktop gave.
  ///
  /// - Returns: what has happened to it already.
  mutating func pin(_ number: UInt32, at place: Place) -> [DesktopNotificationEvent] {
    remove(place)
    places[number] = place
    let early = unclaimed.filter { $0.number == number }
    unclaimed.removeAll { $0.number == number }
    return early
  }

  /// Keeps an event whose notification is not known yet.
  mutating func storeUnclaimed(_ event: DesktopNotificationEvent) {
    unclaimed.append(event)
    if unclaimed.count > Self.unclaimedLimit { unclaimed.removeFirst() }
  }

  /// Takes a notification out, by its number.
  mutating func removePlace(of number: UInt32) -> Place? { places.removeValue(forKey: number) }

  /// Forgets a notification.
  mutating func remove(_ place: Place) {
    if let number = number(of: place) { places[number] = nil }
  }

  /// The number of a notification; nil when it is not shown.
  func number(of place: Place) -> UInt32? { places.first { $0.value == place }?.key }

  /// What a panel shows, in the order of its numbers.
  func shown(on panel: NotificationPanel) -> [(number: UInt32, name: String)] {
    places.filter { $0.value.panel == panel }.map { (number: $0.key, name: $0.value.name) }.sorted {
      $0.number < $1.number
    }
  }

  /// Forgets everything: the desktop does no longer show it.
  mutating func removeAll() { self = Self() }
}

extension DesktopNotificationEvent {
  /// The number of the notification it is about; nil for one about the service.
  var number: UInt32? {
    switch self {
    case .action(let number, _, _), .closed(let number, _): number
    case .serviceAppeared, .serviceVanished: nil
    }
  }
}
