internal import ArgumentParser

/// `vault-server channel …`.
struct ChannelGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "channel", abstract: "Manage the channels of the catalogue, also while the server runs.",
    subcommands: [ChannelCreate.self, ChannelList.self, ChannelRemove.self])
}
