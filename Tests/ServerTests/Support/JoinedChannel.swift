import Foundation
import Testing

@testable import VaultServer

/// A channel that Ada has joined, who has a laptop and a phone.
struct JoinedChannel {
  static let laptop = "laptop-laptop-laptop"
  static let phone = "phone-phone-phone"

  let server: RunningServer
  let token: String
  let channel: UUID

  /// Lends it, on a server of its own.
  static func run(
    configure: (inout ServerConfiguration) -> Void = { _ in }, _ body: (JoinedChannel) async throws -> Void
  ) async throws {
    try await RunningServer.run(configure: configure) { server async throws in
      let ada = try await server.addAccount()
      let token = try await server.token()
      for device in [laptop, phone] { try await server.register(device: device, token: token) }
      let channel = try await server.addChannel()
      _ = try await server.storage.enrol(ada.id, in: channel, at: server.clock.now)
      try await body(JoinedChannel(server: server, token: token, channel: channel))
    }
  }

  /// Writes in it.
  func post(_ text: String) async throws {
    try #require(try await server.post(text, to: channel, token: token).status == 201)
  }
}
