import Foundation
import PictureFormat
import SecretMemory
import ServerAPI
import ServerClient
import Testing

@testable import VaultServer

@Suite("Pictures, as the agent's client brings and fetches them")
struct AttachmentClientTests {
  private func withClient(
    _ body: (RunningServer, VaultServerAPI, ServerOrigin, SharedSecret) async throws -> Void
  ) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = SharedSecret(try SecretBytes(Array(try await server.token().utf8)))
      let api = VaultServerAPI()
      let result: Result<Void, any Error>
      do {
        result = .success(try await body(server, api, try ServerOrigin("http://127.0.0.1:\(server.port)"), token))
      } catch { result = .failure(error) }
      try await api.shutdown()
      try result.get()
    }
  }

  @Test("what was brought is fetched, and nothing longer than asked for")
  func roundTrip() async throws {
    try await withClient { server, api, origin, token async throws in
      let bytes = SamplePicture.png(byteCount: PictureLimits.byteCount)
      let attachment = try await api.upload(picture: bytes, at: origin, token: token)
      #expect(attachment.type == "image/png" && attachment.bytes == bytes.count)
      #expect(try await api.picture(attachment.id, atMost: bytes.count, at: origin, token: token) == bytes)
      let long = await #expect(throws: ServerClientError.self) {
        try await api.picture(attachment.id, atMost: bytes.count - 1, at: origin, token: token)
      }
      #expect(long?.code == .garbage)
    }
  }

  @Test("what the server refuses is told apart")
  func refusals() async throws {
    try await withClient { server, api, origin, token async throws in
      let missing = await #expect(throws: ServerClientError.self) {
        try await api.picture(UUID(), atMost: 100, at: origin, token: token)
      }
      #expect(missing?.code == .notFound)
      for bytes in [Array("no picture".utf8), SamplePicture.png(9000, 9000)] {
        let error = await #expect(throws: ServerClientError.self) {
          try await api.upload(picture: bytes, at: origin, token: token)
        }
        #expect(error?.code == .invalidInput)
      }
    }
  }
}
