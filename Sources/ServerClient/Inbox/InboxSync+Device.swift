internal import FoundationEssentials
public import SecretMemory
internal import ServerAPI

extension InboxSync {
  /// Registers the device under the user who is logged in.
  func register() async throws(StepFailure) -> InboxSyncSession {
    let (auth, registration) = (dependencies.auth, dependencies.registration)
    let (session, device): (OpenedSession, String)
    do throws(ServerClientError) {
      (session, device) = try await auth.whileLoggedIn { (api, session) async throws(ServerClientError) in
        // It is their device again.
        await self.cancelRetry(for: session)
        try await self.recordRegistration(true, of: DeviceOwner(session))
        return (session, try await self.register(registration, api, session))
      }
    } catch { throw .failed(error) }
    do {
      let replica = try await dependencies.replica(session.origin, session.account)
      return InboxSyncSession(auth: auth, session: session, device: device, replica: replica)
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

  func token(of session: OpenedSession) async throws(ServerClientError) -> String {
    try await known { try await $0.token(for: session.account.id, at: session.origin) }
  }

  /// Logs in with what the owner typed. Where another user was logged in, this is their device no longer.
  ///
  /// - Parameter origin: where to; the stored login is bound to it.
  /// - Throws: ``ServerClientError``; nothing was stored or changed then.
  public func logIn(
    email: String, password: consuming SecretBytes, origin: ServerOrigin
  ) async throws(ServerClientError) -> AuthClient.Result {
    let result = try await dependencies.auth.logIn(email: email, password: password, origin: origin) {
      await self.leave($0)
    }
    dropConnection()
    return result
  }

  /// Logs out, then unregisters the device.
  ///
  /// - Parameter forget: also removes the stored login.
  /// - Returns: why the server could not be notified, or nil; on this machine the logout is complete all the same. Where there was a
  ///   session the device is unregistered as soon as the server can be had, unless the same user logs in before.
  /// - Throws: ``ServerClientError`` when the logout could not be remembered or the login not removed.
  public func logOut(forget: Bool) async throws(ServerClientError) -> ServerClientError? {
    try await whileStopped { () async throws(ServerClientError) in
      state.end(forgetting: true)
      (link, outage) = (nil, nil)
      let hasSession = await dependencies.auth.session != nil
      let problem = try await dependencies.auth.logOut(forget: forget) { await self.leave($0) }
      return hasSession ? problem : try await debt
    }
  }

  /// The error for a server that could not be notified, for want of a session.
  private var debt: ServerClientError? {
    get async throws(ServerClientError) {
      let registrations = try await known { try await $0.registrations() }
      guard let origin = await dependencies.auth.origin, registrations.contains(origin) else { return nil }
      return ServerClientError(.unreachable, "the server could not be notified that this device is no longer yours")
    }
  }

  func recordRegistration(_ isRegistered: Bool, of owner: DeviceOwner) async throws(ServerClientError) {
    try await known { try await $0.setRegistered(isRegistered, for: owner.user, at: owner.origin) }
  }

  func known<Value>(
    _ body: (any DeviceRegistrationStore) async throws -> Value
  ) async throws(ServerClientError) -> Value {
    do { return try await body(dependencies.memory) } catch {
      throw ServerClientError(.stateUnavailable, "what this device is can't be read or kept")
    }
  }
}
