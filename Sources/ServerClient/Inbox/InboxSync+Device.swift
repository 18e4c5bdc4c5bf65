internal import ServerAPI

extension InboxSync {
  /// Registers the device under the user who is logged in.
  func register() async throws(StepFailure) -> InboxLink {
    makingUp?.cancel()
    await makingUp?.value
    makingUp = nil
    let (auth, registration) = (parts.auth, parts.registration)
    let (session, device): (OpenedSession, String)
    do throws(ServerClientError) {
      (session, device) = try await auth.whileLoggedIn { (api, session) async throws(ServerClientError) in
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

  /// Unregisters the device, then logs out.
  ///
  /// - Parameter forget: also removes the stored login.
  /// - Returns: why the server could not be told, or nil; on this machine the logout is complete all the same. Where there was a
  ///   session the device is unregistered as soon as the server can be had, until this process ends or somebody logs in.
  /// - Throws: ``ServerClientError`` when the logout could not be remembered or the login not removed.
  public func logOut(forget: Bool) async throws(ServerClientError) -> ServerClientError? {
    try await whileStopped { () async throws(ServerClientError) in
      let problem = await unregister()
      let sessionProblem = try await parts.auth.logOut(forget: forget)
      return problem ?? sessionProblem
    }
  }

  private func unregister() async -> ServerClientError? {
    state.end(forgetting: true)
    link = nil
    outage = nil
    do throws(ServerClientError) {
      let registrations = try await known { try await $0.registrations() }
      guard let session = await parts.auth.session else {
        guard let origin = await parts.auth.origin, registrations.contains(origin) else { return nil }
        return ServerClientError(.unreachable, "the server could not be told that this device is no longer yours")
      }
      guard registrations.contains(session.origin) else { return nil }
      let device = try await token(of: session)
      let problem = await unregister(device, session)
      if problem != nil { makingUp = Task { await self.makeUp(device, session) } }
      return problem
    } catch { return error }
  }

  /// - Returns: why the server could not be told; nil when it has no such device any more.
  private func unregister(_ device: String, _ session: OpenedSession) async -> ServerClientError? {
    do throws(ServerClientError) {
      do throws(ServerClientError) {
        try await parts.auth.api.unregister(device: device, at: session.origin, token: session.token)
      } catch { if error.code != .notFound { throw error } }
      try await noteRegistered(false, at: session.origin)
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
