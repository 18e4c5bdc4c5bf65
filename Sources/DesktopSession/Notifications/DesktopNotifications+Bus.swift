internal import DBus

/// The connection to the bus, and who shows notifications on it.
extension DesktopNotifications {
  /// Connects to the bus unless that is done, and learns who the service is.
  func connect() async {
    guard bus == nil, !hasStopped else { return }
    if let connecting { return await connecting.value }
    guard let address = configuration.busAddress() else { return retryLater() }
    let attempt = Task { await reach(address) }
    connecting = attempt
    await attempt.value
  }

  /// Disconnects from the bus; pending calls fail.
  func disconnect() {
    setOwner(nil)
    // Who waits for an answer holds the connection.
    bus?.connection.close()
    bus = nil
    busNumber += 1
  }

  /// The unique name of the service, started if there is none.
  func service() async throws(DesktopNotificationError) -> String {
    await connect()
    guard !hasStopped else { throw .stopped }
    guard bus != nil else { throw .noBus }
    if owner == nil { try await startService() }
    guard let owner else { throw .noService }
    return owner
  }

  /// Calls a method. `handle` gets the answer at once, before any signal that the bus sent later.
  func ask<Answer: Sendable>(
    _ call: BusCall,
    _ handle: @escaping @Sendable (isolated DesktopNotifications, Result<[BusValue], BusCallFailure>) -> Answer
  ) async -> Answer {
    guard let bus else { return handle(self, .failure(BusCallFailure(message: "there is no bus"))) }
    return await withCheckedContinuation { continuation in
      bus.connection.call(call, timeout: configuration.timeout) { answer in
        continuation.resume(returning: self.assumeIsolated { handle($0, answer) })
      }
    }
  }

  private func reach(_ address: String) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      BusConnection.connect(to: address, on: loop, timeout: configuration.timeout) { connection in
        self.adopt(connection) { done.resume() }
      }
    }
    connecting = nil
  }

  /// Starts to use a new connection, and calls back when it is known who the service is.
  private func adopt(_ connection: BusConnection?, whenReady: @escaping () -> Void) {
    guard let connection, !hasStopped else {
      retryLater()
      return whenReady()
    }
    busNumber += 1
    let number = busNumber
    connection.onClosed { [weak self] in self?.assumeIsolated { $0.loseBus(number) } }
    let bus = Bus(connection, timeout: configuration.timeout, pending: PendingCalls(whenDone: whenReady))
    self.bus = bus
    bus.follow(NotificationService.name) { [weak self] owner in
      self?.assumeIsolated { if $0.busNumber == number { $0.setOwner(owner) } }
    }
    bus.follow(Self.launcher) { [weak self] owner in
      self?.assumeIsolated { if $0.busNumber == number, owner != nil { $0.emitCount() } }
    }
    emitCount()
  }

  private func loseBus(_ number: Int) {
    guard busNumber == number else { return }
    disconnect()
    retryLater()
  }

  private func retryLater() {
    guard !hasStopped, !isRetryPlanned else { return }
    isRetryPlanned = true
    loop.perform(after: configuration.reconnectInterval) { [weak self] in
      self?.assumeIsolated { notifications in
        notifications.isRetryPlanned = false
        Task { await notifications.connect() }
      }
    }
  }

  private func startService() async throws(DesktopNotificationError) {
    let started = await ask(NotificationService.start) { _, answer in answer }
    if case .failure(let failure) = started {
      throw failure.hasTimedOut ? .noAnswer : failure.errorName == nil ? .noBus : .noService
    }
    // Not every bus reports the new owner before it answers.
    await ask(NotificationService.owner) { notifications, answer in
      if let owner = try? answer.get().first?.text { notifications.setOwner(owner) }
    }
  }

  private func setOwner(_ owner: String?) {
    guard self.owner != owner else { return }
    if let bus { subscriptions.forEach(bus.connection.unsubscribe) }
    subscriptions = []
    ledger = NotificationTracker()
    if self.owner != nil { publish(.serviceVanished) }
    self.owner = owner
    guard let owner, let bus else { return }
    listen(to: owner, on: bus)
    publish(.serviceAppeared)
  }

  private func listen(to owner: String, on bus: Bus) {
    subscriptions = NotificationService.signals.map { member in
      let match = BusMatch(sender: owner, interface: NotificationService.name, member: member)
      return bus.connection.subscribe(match) { [weak self] signal in
        self?.assumeIsolated { $0.handle(member, signal.arguments, from: owner) }
      }
    }
  }

  private func handle(_ member: String, _ arguments: [BusValue], from owner: String) {
    guard self.owner == owner, let signal = NotificationService.signal(member, arguments) else { return }
    ledger.apply(signal).forEach(publish)
  }
}
