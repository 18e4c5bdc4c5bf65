internal import ArgumentParser
internal import FoundationEssentials
internal import ServerAPI
internal import VaultModel

/// `vault-server channel list`.
struct ChannelList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the channels.",
    discussion: """
      With --json: {"channels": [{"id": UUID, "title": text, "description": text, "picture": UUID or absent, \
      "messages": number}]}

      EXAMPLE
        vault-server channel list --data ~/vault-server --json
      """)

  @Flag(name: .long, help: "Print JSON.")
  var json = false
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let channels = try await data.open().catalogue(of: nil)
      print(json ? try CommandJSON.text(Listing(channels: channels.map(Listing.Line.init))) : Self.table(channels))
    }
  }

  private struct Listing: Encodable {
    struct Line: Encodable {
      let id: UUID
      let title: String
      let description: String
      let picture: UUID?
      let messages: Int64

      init(_ channel: CatalogueChannel) {
        (id, title, description) = (channel.id, channel.title, channel.description)
        picture = channel.picture
        messages = channel.bounds.highest
      }
    }
    let channels: [Line]
  }

  private static func table(_ channels: [CatalogueChannel]) -> String {
    guard !channels.isEmpty else { return "no channels" }
    return channels.map { "\($0.id.text)  \($0.title)" }.joined(separator: "\n")
  }
}
