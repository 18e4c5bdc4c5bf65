internal import ArgumentParser
internal import FoundationEssentials
internal import VaultModel

/// `vault-server channel remove`.
struct ChannelRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a channel with its messages and enrolments.",
    discussion: """
      EXAMPLE
        vault-server channel remove 6F9619FF-8B86-D011-B42D-00CF4FC964FF --data ~/vault-server
      """)

  @Argument(help: "The channel's id.")
  var id: String
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      guard let id = UUID(uuidString: id), try await data.change({ try await $0.removeChannel(id) }) else {
        throw CommandFailure(.badData, "there is no channel of this id; see: vault-server channel list")
      }
      print("removed \(id.text)")
    }
  }
}
