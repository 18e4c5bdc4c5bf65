internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization

/// What a person calls a channel: its id, or the beginning of its title, whatever the case.
struct ChannelName {
  let text: String

  /// The channels that may be meant: the one of that id, or those of exactly that title, or else those whose title begins so.
  func channels(among channels: [ChannelEntry]) -> [ChannelEntry] {
    if let id = UUID(uuidString: text) { return channels.filter { $0.id == id } }
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return [] }
    let exact = channels.filter { $0.title.lowercased() == wanted }
    return exact.isEmpty ? channels.filter { $0.title.lowercased().hasPrefix(wanted) } : exact
  }

  /// That several may be meant, with their ids.
  static func ambiguity(of channels: [ChannelEntry]) -> Failure {
    let names = channels.prefix(5).map { "\($0.title) (\($0.id.uuidString.lowercased()))" }
    let more = channels.count > 5 ? ", \u{2026}" : ""
    return Failure(
      .usage, "Several channels are called so: \(names.joined(separator: ", ") + more).",
      hint: "Give more of the title, or the id.")
  }
}
