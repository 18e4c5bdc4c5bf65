import Foundation
import NIOHTTP1
import ServerAPI

@testable import VaultServer

/// What citizens write to each other.
extension Town {
  @discardableResult
  func write(
    _ text: String, to user: Citizen, by citizen: Citizen, id: UUID = UUID()
  ) async throws -> RunningServer.Answer {
    try await server.post(text, id: id, to: user.id, token: citizen.token)
  }

  /// What a citizen has of the conversation with another, in order.
  func messages(of citizen: Citizen, with user: Citizen) async throws -> [ChannelMessage] {
    let answer = try await server.send(.GET, "/v1/channels/\(user.id)/messages", token: citizen.token)
    return answer.status == 404 ? [] : try answer.decoded(ChannelPage.self).messages
  }

  func conversations(of citizen: Citizen, _ query: String = "") async throws -> ConversationPage {
    try await server.send(.GET, "/v1/conversations\(query)", token: citizen.token).decoded()
  }

  /// The two follow each other.
  func befriend(_ one: Citizen, _ other: Citizen) async throws {
    try await follow(one, by: other)
    try await follow(other, by: one)
  }
}
