internal import FoundationEssentials
internal import ServerAPI

/// Whose device it is, and where.
struct DeviceOwner: Hashable {
  let user: UUID
  let origin: ServerOrigin

  init(_ session: OpenedSession) { (user, origin) = (session.account.id, session.origin) }
  init(_ departure: PendingDeregistration) { (user, origin) = (departure.user, departure.origin) }
}

/// Leaving a device, and making up for it where the server could not be told at once: by this process, or by a later one.
extension InboxSync {
  /// For how long the owner waits for a server to hear of their leaving, in seconds, for each of two requests.
  private static let leavingSeconds = 3.0

  /// Unregisters the device of a user, then ends their session. A server that can't be had soon is told later.
  ///
  /// - Returns: why the server could not be told; nil when it knows neither any more.
  func leave(_ session: OpenedSession) async -> ServerClientError? {
    do throws(ServerClientError) {
      if try await known({ try await $0.registrations() }).contains(session.origin) {
        let departure = PendingDeregistration(
          origin: session.origin, user: session.account.id, device: try await token(of: session),
          token: session.token, leftAt: parts.now())
        if let problem = await unregister(departure, within: Self.leavingSeconds) {
          await keep(departure)
          startMakingUp(departure, after: problem)
          return problem
        }
      }
      try await parts.auth.api.deleteSession(at: session.origin, token: session.token, within: Self.leavingSeconds)
      return nil
    } catch { return error.code == .invalidToken ? nil : error }
  }

  /// The servers that are yet to be told that this device was left; nil before it is known what a former process left.
  public var departing: Set<ServerOrigin>? { hasResumed ? Set(makingUp.keys.map(\.origin)) : nil }

  /// Goes on with what a former process could not do. A store that can't be read yet is read later.
  func resumeDepartures() async {
    var failures = 0
    while true {
      do {
        for departure in try await parts.departures.departures() { await resume(departure) }
        hasResumed = true
        return
      } catch {
        failures += 1
        let problem = ServerClientError(.stateUnavailable, "the credential store can't be read")
        let delay = parts.policy.delay(afterFailures: failures, error: problem, random: parts.random())
        do { try await parts.clock.sleep(for: delay) } catch { return }
      }
    }
  }

  private func resume(_ departure: PendingDeregistration) async {
    let owner = DeviceOwner(departure)
    guard !returned.contains(owner) else { return await forget(owner) }
    if makingUp[owner] == nil { startMakingUp(departure, after: nil) }
  }

  /// The device is the user's again: nobody is to be told that they left.
  func stopMakingUp(for session: OpenedSession) async {
    let owner = DeviceOwner(session)
    returned.insert(owner)
    guard let task = makingUp.removeValue(forKey: owner) else { return }
    task.cancel()
    await task.value
    await forget(owner)
  }

  private func keep(_ departure: PendingDeregistration) async {
    returned.remove(DeviceOwner(departure))
    do {
      try await parts.departures.forget(departure.user, at: departure.origin)
      let others = try await parts.departures.departures().sorted { $0.leftAt > $1.leftAt }
      for other in others.dropFirst(PendingDeregistration.maximumCount - 1) {
        makingUp.removeValue(forKey: DeviceOwner(other))?.cancel()
        await giveUp(other)
      }
      try await parts.departures.keep(departure)
    } catch { parts.noteTrouble(.notKept(departure.origin)) }
  }

  private func forget(_ owner: DeviceOwner) async {
    // What stays is tried once more by the next process, which the server answers with 404 or 401.
    try? await parts.departures.forget(owner.user, at: owner.origin)
  }

  private func giveUp(_ departure: PendingDeregistration) async {
    await forget(DeviceOwner(departure))
    parts.noteTrouble(.givenUp(departure.origin))
  }

  private func startMakingUp(_ departure: PendingDeregistration, after problem: ServerClientError?) {
    let task = Task {
      await self.makeUp(departure, after: problem)
      // Whoever was cancelled has a successor, or is needed no more.
      if !Task.isCancelled { self.makingUp[DeviceOwner(departure)] = nil }
    }
    makingUp.updateValue(task, forKey: DeviceOwner(departure))?.cancel()
  }

  /// Tries until the server was told, later each time, with the session that could not be ended either, and then ends it.
  ///
  /// - Parameter problem: why it was not told a moment ago; nil to try at once.
  private func makeUp(_ departure: PendingDeregistration, after problem: ServerClientError?) async {
    var (failures, problem) = (0, problem)
    while true {
      if let problem {
        failures += 1
        let delay = parts.policy.delay(afterFailures: failures, error: problem, random: parts.random())
        do { try await parts.clock.sleep(for: delay) } catch { return }
      }
      guard parts.now().timeIntervalSince(departure.leftAt) < PendingDeregistration.longestSeconds else {
        return await giveUp(departure)
      }
      problem = await unregister(departure)
      if Task.isCancelled { return }
      guard let problem else { break }
      // Only a new login can help now.
      if problem.code == .invalidToken { return await giveUp(departure) }
    }
    await forget(DeviceOwner(departure))
    // It ends by itself where this fails.
    try? await parts.auth.api.deleteSession(at: departure.origin, token: departure.token)
  }

  /// - Returns: why the server could not be told; nil when it has no such device any more.
  private func unregister(_ departure: PendingDeregistration, within seconds: Double? = nil) async -> ServerClientError?
  {
    do throws(ServerClientError) {
      do throws(ServerClientError) {
        try await parts.auth.api.unregister(
          device: departure.device, within: seconds, at: departure.origin, token: departure.token)
      } catch { if error.code != .notFound { throw error } }
      // Another user's device may be registered there by now.
      if await parts.auth.session?.origin != departure.origin { try await noteRegistered(false, at: departure.origin) }
      return nil
    } catch { return error }
  }
}
