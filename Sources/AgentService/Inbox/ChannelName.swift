internal import AgentAPI
internal import FoundationEssentials
internal import Inbox

/// What a person calls a channel: its id, or the beginning of its title, whatever the case.
struct ChannelName {
  let text: String

  /// The channel that is meant: the one of that id, or of exactly that title, or the only one whose title begins so.
  ///
  /// - Returns: nil when there is none.
  /// - Throws: ``Failure/Code/usage`` when there are several.
  func channel(among channels: [ChannelEntry]) throws(Failure) -> ChannelEntry? {
    if let id = UUID(uuidString: text) { return channels.first { $0.id == id } }
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return nil }
    let exact = channels.filter { $0.title.lowercased() == wanted }
    let found = exact.isEmpty ? channels.filter { $0.title.lowercased().hasPrefix(wanted) } : exact
    guard found.count > 1 else { return found.first }
    let names = found.prefix(5).map { "\($0.title) (\($0.id.uuidString.lowercased()))" }
    throw Failure(
      .usage, "Several channels are called so: \(names.joined(separator: ", "))\(found.count > 5 ? ", …" : "").",
      hint: "Give more of the title, or the id.")
  }
}
