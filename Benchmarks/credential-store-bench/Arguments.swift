internal import CredentialStore

/// What the command line asks for.
struct Arguments {
  enum Problem: Error { case usage }

  /// How many credentials the store is to hold, and how to open it.
  let meaning: (count: Int, open: @Sendable () async throws -> any CredentialStore)

  init(_ words: [String]) throws {
    switch (words.count, words.dropFirst().first) {
    case (4, "file"):
      let configuration = Self.configuration(in: words[2])
      meaning = (try Self.count(words[3]), { EncryptedFileStore(configuration) })
    case (3, "secret-service"):
      meaning = (
        try Self.count(words[2]), { SecretServiceStore(namespace: "credential-store-bench", mayPrompt: false) }
      )
    default:
      throw Problem.usage
    }
  }

  /// A file whose database, key and generation mark lie in directories of their own, as the product has them.
  private static func configuration(in directory: String) -> EncryptedFileStore.Configuration {
    EncryptedFileStore.Configuration(
      path: "\(directory)/data/credentials.db", stateDirectory: "\(directory)/state",
      keySource: .keyFile(KeyFile(path: "\(directory)/config/key")))
  }

  private static func count(_ word: String) throws -> Int {
    guard let count = Int(word), count > 0 else { throw Problem.usage }
    return count
  }
}
