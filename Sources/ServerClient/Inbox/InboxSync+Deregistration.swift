internal import FoundationEssentials
internal import ServerAPI

/// Whose device it is, and where.
struct DeviceOwner: Hashable {
  let user: UUID
  let origin: ServerOrigin

  init(_ session: OpenedSession) { (user, origin) = (session.account.id, session.origin) }
  init(_ deregistration: PendingDeregistration) { (user, origin) = (deregistration.user, deregistration.origin) }
}

/// Leaving a device. A server that can't be notified at once is notified later, by this process or by the next one.
extension InboxSync {
  /// For how long the owner waits for a server to hear of their leaving, in seconds, for each of two requests.
  private static let deregistrationSeconds = 3.0

  /// Unregisters the device of a user, then ends their session. A server that can't be reached soon is notified later.
  ///
  /// - Returns: why the server could not be notified; nil when it has neither any more.
  func leave(_ session: OpenedSession) async -> ServerClientError? {
    do throws(ServerClientError) {
      if try await known({ try await $0.registrations() }).contains(session.origin) {
        let deregistration = PendingDeregistration(
          origin: session.origin, user: session.account.id, device: try await token(of: session),
          token: session.token, leftAt: dependencies.now(),
          serverUser: dependencies.auth.api.transport.loopback.taken(at: session.origin))
        if let problem = await unregister(deregistration, within: Self.deregistrationSeconds) {
          await save(deregistration)
          scheduleRetry(deregistration, after: problem)
          return problem
        }
      }
      try await dependencies.auth.api.deleteSession(
        at: session.origin, token: session.token, within: Self.deregistrationSeconds)
      return nil
    } catch { return error.code == .invalidToken ? nil : error }
  }

  /// The servers that are still to be notified that this device was left; nil before it is known what an earlier process left.
  public var unfinishedDeregistrations: Set<ServerOrigin>? {
    hasResumed ? Set(deregistrationRetries.keys.map(\.origin)) : nil
  }

  /// Tries at once to notify the servers that are yet to be told, each for some seconds.
  ///
  /// - Returns: those that are still not told.
  /// - Throws: ``ServerClientError`` where it can't be read which they are.
  public func retryDeregistrations() async throws(ServerClientError) -> Set<ServerOrigin> {
    let pending: [PendingDeregistration]
    do { pending = try await dependencies.deregistrations.pending() } catch {
      throw ServerClientError(.stateUnavailable, "the credential store can't be read")
    }
    var untold: Set<ServerOrigin> = []
    for deregistration in pending where !returned.contains(DeviceOwner(deregistration)) {
      let owner = DeviceOwner(deregistration)
      accept(deregistration.serverUser, for: owner)
      guard await unregister(deregistration, within: Self.deregistrationSeconds) == nil else {
        untold.insert(deregistration.origin)
        continue
      }
      deregistrationRetries[owner]?.cancel()
      end(deregistration)
      await forget(owner)
      // It ends by itself where this fails.
      try? await dependencies.auth.api.deleteSession(
        at: deregistration.origin, token: deregistration.token, within: Self.deregistrationSeconds)
    }
    return untold
  }

  /// Goes on with what an earlier process could not do. A store that can't be read yet is read later.
  func resumeDeregistrations() async {
    var failures = 0
    while true {
      do {
        let pending = try await dependencies.deregistrations.pending()
        // A login that is stored says first whose program may be sent anything.
        if !pending.isEmpty { _ = try await dependencies.auth.knownLogin() }
        for deregistration in pending { await resume(deregistration) }
        hasResumed = true
        return
      } catch {
        failures += 1
        let problem = ServerClientError(.stateUnavailable, "the credential store can't be read")
        let delay = dependencies.policy.delay(afterFailures: failures, error: problem, random: dependencies.random())
        do { try await dependencies.clock.sleep(for: delay) } catch { return }
      }
    }
  }

  private func resume(_ deregistration: PendingDeregistration) async {
    let owner = DeviceOwner(deregistration)
    guard !returned.contains(owner) else { return await forget(owner) }
    if deregistrationRetries[owner] == nil { scheduleRetry(deregistration, after: nil) }
  }

  /// The device is the user's again: no server is to be notified that they left.
  func cancelRetry(for session: OpenedSession) async {
    let owner = DeviceOwner(session)
    returned.insert(owner)
    guard let task = deregistrationRetries.removeValue(forKey: owner) else { return }
    task.cancel()
    accept(nil, for: owner)
    await task.value
    await forget(owner)
  }

  private func save(_ deregistration: PendingDeregistration) async {
    returned.remove(DeviceOwner(deregistration))
    do {
      try await dependencies.deregistrations.forget(deregistration.user, at: deregistration.origin)
      let others = try await dependencies.deregistrations.pending().sorted { $0.leftAt > $1.leftAt }
      for other in others.dropFirst(PendingDeregistration.maximumCount - 1) {
        deregistrationRetries.removeValue(forKey: DeviceOwner(other))?.cancel()
        accept(nil, for: DeviceOwner(other))
        await abandon(other)
      }
      try await dependencies.deregistrations.save(deregistration)
    } catch { dependencies.reportTrouble(.notSaved(deregistration.origin)) }
  }

  private func forget(_ owner: DeviceOwner) async {
    // What stays is tried once more by the next process, which the server answers with 404 or 401.
    try? await dependencies.deregistrations.forget(owner.user, at: owner.origin)
  }

  private func abandon(_ deregistration: PendingDeregistration) async {
    await forget(DeviceOwner(deregistration))
    dependencies.reportTrouble(.abandoned(deregistration.origin))
  }

  private func scheduleRetry(_ deregistration: PendingDeregistration, after problem: ServerClientError?) {
    accept(deregistration.serverUser, for: DeviceOwner(deregistration))
    let task = Task {
      await self.retryUntilDeregistered(deregistration, after: problem)
      // Whoever was cancelled has a successor, or is no longer needed.
      if !Task.isCancelled { self.end(deregistration) }
    }
    deregistrationRetries.updateValue(task, forKey: DeviceOwner(deregistration))?.cancel()
  }

  private func end(_ deregistration: PendingDeregistration) {
    let owner = DeviceOwner(deregistration)
    deregistrationRetries[owner] = nil
    accept(nil, for: owner)
  }

  /// Has another user's program count as long as it is to be notified.
  private func accept(_ user: UInt32?, for owner: DeviceOwner) {
    dependencies.auth.api.transport.loopback.setDeregistration(user, of: owner.user, at: owner.origin)
  }

  /// Tries until the server is notified, later each time, with the session that could not be ended either, and then ends it.
  ///
  /// - Parameter problem: why it could not be notified a moment ago; nil to try at once.
  private func retryUntilDeregistered(_ deregistration: PendingDeregistration, after problem: ServerClientError?) async
  {
    var (failures, problem) = (0, problem)
    while true {
      if let problem {
        failures += 1
        let delay = dependencies.policy.delay(afterFailures: failures, error: problem, random: dependencies.random())
        do { try await dependencies.clock.sleep(for: delay) } catch { return }
      }
      guard dependencies.now().timeIntervalSince(deregistration.leftAt) < PendingDeregistration.longestSeconds else {
        return await abandon(deregistration)
      }
      problem = await unregister(deregistration)
      if Task.isCancelled { return }
      guard let problem else { break }
      // Only a new login can help now.
      if problem.code == .invalidToken { return await abandon(deregistration) }
    }
    await forget(DeviceOwner(deregistration))
    // It ends by itself where this fails.
    try? await dependencies.auth.api.deleteSession(at: deregistration.origin, token: deregistration.token)
  }

  /// - Returns: why the server could not be notified; nil when it has no such device any more.
  private func unregister(_ deregistration: PendingDeregistration, within seconds: Double? = nil) async
    -> ServerClientError?
  {
    do throws(ServerClientError) {
      do throws(ServerClientError) {
        try await dependencies.auth.api.unregister(
          device: deregistration.device, within: seconds, at: deregistration.origin, token: deregistration.token)
      } catch { if error.code != .notFound { throw error } }
      try await recordRegistration(false, of: DeviceOwner(deregistration))
      return nil
    } catch { return error }
  }
}
