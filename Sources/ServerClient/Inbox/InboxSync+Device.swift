internal import FoundationEssentials
public import SecretMemory
internal import ServerAPI

/// Whose device it is, and where.
struct DeviceOwner: Hashable {
  private let user: UUID
  private let origin: ServerOrigin

  init(_ session: OpenedSession) { (user, origin) = (session.account.id, session.origin) }
}

extension InboxSync {
  /// Registers the device under the user who is logged in.
  func register() async throws(StepFailure) -> InboxLink {
    let (auth, registration) = (parts.auth, parts.registration)
    let (session, device): (OpenedSession, String)
    do throws(ServerClientError) {
      (session, device) = try await auth.whileLoggedIn { (api, session) async throws(ServerClientError) in
        // It is their device again.
        await self.stopMakingUp(for: session)
        try await self.noteRegistered(true, at: session.origin)
        return (session, try await self.register(registration, api, session))
      }
    } catch { throw .failed(error) }
    do {
      let keeper = try await parts.keeper(session.origin, session.account)
      return InboxLink(auth: auth, session: session, device: device, keeper: keeper)
    } catch { throw .failed(ServerClientError(.stateUnavailable, "the inbox on this machine can't be opened")) }
  }

  /// - Returns: the token that the device is registered with. One that is another user's device is replaced, once.
  private func register(
    _ registration: DeviceRegistration, _ api: VaultServerAPI, _ session: OpenedSession
  ) async throws(ServerClientError) -> String {
    let first = try await token(of: session)
    do throws(ServerClientError) {
      try await api.register(device: first, registration, at: session.origin, token: session.token)
      return first
    } catch {
      guard error.code == .conflict else { throw error }
    }
    let (user, origin) = (session.account.id, session.origin)
    try await known { try await $0.forgetToken(for: user, at: origin) }
    let second = try await token(of: session)
    try await api.register(device: second, registration, at: origin, token: session.token)
    return second
  }

  private func token(of session: OpenedSession) async throws(ServerClientError) -> String {
    try await known { try await $0.token(for: session.account.id, at: session.origin) }
  }

  /// Logs in with what the owner typed. Where another user was logged in, this is their device no longer.
  ///
  /// - Parameter origin: where to; the stored login is bound to it.
  /// - Throws: ``ServerClientError``; nothing was kept or changed then.
  public func logIn(
    email: String, password: consuming SecretBytes, origin: ServerOrigin
  ) async throws(ServerClientError) -> AuthClient.Result {
    let result = try await parts.auth.logIn(email: email, password: password, origin: origin) { await self.leave($0) }
    dropConnection()
    return result
  }

  /// Logs out, then unregisters the device.
  ///
  /// - Parameter forget: also removes the stored login.
  /// - Returns: why the server could not be told, or nil; on this machine the logout is complete all the same. Where there was a
  ///   session the device is unregistered as soon as the server can be had, until this process ends or somebody logs in.
  /// - Throws: ``ServerClientError`` when the logout could not be remembered or the login not removed.
  public func logOut(forget: Bool) async throws(ServerClientError) -> ServerClientError? {
    try await whileStopped { () async throws(ServerClientError) in
      state.end(forgetting: true)
      (link, outage) = (nil, nil)
      let hasSession = await parts.auth.session != nil
      let problem = try await parts.auth.logOut(forget: forget) { await self.leave($0) }
      return hasSession ? problem : try await debt
    }
  }

  /// What the server could not be told, for want of a session.
  private var debt: ServerClientError? {
    get async throws(ServerClientError) {
      let registrations = try await known { try await $0.registrations() }
      guard let origin = await parts.auth.origin, registrations.contains(origin) else { return nil }
      return ServerClientError(.unreachable, "the server could not be told that this device is no longer yours")
    }
  }

  /// For how long the owner waits for a server to hear of their leaving, in seconds, for each of two requests.
  private static let leavingSeconds = 3.0

  /// Unregisters the device of a user, then ends their session. A server that can't be had soon is told later.
  ///
  /// - Returns: why the server could not be told; nil when it knows neither any more.
  private func leave(_ session: OpenedSession) async -> ServerClientError? {
    do throws(ServerClientError) {
      if try await known({ try await $0.registrations() }).contains(session.origin) {
        let device = try await token(of: session)
        if let problem = await unregister(device, session, within: Self.leavingSeconds) {
          let task = Task { await self.makeUp(device, session) }
          makingUp.updateValue(task, forKey: DeviceOwner(session))?.cancel()
          return problem
        }
      }
      try await parts.auth.api.deleteSession(at: session.origin, token: session.token, within: Self.leavingSeconds)
      return nil
    } catch { return error.code == .invalidToken ? nil : error }
  }

  private func stopMakingUp(for session: OpenedSession) async {
    guard let task = makingUp.removeValue(forKey: DeviceOwner(session)) else { return }
    task.cancel()
    await task.value
  }

  /// - Returns: why the server could not be told; nil when it has no such device any more.
  private func unregister(
    _ device: String, _ session: OpenedSession, within seconds: Double? = nil
  ) async -> ServerClientError? {
    do throws(ServerClientError) {
      do throws(ServerClientError) {
        try await parts.auth.api.unregister(
          device: device, within: seconds, at: session.origin, token: session.token)
      } catch { if error.code != .notFound { throw error } }
      // Another user's device may be registered there by now.
      if await parts.auth.session?.origin != session.origin { try await noteRegistered(false, at: session.origin) }
      return nil
    } catch { return error }
  }

  /// Tries again, later each time, with the session that could not be ended either, and then ends it. Its token stays in memory
  /// until then.
  private func makeUp(_ device: String, _ session: OpenedSession) async {
    var failures = 1
    var problem = ServerClientError(.unreachable)
    while true {
      let delay = parts.policy.delay(afterFailures: failures, error: problem, random: parts.random())
      do { try await parts.clock.sleep(for: delay) } catch { return }
      guard let next = await unregister(device, session) else { break }
      // Only a new login can help now.
      if next.code == .invalidToken || Task.isCancelled { return }
      (problem, failures) = (next, failures + 1)
    }
    // It ends by itself where this fails.
    try? await parts.auth.api.deleteSession(at: session.origin, token: session.token)
  }

  private func noteRegistered(_ isRegistered: Bool, at origin: ServerOrigin) async throws(ServerClientError) {
    try await known { try await $0.setRegistered(isRegistered, at: origin) }
  }

  private func known<Value>(
    _ body: (any DeviceMemory) async throws -> Value
  ) async throws(ServerClientError) -> Value {
    do { return try await body(parts.memory) } catch {
      throw ServerClientError(.stateUnavailable, "what this device is can't be read or kept")
    }
  }
}
