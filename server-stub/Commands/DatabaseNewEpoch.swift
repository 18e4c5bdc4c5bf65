internal import ArgumentParser

/// `vault-server database new-epoch`.
struct DatabaseNewEpoch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-epoch", abstract: "Say that numbers may stand for other items than before.",
    discussion: """
      For a database that was put back in another way than from a file of vault-server backup, for instance from a \
      snapshot of the disk. All sessions and invitations end, and every device fetches its inbox again. Says what was \
      changed since and can't be known here.

      EXAMPLE
        vault-server database new-epoch --data ~/vault-server
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      let facts = try await data.change { storage in
        _ = try await storage.beginEpoch()
        return try await storage.uncertainFacts()
      }
      print(PutBackReport(copiedAt: nil, facts: facts).text)
    }
  }
}
