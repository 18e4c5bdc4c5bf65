internal import ArgumentParser
internal import FoundationEssentials
internal import ServerAPI
internal import VaultModel

/// `vault-server channel create`.
struct ChannelCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Add a channel to the catalogue, and print its id.",
    discussion: """
      EXAMPLE
        vault-server channel create --title News --description "What is new in the house" --data ~/vault-server
      """)

  @Option(help: "What people call it.")
  var title: String
  @Option(help: "What it is about.")
  var description = ""
  @Option(help: ArgumentHelp("The id of its picture, an attachment.", valueName: "id"))
  var picture: String?
  @OptionGroup var data: DataOptions

  private var details: ChannelDetails {
    ChannelDetails(title: title, description: description, picture: picture.flatMap(UUID.init(uuidString:)))
  }

  func validate() throws {
    do { try details.check() } catch { throw ValidationError("--\(error.field) \(error.rule).") }
    guard picture.map({ UUID(uuidString: $0) != nil }) ?? true else {
      throw ValidationError("--picture takes the id of an attachment.")
    }
  }

  func run() async throws {
    try await CommandFailure.reporting {
      let channel = StoredChannel(details, createdAt: Date())
      try await data.open().add(channel)
      print(channel.id.text)
    }
  }
}
