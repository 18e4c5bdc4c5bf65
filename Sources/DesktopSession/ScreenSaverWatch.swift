internal import DBus

/// Watches the screen savers of a session bus: whichever of the known names has an owner.
final class ScreenSaverWatch {
  /// Each bus name, which is also the interface, with the object paths it may be found at.
  private static let known = [
    "org.freedesktop.ScreenSaver": ["/org/freedesktop/ScreenSaver", "/ScreenSaver"],
    "org.gnome.ScreenSaver": ["/org/gnome/ScreenSaver"],
    "org.xfce.ScreenSaver": ["/org/xfce/ScreenSaver"],
    "org.mate.ScreenSaver": ["/org/mate/ScreenSaver"],
    "org.cinnamon.ScreenSaver": ["/org/cinnamon/ScreenSaver"],
  ]

  private let bus: Bus
  private let observe: (Observation) -> Void
  private var watched: [String: (owner: String, subscription: UInt32)] = [:]

  init(_ bus: Bus, _ observe: @escaping (Observation) -> Void) {
    self.bus = bus
    self.observe = observe
  }

  func begin() {
    for (name, paths) in Self.known {
      bus.follow(name) { [weak self] owner in self?.setOwner(owner, of: name, paths) }
    }
  }

  private func setOwner(_ owner: String?, of name: String, _ paths: [String]) {
    guard watched[name]?.owner != owner else { return }
    if let old = watched.removeValue(forKey: name) {
      bus.connection.unsubscribe(old.subscription)
      observe(.screenSaverLost(name))
    }
    guard let owner else { return }
    let match = BusMatch(sender: owner, interface: name, member: "ActiveChanged")
    let subscription = bus.connection.subscribe(match) { [weak self] signal in
      guard let isActive = signal.arguments.first?.boolean else { return }
      self?.observe(.screenSaver(name, isActive: isActive))
    }
    watched[name] = (owner, subscription)
    observe(.screenSaverFound(name))
    readState(name, owner, paths[...])
  }

  private func readState(_ name: String, _ owner: String, _ paths: ArraySlice<String>) {
    guard let path = paths.first else { return }
    let call = BusCall(destination: owner, path: path, interface: name, method: "GetActive")
    bus.call(call) { [weak self] answer in
      guard let self, watched[name]?.owner == owner else { return }
      guard let isActive = answer?.first?.boolean else { return readState(name, owner, paths.dropFirst()) }
      observe(.screenSaver(name, isActive: isActive))
    }
  }
}
