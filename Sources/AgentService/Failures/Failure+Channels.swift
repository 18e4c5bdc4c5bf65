internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerClient

extension Failure {
  /// Something could not be done about one channel.
  init(ofChannel error: ServerClientError) {
    switch error.code {
    case .notFound: self.init(.usage, "The channel is gone.", hint: "See vault channels.")
    default: self.init(error)
    }
  }

  /// A channel is to be read or written to that the user is not in.
  static func notJoined(_ entry: ChannelEntry) -> Failure {
    Failure(
      .usage, "You have not joined \(entry.title).",
      hint: "Join it with vault channels join \(entry.id.uuidString.lowercased()).")
  }
}
