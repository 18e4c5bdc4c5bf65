internal import CredentialStore
internal import SecretMemory

extension AuthClient {
  /// One silent login, from the credential store to the session.
  func attempt(resuming: Bool) async {
    do throws(ServerClientError) {
      if !resuming, try await isLoggedOut() { return perform(.nothingToSend(.loggedOut)) }
      guard let item = try await storedItem() else { return perform(.nothingToSend(.noItem)) }
      await resolveServer()
      if let wantedOrigin, item.origin != wantedOrigin { return perform(.nothingToSend(.otherServer(item.origin))) }
      let device = await deviceProof(at: item.origin, email: item.email)
      let opened = try await api.createSession(
        at: item.origin, email: item.email, password: item.password, device: device)
      if resuming { try await saveLoggedOut(false) }
      session = OpenedSession(token: opened.token, origin: item.origin, account: opened.account)
      perform(.accepted(opened.account, wasSilent: true))
      await saveDevice(opened.device, at: item.origin, email: item.email)
    } catch {
      perform(.failed(error, random: random()))
    }
  }

  /// Whose login is stored.
  func readLogin() async -> Swift.Result<(email: String, origin: ServerOrigin)?, ServerClientError> {
    do throws(ServerClientError) {
      _ = try await storedItem()
      await resolveServer()
      return .success(storedLogin)
    } catch { return .failure(error) }
  }

  /// The stored login; nil only when the store answered and has none.
  private func storedItem() async throws(ServerClientError) -> LoginItem? {
    let value: SecretBytes?
    do { value = try await store.value(for: itemName) } catch { throw ServerClientError(error) }
    storedLogin = nil
    guard let value else { return nil }
    guard let item = LoginItem(decoding: value) else {
      let advice = "the stored login can't be read; `vault logout --forget` removes it"
      throw ServerClientError(CredentialStoreError(.damaged, advice))
    }
    storedLogin = (item.email, item.origin)
    api.transport.loopback.setLogin(item.user, at: item.origin)
    return item
  }

  func isLoggedOut() async throws(ServerClientError) -> Bool {
    do { return try await memory.isLoggedOut() } catch {
      throw ServerClientError(.stateUnavailable, "whether you logged out can't be read, so nothing is sent")
    }
  }

  func saveLoggedOut(_ loggedOut: Bool) async throws(ServerClientError) {
    do { try await memory.setLoggedOut(loggedOut) } catch {
      throw ServerClientError(.stateUnavailable, "the login state could not be written")
    }
  }
}
