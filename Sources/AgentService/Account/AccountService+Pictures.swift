internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import PictureFormat
internal import Pictures
internal import ServerClient

extension AccountService: PictureSource {
  func has(_ picture: PushPicture, for owner: InboxOwner) -> Bool { picture.isOn(owner.server) }

  func download(_ id: UUID, for owner: InboxOwner) async throws(Failure) -> [UInt8] {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      // The session may be another's by now: whose picture it is says the owner.
      guard origin.description == owner.server else { throw ServerClientError(.notFound) }
      return try await api.picture(id, atMost: PictureLimits.byteCount, at: origin, token: token)
    }
  }
}

extension PushPicture {
  /// Whether it is on that server: without an address it is on the one that it came from.
  func isOn(_ server: String) -> Bool { Self.isOrigin(origin, on: server) }

  /// Whether a picture of that ``origin`` is on that server.
  static func isOrigin(_ origin: String?, on server: String) -> Bool {
    guard let origin else { return true }
    do { return try ServerOrigin(origin).description == server } catch { return false }
  }
}
