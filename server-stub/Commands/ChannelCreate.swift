internal import ArgumentParser
internal import FoundationEssentials

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

  /// The longest title and description, in bytes.
  private static let (titleByteCount, descriptionByteCount) = (128, 1024)

  func validate() throws {
    let isTitle =
      (1...Self.titleByteCount).contains(title.utf8.count) && title.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    guard isTitle else {
      throw ValidationError("--title takes 1 to \(Self.titleByteCount) bytes without control characters.")
    }
    guard description.utf8.count <= Self.descriptionByteCount else {
      throw ValidationError("--description takes at most \(Self.descriptionByteCount) bytes.")
    }
    guard picture.map({ UUID(uuidString: $0) != nil }) ?? true else {
      throw ValidationError("--picture takes the id of an attachment.")
    }
  }

  func run() async throws {
    try await CommandFailure.reporting {
      let channel = StoredChannel(
        id: UUID(), title: title, description: description, picture: picture.flatMap(UUID.init(uuidString:)),
        createdAt: Date())
      try await data.open().add(channel)
      print(channel.id.uuidString)
    }
  }
}
