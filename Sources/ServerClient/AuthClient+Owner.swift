internal import CredentialStore
public import SecretMemory
internal import ServerAPI

extension AuthClient {
  /// Logs in with what the owner typed. It is stored, over an older login, only after the server accepted it.
  ///
  /// - Parameter origin: where to; the item is bound to it.
  /// - Throws: ``ServerClientError``; nothing was stored or changed then.
  public func logIn(
    email: String, password: consuming SecretBytes, origin: ServerOrigin
  ) async throws(ServerClientError) -> Result {
    try await logIn(email: email, password: password, origin: origin, terminator: nil)
  }

  /// As ``logIn(email:password:origin:)``.
  ///
  /// - Parameter terminate: ends the session of another user who was logged in before, and what depends on it.
  func logIn(
    email: String, password: consuming SecretBytes, origin: ServerOrigin, terminator terminate: SessionTerminator?
  ) async throws(ServerClientError) -> Result {
    let typed = SharedSecret(password)
    return try await exclusively { await self.logInNow(email, typed, origin, terminate) }.get()
  }

  /// Ends a session.
  ///
  /// - Returns: why the server could not be notified, or nil.
  typealias SessionTerminator = @Sendable (OpenedSession) async -> ServerClientError?

  private func logInNow(
    _ email: String, _ password: SharedSecret, _ origin: ServerOrigin, _ terminate: SessionTerminator?
  ) async -> Swift.Result<Result, ServerClientError> {
    do throws(ServerClientError) {
      await resolveServer()
      let device = await deviceProof(at: origin, email: email)
      let (opened, user) = try await openTyped(email, password, origin, device)
      let guarded = api.transport.loopback
      guarded.setLogin(user, at: origin)
      let (previous, former) = (session, storedLogin?.origin)
      session = OpenedSession(token: opened.token, origin: origin, account: opened.account)
      perform(.accepted(opened.account, wasSilent: false))
      let problem = await saveLogin(email, password, origin, user)
      if problem == nil { await saveDevice(opened.device, at: origin, email: email) }
      if let previous {
        let isSame = previous.account.id == opened.account.id && previous.origin == origin
        // A session that could not be ended ends by itself.
        _ = if let terminate, !isSame { await terminate(previous) } else { await end(previous) }
      }
      if problem == nil {
        for left in [previous?.origin, former] where left != origin { left.map(guarded.forgetLogin) }
      }
      return .success(Result(account: opened.account, origin: origin, user: user, storageError: problem))
    } catch { return .failure(error) }
  }

  /// The first login to an origin says whose program it is that counts there; after that no other does.
  private func openTyped(
    _ email: String, _ password: SharedSecret, _ origin: ServerOrigin, _ device: DeviceProof
  ) async throws(ServerClientError) -> (OpenSession, user: UInt32?) {
    // Read before, so that whoever is known from then counts.
    var stored = Swift.Result<(email: String, origin: ServerOrigin)?, ServerClientError>.success(nil)
    if origin.scheme == .http { stored = await readLogin() }
    let guarded = api.transport.loopback
    do {
      let opened = try await api.createSession(at: origin, email: email, password: password.bytes, device: device)
      return (opened, guarded.taken(at: origin))
    } catch {
      guard error.code == .otherUser, case .success(let login) = stored, login?.origin != origin,
        let user = guarded.refused(at: origin)
      else { throw error }
      guarded.setLogin(user, at: origin)
    }
    do {
      let opened = try await api.createSession(at: origin, email: email, password: password.bytes, device: device)
      return (opened, guarded.taken(at: origin))
    } catch {
      guarded.forgetLogin(at: origin)
      throw error
    }
  }

  private func saveLogin(
    _ email: String, _ password: SharedSecret, _ origin: ServerOrigin, _ user: UInt32?
  ) async -> ServerClientError? {
    do throws(ServerClientError) {
      let copy = try ServerClientError.allocating { try password.bytes.copy() }
      let value = try LoginItem(origin: origin, email: email, password: copy, user: user).encoded()
      do { try await store.set(value, for: itemName) } catch { throw ServerClientError(error) }
      storedLogin = (email, origin)
      try await saveLoggedOut(false)
      return nil
    } catch { return error }
  }

  /// Remembers that the owner logged out, until the next login, then ends the session.
  ///
  /// - Parameter forget: also removes the stored login.
  /// - Returns: why the server could not be notified, or nil; on this machine the logout is complete all the same.
  /// - Throws: ``ServerClientError`` when the logout could not be remembered or the login not removed.
  public func logOut(forget: Bool) async throws(ServerClientError) -> ServerClientError? {
    try await logOut(forget: forget, terminator: nil)
  }

  /// As ``logOut(forget:)``.
  ///
  /// - Parameter terminate: ends the session, and what depends on it.
  func logOut(forget: Bool, terminator terminate: SessionTerminator?) async throws(ServerClientError)
    -> ServerClientError?
  {
    try await exclusively { await self.logOutNow(forget, terminate) }.get()
  }

  private func logOutNow(
    _ forget: Bool, _ terminate: SessionTerminator?
  ) async -> Swift.Result<ServerClientError?, ServerClientError> {
    let ended = session
    perform(.loggedOut)
    var failure: ServerClientError?
    do { try await saveLoggedOut(true) } catch { failure = error }
    let origin = storedLogin?.origin
    if forget {
      storedLogin = nil
      do { try await store.remove(itemName) } catch { failure = failure ?? ServerClientError(error) }
      await forgetDevice()
    }
    var problem: ServerClientError?
    // Last, for it may take a while: whatever ends this process meanwhile, it is a logout.
    if let ended { problem = if let terminate { await terminate(ended) } else { await end(ended) } }
    // Its server had to be had for that.
    if forget, let origin { api.transport.loopback.forgetLogin(at: origin) }
    if let failure { return .failure(failure) }
    return .success(problem)
  }

  /// Ends the session, because this process ends; the login stays as it is, for the next one. A server that can't be had in time
  /// forgets it by itself.
  ///
  /// - Parameter seconds: how long the server may take.
  public func endSession(within seconds: Double) async {
    guard let ended = session else { return }
    session = nil
    await end(ended, within: seconds)
  }

  /// Has the server forget a session. One it doesn't know any more is as good as ended.
  @discardableResult
  private func end(_ session: OpenedSession, within seconds: Double? = nil) async -> ServerClientError? {
    do {
      try await api.deleteSession(at: session.origin, token: session.token, within: seconds)
      return nil
    } catch { return error.code == .invalidToken ? nil : error }
  }
}
