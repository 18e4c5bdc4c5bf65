internal import DBus
internal import Glibc

/// Watches logind: the locks of all login sessions of one user, and sleep.
///
/// All sessions count, not only the one this process belongs to: a process of `systemd --user` belongs to none.
final class LogindWatch {
  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let session = "org.freedesktop.login1.Session"
  private static let properties = "org.freedesktop.DBus.Properties"

  private let bus: Bus
  private let uid: UInt32
  private let observe: (Observation) -> Void
  private var owner: String?
  private var subscriptions: [UInt32] = []
  /// The ids of sessions by object path; nil for another user's.
  private var sessions: [String: String?] = [:]
  private var inhibitor: Int32?

  init(_ bus: Bus, uid: UInt32, _ observe: @escaping (Observation) -> Void) {
    self.bus = bus
    self.uid = uid
    self.observe = observe
  }

  deinit {
    if let inhibitor { close(inhibitor) }
  }

  func begin() {
    bus.follow(Self.name) { [weak self] owner in self?.setOwner(owner) }
  }

  /// Lets the machine sleep as far as we are concerned.
  func releaseSleep() {
    guard let inhibitor else { return }
    close(inhibitor)
    self.inhibitor = nil
    observe(.sleepDelayed(false))
  }

  private func setOwner(_ owner: String?) {
    guard self.owner != owner else { return }
    releaseSleep()
    subscriptions.forEach(bus.connection.unsubscribe)
    subscriptions = []
    sessions = [:]
    if self.owner != nil { observe(.logindLost) }
    self.owner = owner
    guard let owner else { return }
    observe(.logindFound)
    subscribe(to: owner)
    delaySleep(owner)
    readSleep(owner)
    readSessions(owner)
  }

  private func subscribe(to owner: String) {
    listen(owner, Self.manager, "PrepareForSleep") { watch, signal in
      if let isSleeping = signal.arguments.first?.boolean { watch.prepareForSleep(isSleeping, owner) }
    }
    listen(owner, Self.manager, "SessionNew") { watch, signal in
      if signal.arguments.count == 2, let path = signal.arguments[1].text { watch.read(path, owner) {} }
    }
    listen(owner, Self.manager, "SessionRemoved") { watch, signal in
      if signal.arguments.count == 2, let path = signal.arguments[1].text { watch.remove(path) }
    }
    listen(owner, Self.session, "Lock") { watch, signal in
      watch.withSession(signal.path, owner) { watch.observe(.lockRequested($0)) }
    }
    listen(owner, Self.session, "Unlock") { watch, signal in
      watch.withSession(signal.path, owner) { watch.observe(.unlockRequested($0)) }
    }
    listen(owner, Self.properties, "PropertiesChanged", first: Self.session) { watch, signal in
      watch.propertiesChanged(signal, owner)
    }
  }

  private func listen(
    _ owner: String, _ interface: String, _ member: String, first: String? = nil,
    _ handler: @escaping (LogindWatch, BusSignal) -> Void
  ) {
    let match = BusMatch(sender: owner, interface: interface, member: member, firstArgument: first)
    subscriptions.append(
      bus.connection.subscribe(match) { [weak self] signal in
        if let self, self.owner == owner { handler(self, signal) }
      })
  }

  private func prepareForSleep(_ isSleeping: Bool, _ owner: String) {
    observe(.preparingForSleep(isSleeping))
    if !isSleeping { delaySleep(owner) }
  }

  /// Takes logind's delay lock: sleep then waits until it is released, or for 5 s by default.
  private func delaySleep(_ owner: String) {
    guard inhibitor == nil else { return }
    let call = BusCall(
      destination: owner, path: Self.path, interface: Self.manager, method: "Inhibit",
      arguments: ["sleep", "vault", "Secrets are locked before sleep", "delay"])
    bus.callForDescriptor(call) { [weak self] descriptor in
      guard let descriptor else { return }
      guard let self, self.owner == owner, inhibitor == nil else {
        close(descriptor)
        return
      }
      inhibitor = descriptor
      observe(.sleepDelayed(true))
    }
  }

  private func readSleep(_ owner: String) {
    let call = BusCall(
      destination: owner, path: Self.path, interface: Self.properties, method: "Get",
      arguments: [Self.manager, "PreparingForSleep"])
    bus.call(call) { [weak self] answer in
      guard let self, self.owner == owner, answer?.first?.boolean == true else { return }
      observe(.preparingForSleep(true))
    }
  }

  private func readSessions(_ owner: String) {
    let call = BusCall(destination: owner, path: Self.path, interface: Self.manager, method: "ListSessions")
    bus.call(call) { [weak self] answer in
      // Each entry is id, uid, user, seat, path.
      for entry in answer?.first?.list ?? [] {
        guard let self, self.owner == owner, let fields = entry.list, fields.count == 5, let path = fields[4].text
        else { continue }
        if fields[1].number == uid { read(path, owner) {} } else { sessions[path] = .some(nil) }
      }
    }
  }

  /// Reads whose session it is and whether it is locked, and then does `next`.
  private func read(_ path: String, _ owner: String, then next: @escaping () -> Void) {
    let call = BusCall(
      destination: owner, path: path, interface: Self.properties, method: "GetAll", arguments: [Self.session])
    bus.call(call) { [weak self] answer in
      guard let self, self.owner == owner, let properties = answer?.first?.dictionary else { return }
      // Newer versions have a session for the user's systemd, too, which nobody sits at and which lingers.
      let isManager = properties["Class"]?.text?.hasPrefix("manager") == true
      let isOurs = properties["User"]?.list?.first?.number == uid && !isManager
      if isOurs, let id = properties["Id"]?.text {
        sessions[path] = id
        observe(.sessionFound(id, isLocked: properties["LockedHint"]?.boolean ?? false))
      } else {
        sessions[path] = .some(nil)
      }
      next()
    }
  }

  /// Does `body` with the session's id if it is this user's, asking first if it is a session never heard of.
  private func withSession(_ path: String, _ owner: String, _ body: @escaping (String) -> Void) {
    if let known = sessions[path] {
      if let id = known { body(id) }
      return
    }
    read(path, owner) { [weak self] in
      if case .some(.some(let id)) = self?.sessions[path] { body(id) }
    }
  }

  private func remove(_ path: String) {
    if case .some(.some(let id)) = sessions.removeValue(forKey: path) { observe(.sessionGone(id)) }
  }

  private func propertiesChanged(_ signal: BusSignal, _ owner: String) {
    guard signal.arguments.count == 3 else { return }
    if let isLocked = signal.arguments[1].dictionary?["LockedHint"]?.boolean {
      withSession(signal.path, owner) { [observe] in observe(.lockedHint($0, isLocked)) }
    } else if signal.arguments[2].list?.contains(.text("LockedHint")) == true {
      read(signal.path, owner) {}
    }
  }
}
